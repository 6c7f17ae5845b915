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
  domains: Readonly<Record<string, Domain | { type: 'inherited' }>>;
  templates: readonly unknown[];
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The subtypes; what cannot be read is left out. */
function typesOf(layer: LayerInfo): FeatureType[] {
  return listOf(layer.types).flatMap((each) => {
    if (!isObject(each) || (typeof each.id !== 'string' && typeof each.id !== 'number')) return [];
    const domains = isObject(each.domains) ? (each.domains as FeatureType['domains']) : {};
    return [{ id: each.id, name: String(each.name ?? each.id), domains, templates: listOf(each.templates) }];
  });
}

/** The field whose value is the subtype; undefined where the layer has none. */
export function typeField(layer: LayerInfo): WireField | undefined {
  const name = typeof layer.typeIdField === 'string' ? layer.typeIdField.toLowerCase() : '';
  return typesOf(layer).length > 0 ? layer.fields.find((field) => field.name.toLowerCase() === name) : undefined;
}

/** Everything that can be added, subtypes first; at least one. */
export function templatesOf(layer: LayerInfo): Template[] {
  const field = typeField(layer);
  const ofTypes = typesOf(layer).flatMap((type): Template[] => {
    const own = field ? { [field.name]: type.id } : {};
    const read = type.templates.flatMap((each) => readTemplate(each, layer, own));
    return read.length > 0 ? read : [{ name: type.name, attributes: own }];
  });
  // beside subtypes a template without values would make features of none
  const others = listOf(layer.templates).flatMap((each) => readTemplate(each, layer, {}));
  const rest = ofTypes.length > 0 ? others.filter((each) => field !== undefined && each.attributes[field.name] !== undefined) : others;
  const all = [...ofTypes, ...rest];
  return all.length > 0 ? all : [{ name: layer.name, attributes: {} }];
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
  const types = typesOf(layer);
  if (field === typeField(layer) && field.domain?.type !== 'codedValue') {
    return {
      ...field,
      domain: { type: 'codedValue', name: field.name, codedValues: types.map(({ id, name }) => ({ name, code: codeOf(field, id) })) },
    };
  }
  const domain = types.find(({ id }) => String(id) === String(typeId))?.domains[field.name];
  return domain && domain.type !== 'inherited' ? { ...field, domain } : field;
}

/** Numbers of subtypes come as text from some clients. */
function codeOf(field: WireField, id: string | number): string | number {
  return /Integer|Single|Double/.test(field.type) ? Number(id) : id;
}
