// Which layers keep their changes: triggers on the tables of those whose service has the capability, and the generations.
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { FeatureTrackingTable } from '../../schema/features.ts';
import { qualified, run } from '../hosted-table.store.ts';
import { type HostedLayer, type HostedService, keepsChanges } from '../layers.rules.ts';

const plain = (db: Db, text: string): Promise<unknown> => run(db, { text, values: [] });

/** Triggers by name: what fires them, and the function of the migration that notes it. */
const TRIGGERS: Readonly<Record<string, string>> = {
  note_added: 'after insert on {table} referencing new table as added for each statement execute function note_added_features()',
  note_changed: 'after update on {table} referencing new table as added for each statement execute function note_changed_features()',
  note_deleted: 'after delete on {table} referencing old table as gone for each statement execute function note_deleted_features()',
  note_emptied: 'after truncate on {table} for each statement execute function note_emptied_layer()',
};

async function addTriggers(db: Db, table: string): Promise<void> {
  for (const [name, when] of Object.entries(TRIGGERS))
    await plain(db, `create trigger ${name} ${when.replace('{table}', qualified(table))}`);
}

/**
 * Begins and ends the keeping of changes, so that every layer does what the capabilities of its service say. Generations begin at
 * the time in milliseconds, or above all that were told before: those of an earlier keeping are not mistaken for them.
 */
export async function settleChangeTracking(db: Db, service: HostedService | undefined): Promise<void> {
  if (service === undefined || service.settings.isView) return;
  const layers = service.layers.filter((layer) => layer.ready);
  const kept = new Set((await trackingOfLayers(db, layers)).map((row) => row.table_name));
  const wanted = keepsChanges(service);
  for (const { table } of layers) {
    if (wanted === kept.has(table)) continue;
    if (wanted) {
      const now = sql<number>`greatest(floor(extract(epoch from now()) * 1000)::bigint, (select floor + 1 from feature_generation))`;
      await db.insertInto('feature_tracking').values({ table_name: table, gen: now, since: now }).execute();
      await addTriggers(db, table);
    } else {
      for (const name of Object.keys(TRIGGERS)) await plain(db, `drop trigger if exists ${name} on ${qualified(table)}`);
      await db.deleteFrom('feature_tracking').where('table_name', '=', table).execute();
    }
  }
}

/** A new table has taken the place of the layer's: what changed between the two is not known. */
export async function restartChangeTracking(db: Db, table: string): Promise<void> {
  const row = await db
    .updateTable('feature_tracking')
    .set({ gen: sql`gen + 1`, since: sql`gen + 1` })
    .where('table_name', '=', table)
    .returning('gen')
    .executeTakeFirst();
  if (row === undefined) return;
  await db.deleteFrom('feature_change').where('table_name', '=', table).execute();
  await db.deleteFrom('feature_file_change').where('table_name', '=', table).execute();
  await addTriggers(db, table);
}

/** The generations of layers that keep their changes. */
export async function trackingOfLayers(db: Db, layers: readonly HostedLayer[]): Promise<FeatureTrackingTable[]> {
  if (layers.length === 0) return [];
  const tables = layers.map((layer) => layer.table);
  return db.selectFrom('feature_tracking').selectAll().where('table_name', 'in', tables).execute();
}

/**
 * Begins a change of layers: first their tables, then their turns, both in the order of their names. Rows come after. Everything that changes
 * features or their files goes this way, so that those who keep changes never wait for each other in a ring.
 */
export async function holdLayers(
  db: Db,
  tables: readonly string[],
  mode: 'row exclusive' | 'access exclusive' = 'row exclusive',
): Promise<void> {
  const names = [...new Set(tables)].toSorted();
  if (names.length === 0) return;
  await plain(db, `lock table ${names.map(qualified).join(', ')} in ${mode} mode`);
  await db.selectFrom('feature_tracking').select('table_name').where('table_name', 'in', names).orderBy('table_name').forUpdate().execute();
}

/** The last change of a feature since a generation. */
export interface FeatureChange {
  objectId: number;
  globalId: string;
  gen: number;
  kind: 'add' | 'update' | 'delete';
}

/**
 * Changes after one generation and up to another, oldest first. What came and went in between is left out. A feature that came in between
 * counts from its beginning, also when it was changed later: who asks from there on would be told of a change of a feature that they never got.
 */
export async function changesBetween(db: Db, table: string, after: number, upTo: number, limit: number): Promise<FeatureChange[]> {
  const gen = sql<number>`case when created_gen > ${after}::bigint then created_gen else changed_gen end`;
  const rows = await db
    .selectFrom('feature_change')
    .select(['object_id', 'global_id', 'created_gen', 'deleted', gen.as('gen')])
    .where('table_name', '=', table)
    .where('changed_gen', '>', after)
    .where(gen, '<=', upTo)
    .where((is) => is.or([is('deleted', '=', false), is('created_gen', '<=', after)]))
    .orderBy('gen')
    .orderBy('object_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    objectId: row.object_id,
    globalId: row.global_id,
    gen: Number(row.gen),
    kind: row.deleted ? 'delete' : row.created_gen > after ? 'add' : 'update',
  }));
}

/** The last change of a file of a feature since a generation. */
export interface FileChange {
  fileId: number;
  globalId: string;
  gen: number;
  kind: 'add' | 'update' | 'delete';
}

/** Changes of files after one generation and up to another, told as `changesBetween` tells those of features. */
export async function fileChangesBetween(db: Db, table: string, after: number, upTo: number, limit: number): Promise<FileChange[]> {
  const gen = sql<number>`case when created_gen > ${after}::bigint then created_gen else changed_gen end`;
  const rows = await db
    .selectFrom('feature_file_change')
    .select(['file_id', 'global_id', 'created_gen', 'deleted', gen.as('gen')])
    .where('table_name', '=', table)
    .where('changed_gen', '>', after)
    .where(gen, '<=', upTo)
    .where((is) => is.or([is('deleted', '=', false), is('created_gen', '<=', after)]))
    .orderBy('gen')
    .orderBy('file_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    fileId: row.file_id,
    globalId: row.global_id,
    gen: Number(row.gen),
    kind: row.deleted ? 'delete' : row.created_gen > after ? 'add' : 'update',
  }));
}
