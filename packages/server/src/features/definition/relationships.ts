// Relationships between the layers of a service: both sides are known, or none.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { Relationship } from '../../schema/features.ts';
import { fieldByName, globalIdName, type HostedLayer, readyIds } from '../layers.rules.ts';
import { unsaid } from './unsaid.ts';

/** One side as clients write it. */
export const relationshipDefinition = z.looseObject({
  id: unsaid(z.number().int().min(0).max(1_000_000).optional()),
  name: unsaid(z.string().max(250).default('')),
  relatedTableId: z.number().int().min(0),
  cardinality: unsaid(z.enum(['esriRelCardinalityOneToOne', 'esriRelCardinalityOneToMany']).default('esriRelCardinalityOneToMany')),
  role: z.enum(['esriRelRoleOrigin', 'esriRelRoleDestination']),
  keyField: z.string(),
  composite: unsaid(z.boolean().default(false)),
});

export type RelationshipDefinition = z.infer<typeof relationshipDefinition>;

/** Relationships of one layer. */
export const MAX_RELATIONSHIPS = 100;

const ofPresentLayer = z.looseObject({
  id: z.number().int().min(0),
  relationships: z.array(relationshipDefinition).min(1).max(MAX_RELATIONSHIPS),
});

/** What is said of layers that are there already, by their ids. */
export type ToldSides = ReadonlyMap<number, readonly RelationshipDefinition[]>;

/**
 * Takes the parts of a definition that name no new layer, but tell the relationships of one that is there: its id and those.
 * What is left is as it came.
 */
export function takeToldSides(value: unknown): { rest: unknown; told: ToldSides } {
  const told = new Map<number, RelationshipDefinition[]>();
  if (typeof value !== 'object' || value === null) return { rest: value, told };
  const rest: Record<string, unknown> = { ...value };
  for (const list of ['layers', 'tables'] as const) {
    const given = rest[list];
    if (!Array.isArray(given)) continue;
    rest[list] = given.filter((one) => {
      const known = one?.name === undefined ? ofPresentLayer.safeParse(one) : undefined;
      if (known?.success) told.set(known.data.id, [...(told.get(known.data.id) ?? []), ...known.data.relationships]);
      return known?.success !== true;
    });
  }
  return { rest, told };
}

/** The new layers with their relationships, and those of the others that got some. */
export interface Joined {
  added: HostedLayer[];
  changed: HostedLayer[];
}

/**
 * Gives new layers their relationships, and layers that are there the other sides of them. `wanted` holds, by place in `added`, what each new layer
 * says of itself, `told` what is said of others.
 * @throws INVALID_PARAMETER when a side has no counterpart or a key field is missing
 * @source ADM-2
 */
export function joinLayers(
  present: readonly HostedLayer[],
  added: readonly HostedLayer[],
  wanted: readonly (readonly RelationshipDefinition[])[],
  told: ToldSides = new Map(),
): Joined {
  for (const id of told.keys())
    if (!present.some((layer) => layer.id === id && layer.ready))
      throw refuse('relationship-layer', { id, layers: listed(readyIds(present)) });
  const sides: Side[] = [
    ...added.flatMap((layer, at) => (wanted[at] ?? []).map((side) => ({ layer, side }))),
    ...present.flatMap((layer) => (told.get(layer.id) ?? []).map((side) => ({ layer, side }))),
  ];
  const used = new Set(present.flatMap((layer) => (layer.definition.relationships ?? []).map((one) => one.id)));
  const ids = new Map<RelationshipDefinition, number>();
  const entries = new Map<HostedLayer, Relationship[]>(present.map((layer) => [layer, [...(layer.definition.relationships ?? [])]]));
  const note = ({ layer, side }: Side, id: number): void => {
    ids.set(side, id);
    // One that is told again takes the place of what was known of it.
    const others = (entries.get(layer) ?? []).filter((one) => one.id !== id || one.role !== side.role);
    if (others.length >= MAX_RELATIONSHIPS) throw refuse('relationships-many', { most: MAX_RELATIONSHIPS });
    entries.set(layer, [...others, relationshipOf(layer, side, id)]);
  };
  const changed = new Set<HostedLayer>();
  for (const one of sides) {
    const { layer, side } = one;
    if (ids.has(side)) continue;
    const known = knownId(layer, side);
    const other = known === undefined ? (counterpart(sides, one, ids) ?? unsaidSide(present, one)) : undefined;
    if (known === undefined && other === undefined) throw refuse('relationship-one-sided', { id: side.relatedTableId });
    const wish = side.id ?? other?.side.id;
    const id = known ?? (wish !== undefined && !used.has(wish) ? wish : smallestFree(used));
    used.add(id);
    for (const half of other === undefined ? [one] : [one, other]) {
      note(half, id);
      if (present.includes(half.layer)) changed.add(half.layer);
    }
  }
  const joined = (layer: HostedLayer): HostedLayer => {
    const relationships = entries.get(layer) ?? [];
    return relationships.length === 0 ? layer : { ...layer, definition: { ...layer.definition, relationships } };
  };
  return { added: added.map(joined), changed: [...changed].map(joined) };
}

