// Which column of a file goes into which field of a layer: as the portal pairs them by name, and as a person changes that.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';

/** What a person says, by the field: the name of a column, or null for none. */
export type PairChanges = Readonly<Record<string, string | null>>;

/** What goes where. */
export interface ColumnPairs {
  /** Fields that can be filled, each with the name of its column, or null. */
  fields: readonly { field: WireField; column: string | null }[];
  /** All columns of the file; a value is what the portal calls it. */
  columns: readonly { value: string; label: string }[];
  /** Columns that go nowhere, as people read them; those of the places serve another end. */
  left: readonly string[];
  /** Fields of numbers, days or times whose columns have texts: rows in which one does not fit are left out, and how many is known only at the end. */
  doubtful: readonly string[];
  /** A field that must not be empty gets no column. */
  isMissing: boolean;
  isChanged: boolean;
}

const NO_TEXTS = /Integer|Double|Single|Date|Time/;

/** The pairs of the portal with the changes of a person; what names a column that is not there any more is passed over. */
export function pairsOf(
  { publishParameters, fieldMappings, records }: AppendAnalysis,
  layer: LayerInfo | undefined,
  changes: PairChanges,
): ColumnPairs {
  const { layerInfo, latitudeFieldName, longitudeFieldName } = publishParameters;
  const found = layerInfo?.fields ?? [];
  const names = new Set(found.map(({ name }) => name));
  const proposed = new Map(fieldMappings.map(({ name, source }) => [name, source]));
  const fields = (layer?.fields ?? [])
    .filter(({ editable, type }) => editable !== false && !/OID|GlobalID/.test(type))
    .map((field) => {
      const said = changes[field.name];
      const isSaid = said === null || (said !== undefined && names.has(said));
      return { field, column: isSaid ? said : (proposed.get(field.name) ?? null) };
    });
  // a column of nothing has no other type than text
  const isText = (column: string | null): boolean =>
    found.some(({ name, type }) => name === column && type === 'esriFieldTypeString') &&
    records.some((row) => column !== null && (row[column] ?? '') !== '');
  const used = new Set(fields.map(({ column }) => column));
  const places = [latitudeFieldName, longitudeFieldName];
  return {
    fields,
    columns: found.map(({ name, alias }) => ({ value: name, label: alias || name })),
    left: found.filter(({ name, alias }) => !used.has(name) && !places.includes(alias || name)).map(({ name, alias }) => alias || name),
    doubtful: fields
      .filter(({ field, column }) => NO_TEXTS.test(field.type) && isText(column))
      .map(({ field }) => field.alias || field.name),
    isMissing: fields.some(isEmptyButNeeded),
    isChanged: fields.some(({ field, column }) => column !== (proposed.get(field.name) ?? null)),
  };
}

/** Whether rows cannot be made because a field that must not be empty has neither a column nor a value of its own. */
export function isEmptyButNeeded({ field, column }: ColumnPairs['fields'][number]): boolean {
  return column === null && field.nullable === false && (field.defaultValue ?? null) === null;
}

/** Whether no column goes into any of the fields, so that new rows have no values. */
export function fillsNothing({ fields }: ColumnPairs): boolean {
  return fields.length > 0 && fields.every(({ column }) => column === null);
}

/** The column of the file that holds the values of a field; of an id that rows are only matched by, the one of its name. */
export function columnFor({ fields, columns }: ColumnPairs, { name, alias }: WireField): string | null {
  const pair = fields.find(({ field }) => field.name === name);
  if (pair !== undefined) return pair.column;
  const wanted = [name, alias].map((word) => word.trim().toLowerCase());
  return (
    columns.find(({ value, label }) => wanted.includes(value.toLowerCase()) || wanted.includes(label.trim().toLowerCase()))?.value ?? null
  );
}

/** The parameters of a load; none where the portal pairs as it proposed. Naming the fields keeps those that are left out from being filled by name. */
export function pairParameters({ fields, isChanged }: ColumnPairs): {
  fieldMappings?: { name: string; source: string }[];
  appendFields?: string[];
} {
  if (!isChanged) return {};
  const fieldMappings = fields.flatMap(({ field, column }) => (column === null ? [] : [{ name: field.name, source: column }]));
  return { fieldMappings, appendFields: fieldMappings.map(({ name }) => name) };
}
