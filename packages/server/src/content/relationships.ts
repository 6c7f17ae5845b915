// Relationships between items: checking, adding, ending, reading.
import { RELATIONSHIP_TYPES } from '@graticule/contract/content/relationships';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow, ItemSortKey } from '../schema/content.ts';
import { requireItem } from './items.ts';
import { deleteRelationshipRow, insertRelationship, type RelationshipRow, relatedItems } from './relationships.store.ts';

/** @throws INVALID_REQUEST for a type that is not in the list */
export function requireRelationshipType(type: string): string {
  const known = RELATIONSHIP_TYPES.find((each) => each.toLowerCase() === type.toLowerCase());
  if (known === undefined) throw fail('INVALID_REQUEST', { values: ['Invalid relationship type.'] });
  return known;
}

/** Adds a relationship between items that are known to exist. Twice the same is refused, unless it may be there already. */
export async function relate(db: Db, relationship: RelationshipRow, mayExist = false): Promise<void> {
  if (!(await insertRelationship(db, relationship)) && !mayExist)
    throw fail('INVALID_REQUEST', { values: ['The relationship exists already.'] });
}

/** Ends a relationship that the portal made by itself, where it is still there. */
export async function partItems(db: Db, relationship: RelationshipRow): Promise<void> {
  await deleteRelationshipRow(db, relationship);
}

/** Relates two items. The caller changes the origin and sees the destination. */
export async function addRelationship(portal: Portal, caller: Caller, relationship: RelationshipRow): Promise<void> {
  const type = requireRelationshipType(relationship.type);
  await requireItem(portal, caller, relationship.origin, 'update');
  await requireItem(portal, caller, relationship.destination);
  await relate(portal.db, { ...relationship, type });
}

/** Ends a relationship. */
export async function endRelationship(portal: Portal, caller: Caller, relationship: RelationshipRow): Promise<void> {
  const type = requireRelationshipType(relationship.type);
  await requireItem(portal, caller, relationship.origin, 'update');
  const removed = await deleteRelationshipRow(portal.db, { ...relationship, type });
  if (!removed) throw fail('INVALID_REQUEST', { values: ['The relationship does not exist.'] });
}

/** A relationship to be made together with a new item, which takes the end that was not named. */
export interface PendingRelationship {
  type: string;
  origin?: string;
  destination?: string;
}

/** Checks the relationship parameters of a new item. */
export async function checkRelationship(
  portal: Portal,
  caller: Caller,
  input: { relationshipType?: string; originItemId?: string; destinationItemId?: string },
): Promise<PendingRelationship | undefined> {
  if (input.relationshipType === undefined) return undefined;
  const type = requireRelationshipType(input.relationshipType);
  if ((input.originItemId === undefined) === (input.destinationItemId === undefined)) {
    throw fail('INVALID_REQUEST', { values: ['Name either originItemId or destinationItemId; the new item is the other end.'] });
  }
  if (input.originItemId !== undefined) await requireItem(portal, caller, input.originItemId, 'update');
  if (input.destinationItemId !== undefined) await requireItem(portal, caller, input.destinationItemId);
  return { type, origin: input.originItemId, destination: input.destinationItemId };
}

/** Related items that the caller may see. */
export async function findRelatedItems(
  portal: Portal,
  caller: Caller,
  query: { id: string; types: readonly string[]; direction: string | undefined; sort: ItemSortKey[]; limit: number; offset: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  if (query.types.length === 0) throw fail('MISSING_PARAMETER', { values: ['relationshipType'] });
  const types = query.types.map(requireRelationshipType);
  const direction = query.direction ?? 'forward';
  if (direction !== 'forward' && direction !== 'reverse')
    throw fail('INVALID_PARAMETER', { values: ['direction', 'must be forward or reverse'] });
  await requireItem(portal, caller, query.id);
  return relatedItems(portal.db, caller, { ...query, itemId: query.id, types, direction });
}
