// SQL of the recycle bin. Items in it keep their rows, shares and files; a visibility key that nobody holds hides them.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { BinnedItemRow, ItemSortKey } from '../schema/content.ts';
import { folderIsGone } from './folders.store.ts';
import { itemColumns } from './item-columns.sql.ts';
import { orderOfItems } from './sort.sql.ts';
import { renewScopes } from './visibility.sql.ts';

const binnedColumns = sql`${itemColumns}, item.binned, item.binned_by, coalesce(f.title, item.bin_folder) as folder_title`;

/** Puts items into the bin. */
export async function binItems(db: Db, ids: readonly string[], by: string | null, now: Date): Promise<void> {
  await renewScopes(db, ids, { binned: true, set: sql`binned = ${now}, binned_by = ${by}` });
}

/** Items of the given ids that lie in the bin. */
export async function binnedByIds(db: Db, ids: readonly string[]): Promise<BinnedItemRow[]> {
  const result = await sql<BinnedItemRow>`
    select ${binnedColumns} from item left join folder f on f.id = item.folder_id
    where item.id = any(${[...ids]}) and item.binned is not null`.execute(db);
  return result.rows;
}

/** Which of the items lie in the bin still, locked until the end of the transaction. */
export async function lockedInBin(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select id from item where id = any(${[...ids]}) and binned is not null order by id for update`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** One page of a person's bin, and how many there are. */
export async function binOf(
  db: Db,
  owner: string,
  page: { sort: readonly ItemSortKey[]; limit: number; offset: number },
): Promise<{ rows: BinnedItemRow[]; total: number }> {
  const order = page.sort.length === 0 ? sql`item.binned desc, item.id` : orderOfItems(page.sort);
  const rows = await sql<BinnedItemRow>`
    select ${binnedColumns} from item left join folder f on f.id = item.folder_id
    where item.owner = ${owner} and item.binned is not null
    order by ${order} limit ${page.limit} offset ${page.offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*) as n from item where owner = ${owner} and binned is not null`.execute(db);
  return { rows: rows.rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** Some items of a person's bin, oldest first. */
export async function someBinnedOf(db: Db, owner: string, limit: number, except: readonly string[]): Promise<BinnedItemRow[]> {
  const result = await sql<BinnedItemRow>`
    select ${binnedColumns} from item left join folder f on f.id = item.folder_id
    where item.owner = ${owner} and item.binned is not null and item.id <> all(${[...except]}::text[])
    order by item.binned, item.id limit ${limit}`.execute(db);
  return result.rows;
}

/** Some items that were binned before a time, oldest first. */
export async function binnedBefore(db: Db, before: Date, limit: number, except: readonly string[]): Promise<BinnedItemRow[]> {
  const result = await sql<BinnedItemRow>`
    select ${binnedColumns} from item left join folder f on f.id = item.folder_id
    where item.binned < ${before} and item.id <> all(${[...except]}::text[]) order by item.binned, item.id limit ${limit}`.execute(db);
  return result.rows;
}

/** Which of the binned items another item of the same owner, type and file name keeps from coming back. */
export async function blockedRestores(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select b.id from item b
    where b.id = any(${[...ids]}) and b.data_kind = 'file' and exists (
      select 1 from item i where i.owner = b.owner and i.type = b.type and lower(i.name) = lower(b.name) and i.data_kind = 'file'
        and i.id <> b.id and (i.binned is null or (i.id = any(${[...ids]}) and i.id < b.id)))`.execute(db);
  return new Set(result.rows.map((row) => row.id));
}

/** The layers that lie in the bin and are shown by binned views among the items, by view; those that come back with them do not count. */
export async function missingSources(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; source: string }>`
    select v.id, min(s.title) as source from item v
    join item_relationship r on r.origin_id = v.id and r.type = 'Service2Data'
    join item s on s.id = r.destination_id and s.binned is not null and s.type = 'Feature Service'
    where v.id = any(${[...ids]}) and 'View Service' = any(v.auto_keywords || v.given_keywords) and s.id <> all(${[...ids]})
    group by v.id`.execute(db);
  return new Map(result.rows.map((row) => [row.id, row.source]));
}

/** Takes items out of the bin; `folderId` puts them into a folder, undefined leaves them in the one they name. */
export async function unbinItems(db: Db, ids: readonly string[], folderId: string | null | undefined): Promise<void> {
  const set = sql`binned = null, binned_by = null, bin_folder = null`;
  const place = folderId === undefined ? sql`` : sql`, folder_id = ${folderId}`;
  await renewScopes(db, ids, { binned: false, set: sql`${set}${place}` }).catch(folderIsGone);
}

/** Items in the bin remember by title a folder that is about to go. */
export async function rememberFolder(db: Db, folder: { id: string; title: string }): Promise<void> {
  await sql`update item set folder_id = null, bin_folder = ${folder.title} where folder_id = ${folder.id} and binned is not null`.execute(
    db,
  );
}

/** Hands some of a person's bin to somebody else's bin; how many items. Belongs into a transaction. */
export async function handOverSome(db: Db, owner: string, to: { username: string; orgId: string | null }, limit: number): Promise<number> {
  const rows = await sql<{ id: string }>`
    select id from item where owner = ${owner} and binned is not null order by binned desc, id limit ${limit}`.execute(db);
  const ids = rows.rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  const set = sql`bin_folder = coalesce((select title from folder where id = item.folder_id), bin_folder), folder_id = null`;
  await renewScopes(db, ids, { owner: to, binned: true, set });
  return ids.length;
}
