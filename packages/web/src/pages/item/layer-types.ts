// The types of a layer as they are typed, a line for each, and the definition that is made of the lines.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import type { MessageKey } from '@graticule/i18n/messages';
import { kindOf, numberIn } from '../../features/field-kinds.ts';
import { toldTypes } from '../../features/subtypes.ts';
import { BLANK, type Listed } from './ListedValues.tsx';

/** As many as the portal takes. */
export const MOST_TYPES = 1000;

type Raw = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const typesOf = (layer: LayerInfo): readonly unknown[] => (Array.isArray(layer.types) ? layer.types : []);

/** A line for each type of the layer, with its place among them. */
export function linesOf(layer: LayerInfo): readonly Listed[] {
  const raw = typesOf(layer);
  const lines = toldTypes(layer).map(({ id, name }): Listed => {
    const was = raw.findIndex((each) => isObject(each) && (each.id ?? each.code) === id);
    return { code: String(id), name, ...(was < 0 ? {} : { was }) };
  });
  return lines.length > 0 ? lines : [BLANK];
}

/** What is proposed for a field: the values of its list. */
export function proposedLines(field: WireField | undefined): readonly Listed[] {
  if (field?.domain?.type !== 'codedValue' || field.domain.codedValues.length > MOST_TYPES) return [BLANK];
  return field.domain.codedValues.map(({ code, name }) => ({ code: String(code), name }));
}

/** Whether nothing is typed in any line. */
export const isBlank = (lines: readonly Listed[]): boolean => lines.every(({ code, name }) => code.trim() === '' && name.trim() === '');

/** Why the lines cannot be kept, as a message with its values. */
export interface TypeFault {
  key: MessageKey;
  values: Readonly<Record<string, string | number>>;
}

const WHOLE: Readonly<Record<string, readonly [number, number]>> = {
  esriFieldTypeSmallInteger: [-32_768, 32_767],
  esriFieldTypeInteger: [-2_147_483_648, 2_147_483_647],
  esriFieldTypeBigInteger: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** The first thing that is wrong. Numbers in it are told by `shown`. */
export function faultOfTypes(
  field: WireField | undefined,
  lines: readonly Listed[],
  shown: (number: number) => string,
): TypeFault | undefined {
  if (field === undefined) return { key: 'item.types.field-first', values: {} };
  const unnamed = lines.find(({ code, name }) => code.trim() === '' && name.trim() !== '');
  if (unnamed) return { key: 'item.types.value-first', values: { name: unnamed.name.trim() } };
  const filled = lines.filter(({ code }) => code.trim() !== '');
  if (filled.length === 0) return { key: 'item.types.type-first', values: {} };
  if (filled.length > MOST_TYPES) return { key: 'item.types.many', values: { most: shown(MOST_TYPES) } };
  const seen = new Set<string | number>();
  for (const { code } of filled) {
    const value = codeIn(field, code);
    const values = { value: code.trim() };
    if (typeof value === 'number' && Number.isNaN(value)) return { key: 'item.types.number', values };
    const [low, high] = WHOLE[field.type] ?? [];
    if (low !== undefined && high !== undefined && !(Number.isInteger(value) && Number(value) >= low && Number(value) <= high))
      return { key: 'item.types.whole', values: { ...values, low: shown(low), high: shown(high) } };
    // counted as the portal does
    if (field.length !== undefined && typeof value === 'string' && value.length > field.length)
      return { key: 'item.types.long', values: { ...values, length: shown(field.length) } };
    if (seen.has(value)) return { key: 'item.types.twice', values };
    seen.add(value);
  }
  return undefined;
}

/** A value as the field keeps it; texts as they are typed, like those of lists. */
const codeIn = (field: WireField, code: string): string | number => (kindOf(field) === 'number' ? (numberIn(code) ?? Number.NaN) : code);

/** The definition that lines without a fault make. What the layer knows of a type beyond its value and its name stays with it. */
export function definitionOfTypes(layer: LayerInfo, field: WireField, lines: readonly Listed[]): { typeIdField: string; types: object[] } {
  const raw = typesOf(layer);
  const before = String(layer.typeIdField ?? '').toLowerCase();
  const types = lines
    .filter(({ code }) => code.trim() !== '')
    .map((line) => {
      const id = codeIn(field, line.code);
      const name = line.name.trim() || line.code.trim();
      const was = line.was === undefined ? undefined : raw[line.was];
      return isObject(was) ? changed(was, { id, name, field, before }) : newType(layer, field, id, name);
    });
  return { typeIdField: field.name, types };
}

function newType({ geometryType }: LayerInfo, field: WireField, id: string | number, name: string): object {
  const tools = {
    esriGeometryPoint: 'Point',
    esriGeometryMultipoint: 'Point',
    esriGeometryPolyline: 'Line',
    esriGeometryPolygon: 'Polygon',
  };
  const drawingTool = `esriFeatureEditTool${geometryType === undefined ? 'None' : tools[geometryType]}`;
  // other apps offer what has a template
  return { id, name, domains: {}, templates: [{ name, description: '', drawingTool, prototype: { attributes: { [field.name]: id } } }] };
}

interface Change {
  id: string | number;
  name: string;
  field: WireField;
  /** The field that held the types so far, in small letters. */
  before: string;
}

function changed(was: Raw, { id, name, field, before }: Change): object {
  const own = field.name.toLowerCase();
  const others = (record: unknown, ...names: readonly string[]): Raw =>
    Object.fromEntries(Object.entries(isObject(record) ? record : {}).filter(([key]) => !names.includes(key.toLowerCase())));
  const templates = (Array.isArray(was.templates) ? was.templates : []).map((template: unknown) => {
    if (!isObject(template)) return template;
    const prototype = isObject(template.prototype) ? template.prototype : {};
    const attributes = { ...others(prototype.attributes, own, before), [field.name]: id };
    return { ...template, ...(template.name === was.name ? { name } : {}), prototype: { ...prototype, attributes } };
  });
  return { ...was, id, name, domains: others(was.domains, own), templates };
}

/** How many of the types with values or lists of their own have no line any more. */
export function typesLost(layer: LayerInfo, lines: readonly Listed[]): number {
  const kept = new Set(lines.filter(({ code }) => code.trim() !== '').map(({ was }) => was));
  const told = toldTypes(layer).filter(({ defaults, fields }) => defaults.length > 0 || fields.length > 0);
  return told.filter(({ id }) => !kept.has(typesOf(layer).findIndex((each) => isObject(each) && each.id === id))).length;
}

/** Whether people choose from another list in the field than these types. */
export function hasOtherList(field: WireField | undefined, lines: readonly Listed[]): boolean {
  if (field?.domain?.type !== 'codedValue') return false;
  const offered = new Set(field.domain.codedValues.map(({ code }) => String(code)));
  const typed = new Set(lines.filter(({ code }) => code.trim() !== '').map(({ code }) => String(codeIn(field, code))));
  return offered.size !== typed.size || [...typed].some((code) => !offered.has(code));
}
