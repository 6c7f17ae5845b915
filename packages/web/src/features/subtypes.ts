// What can be added to a layer: its templates and subtypes with their values, and the domains that a subtype gives to fields.
import type { Domain, LayerInfo, WireField } from '@graticule/contract/services/layer';

type Value = string | number | null;

/** A kind of feature that can be added. */
export interface Template {
  name: string;
  description?: string;
  /** Values that new features begin with. */
  attributes: Readonly<Record<string, Value>>;
}

/** A subtype as the layer describes it. */
interface FeatureType {
  id: string | number;
  name: string;
  /** By the names of fields in small letters; what is inherited is not among them. */
  domains: ReadonlyMap<string, Domain>;
  templates: readonly unknown[];
  /** What its features begin with, by the names of fields, where it says so itself. */
  defaults: Readonly<Record<string, unknown>>;
}

/** A template of a subtype as people are told of it. */
export interface ToldTemplate {
  /** Its place among the templates of the subtype. */
  was: number;
  name: string;
  /** The values that its features begin with, beside the one that says of which subtype they are. */
  defaults: readonly { field: WireField; value: string | number }[];
}

/** A subtype as people are told of it. */
export interface ToldType {
  id: string | number;
  name: string;
  /** At least one. */
  templates: readonly ToldTemplate[];
  /** The fields that have other values in it than elsewhere. */
  fields: readonly WireField[];
}

/** What was read of a layer once, since every cell of a table asks for it. */
interface ReadTypes {
  types: readonly FeatureType[];
  field: WireField | undefined;
  /** Fields as a subtype has them, by the name of the field and the subtype. */
  inType: Map<string, WireField>;
  inAny: Map<string, WireField>;
}

const known = new WeakMap<LayerInfo, ReadTypes>();

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function typesIn(layer: LayerInfo): ReadTypes {
  const found = known.get(layer);
  if (found) return found;
  const types = readTypes(layer);
  const name = String(layer.typeIdField || layer.subtypeField || '').toLowerCase();
  const field = types.length > 0 ? layer.fields.find((each) => each.name.toLowerCase() === name) : undefined;
  const now = { types, field, inType: new Map<string, WireField>(), inAny: new Map<string, WireField>() };
  known.set(layer, now);
  return now;
}

/** The subtypes, in either form in which layers describe them; what cannot be read is left out. */
function readTypes(layer: LayerInfo): FeatureType[] {
  const told = listOf(layer.types).length > 0 ? layer.types : layer.subtypes;
  return listOf(told).flatMap((each) => {
    if (!isObject(each)) return [];
    const id = each.id ?? each.code;
    if (typeof id !== 'string' && typeof id !== 'number') return [];
    const domains = Object.entries(isObject(each.domains) ? each.domains : {}).flatMap(([name, value]) => {
      const domain = readDomain(value);
      return domain ? [[name.toLowerCase(), domain] as const] : [];
    });
    const defaults = isObject(each.defaultValues) ? each.defaultValues : {};
    return [{ id, name: String(each.name ?? id), domains: new Map(domains), templates: listOf(each.templates), defaults }];
  });
}

/** A list or a range; undefined for what is inherited, or is none. */
function readDomain(value: unknown): Domain | undefined {
  if (!isObject(value)) return undefined;
  const name = String(value.name ?? '');
  if (value.type === 'codedValue') {
    const codedValues = listOf(value.codedValues).flatMap((each) =>
      isObject(each) && (typeof each.code === 'string' || typeof each.code === 'number')
        ? [{ name: String(each.name ?? each.code), code: each.code }]
        : [],
    );
    return { type: 'codedValue', name, codedValues };
  }
  const [from, to] = listOf(value.range);
  return value.type === 'range' && typeof from === 'number' && typeof to === 'number'
    ? { type: 'range', name, range: [from, to] }
    : undefined;
}

/** The field whose value is the subtype; undefined where the layer has none. */
export function typeField(layer: LayerInfo): WireField | undefined {
  return typesIn(layer).field;
}

/** What the subtypes are told apart by. */
export function subtypeIds(layer: LayerInfo): (string | number)[] {
  return typesIn(layer).types.map(({ id }) => id);
}

/** Everything that can be added, subtypes first; at least one. */
export function templatesOf(layer: LayerInfo): Template[] {
  const field = typeField(layer);
  const ofTypes = typesIn(layer).types.flatMap((type): Template[] => {
    const own = field ? { [field.name]: type.id } : {};
    return templatesIn(type, layer, own).map(({ was: _, ...template }) => template);
  });
  // beside subtypes a template without values would make features of none
  const others = listOf(layer.templates).flatMap((each) => readTemplate(each, layer, {}));
  const rest = ofTypes.length > 0 ? others.filter((each) => field !== undefined && each.attributes[field.name] !== undefined) : others;
  const all = [...ofTypes, ...rest];
  return all.length > 0 ? all : [{ name: layer.name, attributes: {} }];
}