/**
 * The layers that change when a layer loses relationships, without them: itself and the other sides, as numbers are those of the whole service.
 * @throws INVALID_PARAMETER for one that the layer does not have
 */
export function partedLayers(present: readonly HostedLayer[], layer: HostedLayer, ids: readonly number[]): HostedLayer[] {
  const own = (layer.definition.relationships ?? []).map((one) => one.id);
  const unknown = ids.find((id) => !own.includes(id));
  if (unknown !== undefined) throw refuse('relationship-unknown', { id: unknown, ids: listed(own) });
  return present.flatMap((one) => {
    const { relationships = [] } = one.definition;
    const kept = relationships.filter(({ id }) => !ids.includes(id));
    return kept.length === relationships.length ? [] : [{ ...one, definition: { ...one.definition, relationships: kept } }];
  });
}

interface Side {
  layer: HostedLayer;
  side: RelationshipDefinition;
}

/** The number of a relationship that the layer has already: its side is told again, or was made when the other one was told. */
function knownId({ definition }: HostedLayer, side: RelationshipDefinition): number | undefined {
  const same = (definition.relationships ?? []).find(
    (one) =>
      one.role === side.role &&
      one.relatedTableId === side.relatedTableId &&
      (side.id === undefined ? one.keyField.toLowerCase() === side.keyField.toLowerCase() : one.id === side.id),
  );
  return same?.id;
}

function counterpart(sides: readonly Side[], { layer, side }: Side, ids: ReadonlyMap<RelationshipDefinition, number>): Side | undefined {
  return sides.find(
    (one) =>
      !ids.has(one.side) &&
      one.side.role !== side.role &&
      one.layer.id === side.relatedTableId &&
      one.side.relatedTableId === layer.id &&
      (one.side.id === side.id || one.side.id === undefined || side.id === undefined),
  );
}

/**
 * The side of a layer that is there and of which nothing is said: it is known by the field of the same name, and features by their global id where
 * the other side keeps ids.
 */
function unsaidSide(present: readonly HostedLayer[], { layer, side }: Side): Side | undefined {
  const other = present.find((one) => one.id === side.relatedTableId && one.ready);
  const own = fieldByName(layer, side.keyField);
  if (other === undefined || own === undefined) return undefined;
  const isOrigin = side.role === 'esriRelRoleDestination';
  const same = fieldByName(other, own.name);
  // What the portal numbers itself never names features of another layer.
  const fits = same !== undefined && (isOrigin || !/(?:OID|GlobalID)$/.test(same.type));
  const key = fits ? same : isOrigin && own.type === 'esriFieldTypeGUID' ? fieldByName(other, globalIdName(other)) : undefined;
  if (key === undefined) return undefined;
  const { cardinality, composite } = side;
  const role = isOrigin ? 'esriRelRoleOrigin' : 'esriRelRoleDestination';
  return { layer: other, side: { name: layer.name, relatedTableId: layer.id, cardinality, composite, role, keyField: key.name } };
}

/** The smallest whole number that is not in the set. */
export function smallestFree(used: ReadonlySet<number>): number {
  let id = 0;
  while (used.has(id)) id++;
  return id;
}

function relationshipOf(layer: HostedLayer, side: RelationshipDefinition, id: number): Relationship {
  const field = fieldByName(layer, side.keyField);
  if (field === undefined)
    throw refuse('field-unknown', {
      parameter: 'keyField',
      name: side.keyField.slice(0, 64),
      fields: listed(layer.fields.map((one) => one.name)),
    });
  const { name, relatedTableId, cardinality, role, composite } = side;
  return { id, name, relatedTableId, cardinality, role, keyField: field.name, composite };
}
