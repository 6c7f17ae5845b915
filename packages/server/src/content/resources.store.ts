// SQL of the files kept with an item: resources and files of information. The size on the item follows.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Resources are listed and have an access of their own; information is read by its path only. */
export type ResourceKind = 'resource' | 'info';

/** A file kept with an item, as stored. */
export interface ResourceRow {
  item_id: string;
  kind: ResourceKind;
  path: string;
  key: string;
  size_bytes: number;
  access: 'inherit' | 'private';
  created: Date;
}

/** One file by its path. */
export async function resourceAt(db: Db, itemId: string, kind: ResourceKind, path: string): Promise<ResourceRow | undefined> {
  return db
    .selectFrom('item_resource')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('kind', '=', kind)
    .where('path', '=', path)
    .executeTakeFirst();
}

/** Which resources are asked for. */
export interface ResourceQuery {
  itemId: string;
  prefix: string | undefined;
  withPrivate: boolean;
  sort: 'path' | 'created' | 'size_bytes';
  descending: boolean;
  limit: number;
  offset: number;
}

/** A page of resources and how many there are. */
export async function resourcesOf(db: Db, query: ResourceQuery): Promise<{ rows: ResourceRow[]; total: number }> {
  let base = db.selectFrom('item_resource').where('item_id', '=', query.itemId).where('kind', '=', 'resource');
  const { prefix } = query;
  if (prefix !== undefined) base = base.where((eb) => eb(eb.fn('starts_with', ['path', eb.val(`${prefix}/`)]), '=', true));
  if (!query.withPrivate) base = base.where('access', '=', 'inherit');
  const rows = await base
    .selectAll()
    .orderBy(query.sort, query.descending ? 'desc' : 'asc')
    .orderBy('path')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const total = await base.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows, total: Number(total.n) };
}

/** The files of an item at the given paths; with the item locked, so that they stay so until the end of the transaction. */
export async function lockedResources(
  db: Db,
  itemId: string,
  kind: ResourceKind,
  paths: readonly string[],
): Promise<Pick<ResourceRow, 'path' | 'key' | 'access'>[]> {
  await sql`select 1 from item where id = ${itemId} for no key update`.execute(db);
  const result = await sql<Pick<ResourceRow, 'path' | 'key' | 'access'>>`
    select path, key, access from item_resource where item_id = ${itemId} and kind = ${kind} and path = any(${[...paths]}::text[])`.execute(
    db,
  );
  return result.rows;
}

/** Adds or replaces files, no path twice. */
export async function putResourceRows(db: Db, rows: readonly ResourceRow[]): Promise<void> {
  await db
    .insertInto('item_resource')
    .values([...rows])
    .onConflict((oc) =>
      oc.columns(['item_id', 'kind', 'path']).doUpdateSet((eb) => ({
        key: eb.ref('excluded.key'),
        size_bytes: eb.ref('excluded.size_bytes'),
        access: eb.ref('excluded.access'),
        created: eb.ref('excluded.created'),
      })),
    )
    .execute();
}

/** Removes files: one path, all below a prefix, or all; returns their keys. */
export async function deleteResources(db: Db, itemId: string, kind: ResourceKind, path: string | undefined): Promise<string[]> {
  let statement = db.deleteFrom('item_resource').where('item_id', '=', itemId).where('kind', '=', kind);
  if (path !== undefined) {
    statement = statement.where((eb) => eb.or([eb('path', '=', path), eb(eb.fn('starts_with', ['path', eb.val(`${path}/`)]), '=', true)]));
  }
  const rows = await statement.returning('key').execute();
  return rows.map((row) => row.key);
}

/** Makes the size and time of the item follow its files. */
export async function touchResources(db: Db, itemId: string, now: Date): Promise<void> {
  // In a statement of its own: one that waits in the middle would not count what came meanwhile.
  await sql`select 1 from item where id = ${itemId} for no key update`.execute(db);
  await sql`
    update item set modified = ${now},
      resource_bytes = (select coalesce(sum(size_bytes), 0) from item_resource where item_id = ${itemId})
    where id = ${itemId}`.execute(db);
}
