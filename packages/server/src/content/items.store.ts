// SQL of items.
import { sql } from 'kysely';
import { storedBytes } from '../organisation/stored-bytes.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { KnownStatements } from '../platform/db/known-statements.ts';
import { lookUp } from '../platform/db/prepared.ts';
import type { ItemRow, ItemWithRight } from '../schema/content.ts';
import { folderIsGone } from './folders.store.ts';
import { itemColumns } from './item-columns.sql.ts';
import { derivedColumns } from './item-document.sql.ts';
import { itemKeys } from './visibility.rules.ts';
import { maySeeItem, mayUpdateThroughGroup, renewScopes } from './visibility.sql.ts';

/** What a new item needs; everything else has a default. */
export type NewItem = Pick<ItemRow, 'id' | 'org_id' | 'owner' | 'title' | 'type'> &
  Partial<Omit<ItemRow, 'created' | 'modified' | 'num_views' | 'access' | 'listed_as' | 'size_bytes'>>;

/** What may be changed without a further rule. */
export type ItemChange = Partial<
  Omit<ItemRow, 'id' | 'org_id' | 'owner' | 'created' | 'num_views' | 'access' | 'group_count' | 'listed_as' | 'size_bytes'> & {
    hides_size: boolean;
  }
>;

const EMPTY = {
  folder_id: null,
  auto_keywords: [],
  given_keywords: [],
  tags: [],
  description: null,
  snippet: null,
  documentation: null,
  access_information: null,
  license_info: null,
  culture: 'en-us',
  spatial_reference: null,
  categories: [],
  content_status: '',
  properties: null,
  url: null,
  name: null,
  thumbnail_key: null,
  thumbnail_name: null,
  extent_box: null,
  data_kind: 'none' as const,
  data_key: null,
  data_type: null,
  data_bytes: -1,
  resource_bytes: 0,
  protected: false,
  comments_enabled: true,
  status: 'completed' as const,
  status_message: '',
};

/** Adds an item with its words and visibility; a second file of the same name and type violates `item_file_name`. */
export async function insertItem(db: Db, item: NewItem, now: Date): Promise<void> {
  const row = { ...EMPTY, ...item };
  await db
    .insertInto('item')
    .values({
      ...row,
      properties: row.properties === null ? null : JSON.stringify(row.properties),
      ...derivedColumns(row),
      scopes: itemKeys({ ...row, access: 'private' }, []),
      last_viewed: null,
      binned: null,
      binned_by: null,
      bin_folder: null,
      created: now,
      modified: now,
      uploaded: now,
    })
    .execute()
    .catch(folderIsGone);
}

/** One item, whoever asks, also from the recycle bin. */
export async function itemById(db: Db, id: string): Promise<ItemRow | undefined> {
  const result = await sql<ItemRow>`select ${itemColumns} from item where id = ${id}`.execute(db);
  return result.rows[0];
}

/** Changes columns together with everything that follows from them; returns the row before and after. */
export async function updateItemRow(db: Db, id: string, change: ItemChange): Promise<{ before: ItemRow; after: ItemRow } | undefined> {
  const before = (await sql<ItemRow>`select ${itemColumns} from item where id = ${id} for update`.execute(db)).rows[0];
  if (before === undefined) return undefined;
  const after: ItemRow = { ...before, ...change };
  const { properties, ...columns } = change;
  await db
    .updateTable('item')
    .set({
      ...columns,
      ...(properties === undefined ? {} : { properties: properties === null ? null : JSON.stringify(properties) }),
      ...derivedColumns(after),
    })
    .where('id', '=', id)
    .execute();
  return { before, after };
}

/** Items of the given ids with the caller's rights, in one statement; what lies in the recycle bin is gone. */
export async function itemsWithRight(db: Db, caller: Caller, ids: readonly string[]): Promise<ItemWithRight[]> {
  const result = await sql<ItemWithRight>`
    select ${itemColumns}, ${maySeeItem(caller)} as visible, ${mayUpdateThroughGroup(caller)} as group_update
    from item where item.id = any(${[...ids]}) and item.binned is null`.execute(db);
  return result.rows;
}

