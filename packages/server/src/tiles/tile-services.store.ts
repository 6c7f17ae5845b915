// SQL of vector tile services that were published from hosted layers or packages.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { TileServiceTable } from '../schema/tiles.ts';

/** The tile service of a name, case ignored; undefined also while its source lies in the recycle bin. */
export async function tileServiceByName(db: Db, name: string): Promise<TileServiceTable | undefined> {
  return db
    .selectFrom('tile_service as t')
    .innerJoin('item as source', (join) => join.on(sql<boolean>`source.id = coalesce(t.source_item_id, t.package_item_id)`))
    .selectAll('t')
    .where(sql`lower(t.name)`, '=', name.toLowerCase())
    .where('source.binned', 'is', null)
    .executeTakeFirst();
}

/** Adds a tile service. The unique name is checked by the database. */
export async function insertTileService(db: Db, row: TileServiceTable): Promise<void> {
  await db.insertInto('tile_service').values(row).execute();
}
