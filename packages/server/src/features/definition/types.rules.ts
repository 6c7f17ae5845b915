// The types of the features of a layer: what tells them apart is a value of one of its fields, each once; each has values of its own.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { Domain } from '@graticule/contract/services/layer';
import { z } from 'zod';
import type { LayerDefinition, StoredField } from '../../schema/features.ts';
import { checkedDomain, domain, fittingValue, plain } from './fields.ts';
import { placeOf, within } from './refusals.ts';

const MAX_TYPES = 1_000;
/** Templates of one type. */
const MAX_TEMPLATES = 100;
/** Values that the lists of all types hold together: whoever opens the layer loads them. */
const MAX_LISTED = 100_000;

const attributes = z.record(z.string(), plain.nullable());
/** What says nothing is taken for nothing, as other servers write it. */
const template = z.looseObject({ prototype: z.looseObject({ attributes: attributes.nullable().optional() }).nullable().optional() });
const ownDomain = z.union([z.looseObject({ type: z.literal('inherited') }), domain]);
const layerType = z.looseObject({
  domains: z.record(z.string(), ownDomain.nullable()).nullable().optional(),
  templates: z.array(template).max(MAX_TEMPLATES).nullable().optional(),
});
/** One kind of features of a layer, as far as the portal reads it. */
export type LayerType = z.infer<typeof layerType>;

/** The types as definitions list them. */
export const layerTypes = z.array(layerType).max(MAX_TYPES).nullable().optional();

/**
 * The types with ids, values of new features and codes of lists as the fields keep them; without a field that tells them apart they are left as
 * they are, since nothing asks for them then.
 * @throws INVALID_PARAMETER for ids that are missing or stand twice, for values that a field cannot hold, and for fields that the layer does not have
 */
export function soundTypes({ types, typeIdField }: LayerDefinition, fields: readonly StoredField[]): LayerDefinition['types'] {
  const field = fields.find((one) => one.name === typeIdField);
  if (types === undefined || field === undefined) return types;
  const byName = new Map(fields.map((one) => [one.name.toLowerCase(), one]));
  const ids = new Set<string | number>();
  let values = 0;
  return (types as (LayerType & { id?: unknown; name?: unknown })[]).map((type, at) =>
    within(placeOf('types', at, type.name), () => {
      const { id } = type;
      if (typeof id !== 'string' && typeof id !== 'number')
        throw refuse('type-id', { type: typeof type.name === 'string' ? type.name.slice(0, 64) : at, field: field.name });
      // Clients compare ids with values strictly, so an id has the type of the values.
      const value = fittingValue(field, id, 'types');
      if (value === null || ids.has(value)) throw refuse('type-id-twice', { id: String(id).slice(0, 64), field: field.name });
      ids.add(value);
      for (const one of Object.values(type.domains ?? {}))
        values += one?.type === 'codedValue' ? (one as Domain & { type: 'codedValue' }).codedValues.length : 0;
      if (values > MAX_LISTED) throw refuse('type-values-many', { most: MAX_LISTED });
      return { ...type, id: value, ...soundParts(type, byName) };
    }),
  );
}

/** The lists and templates of one type, by the names of fields as the layer spells them. */
function soundParts({ domains, templates }: LayerType, fields: ReadonlyMap<string, StoredField>): Partial<LayerType> {
  const named = (name: string): StoredField => {
    const field = fields.get(name.toLowerCase());
    if (field === undefined)
      throw refuse('field-unknown', {
        parameter: 'types',
        name: name.slice(0, 64),
        fields: listed([...fields.values()].map((one) => one.name)),
      });
    return field;
  };
  const own = Object.entries(domains ?? {}).map(([name, given]) => {
    const field = named(name);
    return [field.name, given === null || given.type === 'inherited' ? given : checkedDomain(field, given as Domain)] as const;
  });
  const sound = templates?.map((one) => {
    const given = one.prototype?.attributes;
    if (!given) return one;
    return { ...one, prototype: { ...one.prototype, attributes: soundValues(given, named) } };
  });
  return { ...(domains ? { domains: Object.fromEntries(own) } : {}), ...(sound ? { templates: sound } : {}) };
}

/** Of ids the portal makes its own: what templates say of them is never looked at. */
const isMade = ({ type }: StoredField): boolean => type === 'esriFieldTypeOID' || type === 'esriFieldTypeGlobalID';

function soundValues(given: z.infer<typeof attributes>, named: (name: string) => StoredField): z.infer<typeof attributes> {
  const values = Object.entries(given).map(([name, value]) => {
    const field = named(name);
    return [field.name, value === null || isMade(field) ? value : fittingValue(field, value, 'types')] as const;
  });
  return Object.fromEntries(values);
}

type Said = Pick<LayerDefinition, 'types' | 'templates'>;
type Loose = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types and templates, which may be of any shape where nobody checked them, without what they say of the fields that are gone, by names in small letters. */
export function withoutFields<T extends Said>(said: T, isGone: (name: string) => boolean): T {
  const kept = (record: Loose): Loose => Object.fromEntries(Object.entries(record).filter(([name]) => !isGone(name.toLowerCase())));
  const pruned = (one: object): object => {
    const { prototype } = one as Loose;
    return isRecord(prototype) && isRecord(prototype.attributes)
      ? { ...one, prototype: { ...prototype, attributes: kept(prototype.attributes) } }
      : one;
  };
  const templatesOf = ({ templates }: { templates?: unknown }): object =>
    Array.isArray(templates) ? { templates: templates.map((one) => (isRecord(one) ? pruned(one) : one)) } : {};
  const types = said.types?.map((one) => {
    const { domains } = one as Loose;
    return { ...one, ...(isRecord(domains) ? { domains: kept(domains) } : {}), ...templatesOf(one) };
  });
  return { ...said, ...(types ? { types } : {}), ...templatesOf(said) };
}
