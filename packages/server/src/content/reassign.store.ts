// SQL of handing items over.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** Which of the items the new owner has already, by type and file name. */
export async function namesTaken(db: Db, ids: readonly string[], newOwner: string): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select m.id from item m
    where m.id = any(${[...ids]}) and m.data_kind = 'file' and exists (
      select 1 from item i where i.owner = ${newOwner} and i.type = m.type and lower(i.name) = lower(m.name)
        and i.data_kind = 'file' and i.binned is null)`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** Ids of what goes with hosted services, by service: the files they were made from and the views of them, of the same owner. */
export async function companionsOf(db: Db, ids: readonly string[]): Promise<{ id: string; of: string }[]> {
  const list = [...ids];
  const result = await sql<{ id: string; of: string }>`
    select other.id, pair.service as of from (
      select r.origin_id as service, r.destination_id as other from item_relationship r
      where r.origin_id = any(${list}) and r.type in ('Service2Data', 'Service2Service')
      union
      select r.destination_id, r.origin_id from item_relationship r
      where r.destination_id = any(${list}) and r.type in ('Service2Data', 'Service2Service')) pair
    join item s on s.id = pair.service and s.type = 'Feature Service' and s.binned is null
    join item other on other.id = pair.other and other.owner = s.owner and other.binned is null
    where other.id <> all(${list})
    order by other.id`.execute(db);
  return result.rows;
}

/** Some items of a person outside the recycle bin after an id, with the titles of their folders. */
export async function someItemsOf(
  db: Db,
  owner: string,
  folderId: string | undefined,
  page: { after: string; limit: number },
): Promise<{ id: string; folder_title: string | null }[]> {
  const result = await sql<{ id: string; folder_title: string | null }>`
    select item.id, f.title as folder_title from item left join folder f on f.id = item.folder_id
    where item.owner = ${owner} and item.binned is null and item.id > ${page.after}
      ${folderId === undefined ? sql`` : sql`and item.folder_id = ${folderId}`}
    order by item.id limit ${page.limit}`.execute(db);
  return result.rows;
}
