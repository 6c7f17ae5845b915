// SQL that finds sample content which an earlier run has made.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** The keyword that marks a sample item. */
export function sampleKeyword(key: string): string {
  return `graticule-sample:${key}`;
}

/** The item that was made for a sample, if any. */
export async function sampleItem(db: Db, owner: string, key: string): Promise<{ id: string } | undefined> {
  const result = await sql<{
    id: string;
  }>`select id from item where owner = ${owner} and given_keywords @> array[${sampleKeyword(key)}] and binned is null limit 1`.execute(db);
  return result.rows[0];
}

/** The hosted service of a name, with its item. */
export async function serviceItem(db: Db, owner: string, name: string): Promise<{ id: string } | undefined> {
  const result = await sql<{ id: string }>`
    select i.id from item i where i.owner = ${owner} and i.type = 'Feature Service' and lower(i.name) = lower(${name}) and i.status <> 'failed' and i.binned is null limit 1`.execute(
    db,
  );
  return result.rows[0];
}

/** A group of the owner by its title. */
export async function groupTitled(db: Db, owner: string, title: string): Promise<{ id: string } | undefined> {
  const result = await sql<{
    id: string;
  }>`select id from user_group where owner = ${owner} and lower(title) = lower(${title}) limit 1`.execute(db);
  return result.rows[0];
}
