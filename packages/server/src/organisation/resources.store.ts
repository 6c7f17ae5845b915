// SQL of the files of an organisation.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** A file of an organisation. */
export interface ResourceRow {
  key: string;
  file_key: string;
  content_type: string;
  size_bytes: number;
  access: 'public' | 'private';
}

/** A page of the files, private ones only for members, and how many there are. */
export async function resourcesOf(
  db: Db,
  orgId: string,
  query: { all: boolean; limit: number; offset: number },
): Promise<{ rows: ResourceRow[]; total: number }> {
  const where = sql`from organisation_resource where org_id = ${orgId} and (${query.all}::boolean or access = 'public')`;
  const rows = await sql<ResourceRow>`
    select key, file_key, content_type, size_bytes, access ${where} order by key limit ${query.limit} offset ${query.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n ${where}`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** One file. */
export async function resourceOf(db: Db, orgId: string, key: string): Promise<ResourceRow | undefined> {
  const row = await db
    .selectFrom('organisation_resource')
    .select(['key', 'file_key', 'content_type', 'size_bytes', 'access'])
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, size_bytes: Number(row.size_bytes) };
}

/** Adds or replaces a file; the key of the bytes that it had before, if any. */
export async function putResource(db: Db, orgId: string, row: ResourceRow): Promise<string | undefined> {
  const before = await db
    .selectFrom('organisation_resource')
    .select('file_key')
    .where('org_id', '=', orgId)
    .where('key', '=', row.key)
    .forUpdate()
    .executeTakeFirst();
  await db
    .insertInto('organisation_resource')
    .values({ ...row, org_id: orgId })
    .onConflict((oc) => oc.columns(['org_id', 'key']).doUpdateSet({ ...row, created: new Date() }))
    .execute();
  return before?.file_key;
}

/** Removes a file; the key of its bytes, or undefined when there is none. */
export async function deleteResource(db: Db, orgId: string, key: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('organisation_resource')
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .returning('file_key')
    .executeTakeFirst();
  return row?.file_key;
}
