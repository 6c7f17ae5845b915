// The types of a layer as they are typed, a line for each, and the definition that is made of the lines.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { type ToldType, toldTypes } from '../../features/subtypes.ts';
import { BLANK, type Listed } from './ListedValues.tsx';
import { faultOfDraft, fieldsOfTypes, type TypeDraft, withDraft } from './type-drafts.ts';
import { codeIn, codesFault, isObject, others, type Raw, type TypeFault } from './type-faults.ts';

/** As many as the portal takes. */
export const MOST_TYPES = 1000;

/** A type as it is typed. */
export interface TypeLine extends Listed {
  /** What was typed of its templates and fields; undefined where nobody touched them. */
  own?: TypeDraft;
}

const typesOf = (layer: LayerInfo): readonly unknown[] => (Array.isArray(layer.types) ? layer.types : []);

/** A line for each type of the layer, with its place among them. */
export function linesOf(layer: LayerInfo): readonly TypeLine[] {
  const raw = typesOf(layer);
  const lines = toldTypes(layer).map(({ id, name }): TypeLine => {
    const was = raw.findIndex((each) => isObject(each) && (each.id ?? each.code) === id);
    return { code: String(id), name, ...(was < 0 ? {} : { was }) };
  });
  return lines.length > 0 ? lines : [BLANK];
}

/** By what the layer knows the type of a line; undefined for a new one. */
export function rawIdOf(layer: LayerInfo, { was }: TypeLine): string | number | undefined {
  const raw = was === undefined ? undefined : typesOf(layer)[was];
  return isObject(raw) ? ((raw.id ?? raw.code) as string | number | undefined) : undefined;
}

/** What is proposed for a field: the values of its list. */
export function proposedLines(field: WireField | undefined): readonly TypeLine[] {
  if (field?.domain?.type !== 'codedValue' || field.domain.codedValues.length > MOST_TYPES) return [BLANK];
  return field.domain.codedValues.map(({ code, name }) => ({ code: String(code), name }));
}

/** Whether nothing is typed in any line. */
export const isBlank = (lines: readonly TypeLine[]): boolean => lines.every(({ code, name }) => code.trim() === '' && name.trim() === '');

/** What a type is called. */
const nameOf = ({ name, code }: TypeLine): string => name.trim() || code.trim();

/** The types of a layer before anybody typed, by the lines that are made of them. */
export function toldByLines(layer: LayerInfo): (line: TypeLine) => ToldType | undefined {
  const told = new Map(toldTypes(layer).map((type) => [type.id, type]));
  return (line) => told.get(rawIdOf(layer, line) ?? '');
}

/** The first thing that is wrong, and of which field of which type where it is about one. Numbers in it are told by `shown`. */
export function faultOfTypes(
  field: WireField | undefined,
  lines: readonly TypeLine[],
  shown: (number: number) => string,
  layer?: LayerInfo,
): (TypeFault & { of?: { type: string; field: string } }) | undefined {
  if (field === undefined) return { key: 'item.types.field-first', values: {} };
  const unnamed = lines.find(({ code, name }) => code.trim() === '' && name.trim() !== '');
  if (unnamed) return { key: 'item.types.value-first', values: { name: unnamed.name.trim() } };
  const filled = lines.filter(({ code }) => code.trim() !== '');
  if (filled.length === 0) return { key: 'item.types.type-first', values: {} };
  if (filled.length > MOST_TYPES) return { key: 'item.types.many', values: { most: shown(MOST_TYPES) } };
  const codes = filled.map(({ code }) => code);
  const wrong = codesFault(field, codes, shown);
  if (wrong) return wrong;
  if (layer === undefined) return undefined;
  const asked = fieldsOfTypes(layer.fields, field);
  const toldOf = toldByLines(layer);
  for (const line of filled) {
    const name = nameOf(line);
    const found = line.own && faultOfDraft(asked, { told: toldOf(line), draft: line.own, name }, shown);
    if (!found) continue;
    const type = found.template === undefined || found.template === name ? name : `${name} (${found.template})`;
    return { ...found.fault, ...(found.field && { of: { type, field: found.field.alias } }) };
  }
  return undefined;
}

