// Relationships between the layers of a service: both sides are known, or none.
import { z } from 'zod';
import type { Relationship } from '../../schema/features.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { refused } from './fields.ts';

/** One side as clients write it. */
export const relationshipDefinition = z.looseObject({
  id: z.number().int().min(0).max(1_000_000).optional(),
  name: z.string().max(250).default(''),
  relatedTableId: z.number().int().min(0),
  cardinality: z.enum(['esriRelCardinalityOneToOne', 'esriRelCardinalityOneToMany']).default('esriRelCardinalityOneToMany'),
  role: z.enum(['esriRelRoleOrigin', 'esriRelRoleDestination']),
  keyField: z.string(),
  composite: z.boolean().default(false),
});

export type RelationshipDefinition = z.infer<typeof relationshipDefinition>;

/**
 * Gives the new layers their relationships. `wanted` holds, by place in `added`, what each layer says of itself.
 * @throws INVALID_PARAMETER when a side has no counterpart or a key field is missing
 * @source ADM-2
 */
export function joinLayers(
  present: readonly HostedLayer[],
  added: readonly HostedLayer[],
  wanted: readonly (readonly RelationshipDefinition[])[],
): HostedLayer[] {
  const used = new Set(present.flatMap((layer) => (layer.definition.relationships ?? []).map((one) => one.id)));
  const sides = added.flatMap((layer, at) => (wanted[at] ?? []).map((side) => ({ layer, side })));
  const ids = new Map<RelationshipDefinition, number>();
  for (const { layer, side } of sides) {
    if (ids.has(side)) continue;
    const other = counterpart(sides, layer, side, ids);
    if (other === undefined) throw refused('relationships', `name layer ${side.relatedTableId}, which does not say the same of itself`);
    const wish = side.id ?? other.side.id;
    const id = wish !== undefined && !used.has(wish) ? wish : smallestFree(used);
    used.add(id);
    ids.set(side, id);
    ids.set(other.side, id);
  }
  return added.map((layer, at) => {
    const own = (wanted[at] ?? []).map((side) => relationshipOf(layer, side, ids.get(side) ?? 0));
    return own.length === 0 ? layer : { ...layer, definition: { ...layer.definition, relationships: own } };
  });
}

interface Side {
  layer: HostedLayer;
  side: RelationshipDefinition;
}

function counterpart(
  sides: readonly Side[],
  layer: HostedLayer,
  side: RelationshipDefinition,
  ids: ReadonlyMap<RelationshipDefinition, number>,
): Side | undefined {
  return sides.find(
    (one) =>
      !ids.has(one.side) &&
      one.side.role !== side.role &&
      one.layer.id === side.relatedTableId &&
      one.side.relatedTableId === layer.id &&
      (one.side.id === side.id || one.side.id === undefined || side.id === undefined),
  );
}

/** The smallest whole number that is not in the set. */
export function smallestFree(used: ReadonlySet<number>): number {
  let id = 0;
  while (used.has(id)) id++;
  return id;
}

function relationshipOf(layer: HostedLayer, side: RelationshipDefinition, id: number): Relationship {
  const field = fieldByName(layer, side.keyField);
  if (field === undefined) throw refused('keyField', `'${side.keyField.slice(0, 64)}' is not a field of '${layer.name}'`);
  const { name, relatedTableId, cardinality, role, composite } = side;
  return { id, name, relatedTableId, cardinality, role, keyField: field.name, composite };
}