const single = new KnownStatements(
  (rights, id) => sql`
    select ${itemColumns}, ${maySeeItem(rights)} as visible, ${mayUpdateThroughGroup(rights)} as group_update
    from item where item.id = ${id} and item.binned is null`,
);

/** The same for one item that a request is about. */
export async function itemWithRight(
  { db, database }: Pick<Portal, 'db' | 'database'>,
  caller: Caller,
  id: string,
): Promise<ItemWithRight | undefined> {
  const [row] = await lookUp<ItemWithRight>(database, single.for(db, caller, id));
  return row === undefined ? undefined : { ...row };
}

/** Whether somebody protected one of the items; all are locked until the end of the transaction, so that nobody does. */
export async function holdsProtected(db: Db, ids: readonly string[]): Promise<boolean> {
  const result = await sql<{ protected: boolean }>`
    select protected from item where id = any(${[...ids]}) order by id for update`.execute(db);
  return result.rows.some((row) => row.protected);
}

/** Removes items; what refers to them goes with them. Returns the keys of all files they had. */
export async function deleteItemRows(db: Db, ids: readonly string[]): Promise<string[]> {
  const list = [...ids];
  const keys = await sql<{ key: string }>`
    select data_key as key from item where id = any(${list}) and data_key is not null
    union all select thumbnail_key from item where id = any(${list}) and thumbnail_key is not null
    union all select key from item_resource where item_id = any(${list})
    union all select key from item_part where item_id = any(${list})`.execute(db);
  await sql`delete from item where id = any(${list})`.execute(db);
  return keys.rows.map((row) => row.key);
}

/** Bytes that a person's items take. */
export async function bytesOf(db: Db, owner: string): Promise<number> {
  const result = await sql<{ bytes: number }>`select ${storedBytes(sql`item.owner = ${owner}`)} as bytes`.execute(db);
  return result.rows[0]?.bytes ?? 0;
}

/** The person's own limit, with the account locked: uploads of one person are counted one after the other. */
export async function lockedQuota(db: Db, owner: string): Promise<number | null> {
  const row = await db.selectFrom('account').select('storage_quota').where('username', '=', owner).forNoKeyUpdate().executeTakeFirst();
  return row?.storage_quota === null || row === undefined ? null : Number(row.storage_quota);
}

/** The item that holds a file of this name and type in a person's content. */
export async function itemByFileName(db: Db, owner: string, type: string, name: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from item where owner = ${owner} and type = ${type} and lower(name) = ${name.toLowerCase()} and data_kind = 'file' and binned is null`.execute(
    db,
  );
  return result.rows[0]?.id;
}

/** Sets who may see items and makes their visibility keys follow. */
export async function setAccess(db: Db, ids: readonly string[], access: 'private' | 'org' | 'public'): Promise<void> {
  await renewScopes(db, ids, { access, set: sql`modified = now()` });
}

/** Makes the visibility keys of items follow their owner, access and shares. */
export async function refreshScopes(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await renewScopes(db, ids);
}

/** Gives items to another person. */
export async function setOwner(
  db: Db,
  ids: readonly string[],
  owner: string,
  orgId: string | null,
  folderId: string | null,
): Promise<void> {
  const set = sql`folder_id = ${folderId}, modified = now()`;
  await renewScopes(db, ids, { owner: { username: owner, orgId }, set }).catch(folderIsGone);
}

/** Puts items into a folder; null is the root. */
export async function setFolder(db: Db, ids: readonly string[], folderId: string | null): Promise<void> {
  await sql`update item set folder_id = ${folderId} where id = any(${[...ids]})`.execute(db).catch(folderIsGone);
}

/** Turns the delete protection of items on or off. */
export async function setProtection(db: Db, ids: readonly string[], value: boolean): Promise<void> {
  await sql`update item set protected = ${value} where id = any(${[...ids]}) and protected <> ${value}`.execute(db);
}

/** Whether the person has an item of that type and title, case ignored, outside the recycle bin. */
export async function hasTitle(db: Db, item: { owner: string; type: string; title: string }): Promise<boolean> {
  const result = await sql<{ found: boolean }>`
    select exists (select 1 from item
      where owner = ${item.owner} and type = ${item.type} and lower(title) = ${item.title.toLowerCase()} and binned is null) as found`.execute(
    db,
  );
  return result.rows[0]?.found ?? false;
}