/** The templates of a subtype; one of what it says itself where it has none. */
function templatesIn(type: FeatureType, layer: LayerInfo, own: Readonly<Record<string, Value>>): (Template & { was: number })[] {
  const placed = (given: readonly unknown[]) =>
    given.flatMap((each, was) => readTemplate(each, layer, own).map((one) => ({ ...one, was })));
  const read = placed(type.templates);
  return read.length > 0 ? read : placed([{ name: type.name, prototype: { attributes: type.defaults } }]);
}

/** The subtypes with what is different in them; none where the layer does not say which field tells them apart. */
export function toldTypes(layer: LayerInfo): ToldType[] {
  const { types, field: own } = typesIn(layer);
  if (own === undefined) return [];
  return types.map((type) => {
    const others = layer.fields.filter((field) => field !== own).map((field) => fieldInType(layer, field, type.id));
    const templates = templatesIn(type, layer, {}).map(({ was, name, attributes }) => {
      const defaults = others.flatMap((field) => {
        const value = attributes[field.name];
        return value === undefined || value === null ? [] : [{ field, value }];
      });
      return { was, name, defaults };
    });
    return { id: type.id, name: type.name, templates, fields: others.filter((field) => domainIn(type, field) !== undefined) };
  });
}

function readTemplate(value: unknown, layer: LayerInfo, own: Readonly<Record<string, Value>>): Template[] {
  if (!isObject(value)) return [];
  const prototype = isObject(value.prototype) && isObject(value.prototype.attributes) ? value.prototype.attributes : {};
  const attributes: Record<string, Value> = {};
  for (const [name, given] of Object.entries(prototype)) {
    const field = layer.fields.find((each) => each.name.toLowerCase() === name.toLowerCase());
    if (field && (typeof given === 'string' || typeof given === 'number')) attributes[field.name] = given;
  }
  const description = typeof value.description === 'string' && value.description !== '' ? { description: value.description } : {};
  return [{ name: String(value.name ?? layer.name), ...description, attributes: { ...attributes, ...own } }];
}

/** The field with what its subtype allows: the domain of the subtype stands before that of the field; the field of the subtype offers them all. */
export function fieldInType(layer: LayerInfo, field: WireField, typeId: Value | undefined): WireField {
  const { types, field: own, inType } = typesIn(layer);
  if (own === undefined) return field;
  // the field of the subtype is the same in all of them
  const key = field.name === own.name ? own.name : `${field.name} ${typeId}`;
  const known = inType.get(key);
  if (known) return known;
  if (field.name === own.name)
    return kept(inType, key, field.domain?.type === 'codedValue' ? field : { ...field, domain: allOf(own, types) });
  const type = types.find(({ id }) => String(id) === String(typeId));
  // values that are no subtype may be as many as there are rows
  if (!type) return field;
  const domain = domainIn(type, field);
  return kept(inType, key, domain ? { ...field, domain } : field);
}

function kept(fields: Map<string, WireField>, key: string, field: WireField): WireField {
  fields.set(key, field);
  return field;
}

const domainIn = ({ domains }: FeatureType, { name }: WireField): Domain | undefined => domains.get(name.toLowerCase());

/** The subtypes as a list of values. */
function allOf(field: WireField, types: readonly FeatureType[]): Domain {
  return { type: 'codedValue', name: field.name, codedValues: types.map(({ id, name }) => ({ name, code: codeOf(field, id) })) };
}

/** The field as the row with these values has it. */
export function fieldInRow(layer: LayerInfo, field: WireField, attributes: Readonly<Record<string, Value>> | undefined): WireField {
  const own = typeField(layer);
  return own ? fieldInType(layer, field, attributes?.[own.name]) : field;
}

/** The field with all values that any subtype lists, for whoever asks about rows of all of them; without a list where some subtype takes other values. */
export function fieldInAnyType(layer: LayerInfo, field: WireField): WireField {
  const { types, field: own, inAny } = typesIn(layer);
  if (own === undefined || field.name === own.name) return fieldInType(layer, field, undefined);
  return inAny.get(field.name) ?? kept(inAny, field.name, joined(field, types));
}

function joined(field: WireField, types: readonly FeatureType[]): WireField {
  if (types.every((type) => domainIn(type, field) === undefined)) return field;
  const names = new Map<string | number, Set<string>>();
  for (const domain of new Set([...types.map((type) => domainIn(type, field) ?? field.domain), field.domain])) {
    if (domain?.type === 'codedValue') {
      for (const { code, name } of domain.codedValues) names.set(code, (names.get(code) ?? new Set()).add(name));
    } else if (domain !== field.domain || types.some((type) => domainIn(type, field) === undefined)) return { ...field, domain: null };
  }
  const codedValues = [...names].map(([code, words]) => ({ code, name: [...words].join(' / ') }));
  return { ...field, domain: { type: 'codedValue', name: field.name, codedValues } };
}

/** Numbers of subtypes come as text from some clients, and texts as numbers. */
function codeOf(field: WireField, id: string | number): string | number {
  return /Integer|Single|Double/.test(field.type) ? Number(id) : String(id);
}