/** The definition that lines without a fault make. What the layer knows of a type beyond its value and its name stays with it. */
export function definitionOfTypes(
  layer: LayerInfo,
  field: WireField,
  lines: readonly TypeLine[],
): { typeIdField: string; types: object[] } {
  const raw = typesOf(layer);
  const before = String(layer.typeIdField ?? '').toLowerCase();
  const asked = fieldsOfTypes(layer.fields, field);
  const toldOf = toldByLines(layer);
  const types = lines
    .filter(({ code }) => code.trim() !== '')
    .map((line) => {
      const id = codeIn(field, line.code);
      const name = nameOf(line);
      const was = line.was === undefined ? undefined : raw[line.was];
      const blank = newTemplate(layer, field, id, name);
      // other apps offer what has a template
      const made = isObject(was) ? changed(was, { id, name, field, before, layer }) : { id, name, domains: {}, templates: [blank] };
      return line.own ? withDraft(made, asked, { told: toldOf(line), draft: line.own, name }, blank) : made;
    });
  return { typeIdField: field.name, types };
}

function newTemplate({ geometryType }: LayerInfo, field: WireField, id: string | number, name: string): Raw {
  const tools = {
    esriGeometryPoint: 'Point',
    esriGeometryMultipoint: 'Point',
    esriGeometryPolyline: 'Line',
    esriGeometryPolygon: 'Polygon',
  };
  const drawingTool = `esriFeatureEditTool${geometryType === undefined ? 'None' : tools[geometryType]}`;
  return { name, description: '', drawingTool, prototype: { attributes: { [field.name]: id } } };
}

interface Change {
  id: string | number;
  name: string;
  field: WireField;
  /** The field that held the types so far, in small letters. */
  before: string;
  layer: Pick<LayerInfo, 'fields'>;
}

/** What it says of fields that the layer does not have any more goes: the portal would refuse it. */
function changed(was: Raw, { id, name, field, before, layer }: Change): Raw {
  const own = field.name.toLowerCase();
  const names = new Set(layer.fields.map((one) => one.name.toLowerCase()));
  const gone = (record: unknown) =>
    Object.keys(isObject(record) ? record : {})
      .map((key) => key.toLowerCase())
      .filter((key) => !names.has(key));
  const templates = (Array.isArray(was.templates) ? was.templates : []).map((template: unknown) => {
    if (!isObject(template)) return template;
    const prototype = isObject(template.prototype) ? template.prototype : {};
    const { attributes: said } = prototype;
    const attributes = { ...others(said, own, before, ...gone(said)), [field.name]: id };
    return { ...template, ...(template.name === was.name ? { name } : {}), prototype: { ...prototype, attributes } };
  });
  return { ...was, id, name, domains: others(was.domains, own, ...gone(was.domains)), templates };
}

/** How many of the types with values or lists of their own have no line any more. */
export function typesLost(layer: LayerInfo, lines: readonly TypeLine[]): number {
  const kept = new Set(lines.filter(({ code }) => code.trim() !== '').map(({ was }) => was));
  const told = toldTypes(layer).filter(
    ({ templates, fields }) => templates.length > 1 || templates.some(({ defaults }) => defaults.length > 0) || fields.length > 0,
  );
  return told.filter(({ id }) => !kept.has(typesOf(layer).findIndex((each) => isObject(each) && each.id === id))).length;
}

/** Whether people choose from another list in the field than these types. */
export function hasOtherList(field: WireField | undefined, lines: readonly TypeLine[]): boolean {
  if (field?.domain?.type !== 'codedValue') return false;
  const offered = new Set(field.domain.codedValues.map(({ code }) => String(code)));
  const typed = new Set(lines.filter(({ code }) => code.trim() !== '').map(({ code }) => String(codeIn(field, code))));
  return offered.size !== typed.size || [...typed].some((code) => !offered.has(code));
}
