// Which column of a file goes into which field of a layer.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { StoredField } from '../../schema/features.ts';
import { fieldByName, globalIdName, type HostedLayer, objectIdField } from '../layers.rules.ts';
import type { LoadOptions } from './load-options.rules.ts';

/** A column as the reader of the file describes it. */
export interface SourceColumn {
  name: string;
  alias: string;
}

/** Places of the columns that are used. */
export interface ColumnPlan {
  columns: { from: number; field: StoredField }[];
  /** The column with global ids, where they are wanted. */
  globalIdFrom: number | null;
  /** The column with object ids, where rows are matched by them. */
  objectIdFrom: number | null;
}

function columnsOf(columns: readonly SourceColumn[]): string {
  return columns
    .slice(0, 30)
    .map((column) => column.alias)
    .join(', ');
}

/**
 * Pairs columns and fields: as the caller says, the others by name, case ignored.
 * @throws INVALID_PARAMETER when a named column or field is missing, or none fits
 */
export function planColumns(layer: HostedLayer, source: readonly SourceColumn[], options: LoadOptions): ColumnPlan {
  const said = readMappings(layer, source, options);
  const wanted = options.fields?.map((name) => {
    const field = fieldByName(layer, name);
    if (field === undefined)
      throw refuse('load-append-field', { name: name.slice(0, 64), fields: listed(layer.fields.map((one) => one.name)) });
    return field;
  });
  const columnFor = (field: StoredField): number | null => said.get(field) ?? placeOf(source, field.name) ?? placeOf(source, field.alias);
  const key = options.matchingField === undefined ? undefined : fieldByName(layer, options.matchingField);
  if (options.matchingField !== undefined && key === undefined)
    throw refuse('load-key-unknown', { name: options.matchingField.slice(0, 64), fields: listed(layer.fields.map((one) => one.name)) });
  const columns = layer.fields.flatMap((field) => {
    const from = field.editable && (wanted === undefined || wanted.includes(field) || field === key) ? columnFor(field) : null;
    return from === null ? [] : [{ field, from }];
  });
  const objectId = objectIdField(layer);
  const globalId = fieldByName(layer, globalIdName(layer));
  const needsGlobalIds = options.useGlobalIds || (key !== undefined && key === globalId);
  const globalIdFrom = needsGlobalIds && globalId ? columnFor(globalId) : null;
  const objectIdFrom = key === objectId ? columnFor(objectId) : null;
  if (needsGlobalIds && globalIdFrom === null)
    throw refuse('load-column-missing', { field: globalIdName(layer), columns: columnsOf(source) });
  if (key === objectId && objectIdFrom === null) throw refuse('load-column-missing', { field: objectId.name, columns: columnsOf(source) });
  if (key !== undefined && key !== objectId && key !== globalId && !columns.some(({ field }) => field === key)) {
    throw refuse('load-key-column', { field: key.name, columns: columnsOf(source) });
  }
  return { columns, globalIdFrom, objectIdFrom };
}

/** The editable fields that columns go into by their names, in the form of `fieldMappings`. */
export function matchedColumns(layer: HostedLayer, source: readonly SourceColumn[]): { name: string; source: string }[] {
  return layer.fields.flatMap((field) => {
    const at = field.editable ? (placeOf(source, field.name) ?? placeOf(source, field.alias)) : null;
    const column = at === null ? undefined : source[at];
    return column === undefined ? [] : [{ name: field.name, source: column.name }];
  });
}

/** Fields that take texts as they are. */
const TEXT_TYPES: ReadonlySet<StoredField['type']> = new Set(['esriFieldTypeString', 'esriFieldTypeGUID', 'esriFieldTypeGlobalID']);

/** Names, in small letters, of the columns that go into fields of numbers or days alone, and of those that go into fields of texts alone. */
export function columnUses(
  layer: HostedLayer,
  { mappings }: Pick<LoadOptions, 'mappings'>,
): { valueColumns: Set<string>; wordColumns: Set<string> } {
  const [values, texts] = [new Set<string>(), new Set<string>()];
  for (const field of layer.fields) {
    const said = mappings.filter(({ name }) => fieldByName(layer, name) === field).map(({ source }) => source);
    const names = said.length > 0 ? said : [field.name, field.alias];
    for (const name of names) (TEXT_TYPES.has(field.type) ? texts : values).add(name.trim().toLowerCase());
  }
  const without = (names: Set<string>, others: Set<string>): Set<string> => new Set([...names].filter((name) => !others.has(name)));
  return { valueColumns: without(values, texts), wordColumns: without(texts, values) };
}

/** @throws INVALID_PARAMETER when rows become new features and a field that must not be empty has no column */
export function requireFilled(layer: HostedLayer, plan: ColumnPlan): void {
  const filled = new Set(plan.columns.map(({ field }) => field));
  for (const field of layer.fields) {
    const has = filled.has(field) || !field.editable || field.nullable || (field.defaultValue !== undefined && field.defaultValue !== null);
    if (!has) throw refuse('load-field-empty', { field: field.name });
  }
}

function readMappings(layer: HostedLayer, source: readonly SourceColumn[], options: LoadOptions): Map<StoredField, number> {
  const pairs = new Map<StoredField, number>();
  for (const { name, source: column } of options.mappings) {
    const field = fieldByName(layer, name);
    if (field === undefined)
      throw refuse('load-field-unknown', { name: name.slice(0, 64), fields: listed(layer.fields.map((one) => one.name)) });
    const from = placeOf(source, column);
    if (from === null) throw refuse('load-source-unknown', { name: column.slice(0, 64), columns: columnsOf(source) });
    if (pairs.has(field)) throw refuse('load-field-twice', { field: field.name });
    pairs.set(field, from);
  }
  return pairs;
}

function placeOf(source: readonly SourceColumn[], name: string): number | null {
  const key = name.trim().toLowerCase();
  const at = [
    source.findIndex((column) => column.name.toLowerCase() === key),
    source.findIndex((column) => column.alias.trim().toLowerCase() === key),
  ].find((place) => place >= 0);
  return at ?? null;
}
