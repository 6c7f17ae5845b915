// SQL of what items name, and of what would break without them.
import { sql } from 'kysely';
import { groupColumns, membershipColumns } from '../groups/group-columns.sql.ts';
import { maySeeGroup } from '../groups/visibility.sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';
import type { GroupForCaller } from '../schema/groups.ts';
import { itemColumns } from './item-columns.sql.ts';
import { NEEDS_DESTINATION, NEEDS_ORIGIN } from './references.rules.ts';
import { maySeeItem } from './visibility.sql.ts';

/** Where an item names others. */
export type ReferenceSource = 'data' | 'url';

/** Replaces what an item names in its data or its address. */
export async function replaceReferences(db: Db, itemId: string, source: ReferenceSource, targets: readonly string[]): Promise<void> {
  const list = [...targets];
  await sql`delete from item_reference where item_id = ${itemId} and source = ${source} and target <> all(${list}::text[])`.execute(db);
  if (list.length === 0) return;
  await sql`
    insert into item_reference (item_id, source, target) select ${itemId}, ${source}, t from unnest(${list}::text[]) t
    on conflict do nothing`.execute(db);
}

/** Items whose references were never read, some of them. */
export async function unreadItems(db: Db, limit: number): Promise<{ id: string; url: string | null; data_key: string | null }[]> {
  const result = await sql<{ id: string; url: string | null; data_key: string | null }>`
    select id, url, case when data_kind = 'text' then data_key end as data_key from item
    where not references_read order by id limit ${limit}`.execute(db);
  return result.rows;
}

/** Says that the references of an item are kept. */
export async function markRead(db: Db, itemId: string): Promise<void> {
  await sql`update item set references_read = true where id = ${itemId}`.execute(db);
}

/** An item at the other end of a dependency. */
export type DependentRow = ItemRow & { via: string[]; depends_on: string[] };

/** Pairs `dependent`, `target`, `via` for the asked items, in the direction of those that need them. */
function dependentsOf(ids: readonly string[]) {
  const list = [...ids];
  return sql`
    with asked as (
      select id, lower(substring(url from '^/rest/services/Hosted/([A-Za-z0-9_]+)/')) as service from item where id = any(${list})
    ), pair as (
      select r.item_id as dependent, a.id as target, r.source as via from asked a join item_reference r on r.target = 'item:' || a.id
      union all
      select r.item_id, a.id, r.source from asked a join item_reference r on r.target = 'service:' || a.service
      union all
      select r.origin_id, r.destination_id, r.type from item_relationship r
      where r.destination_id = any(${list}) and (r.type = any(${[...NEEDS_DESTINATION]}) or (r.type = 'Service2Data' and exists (
        select 1 from item o where o.id = r.origin_id and 'View Service' = any(o.auto_keywords || o.given_keywords))))
      union all
      select r.destination_id, r.origin_id, r.type from item_relationship r
      where r.origin_id = any(${list}) and r.type = any(${[...NEEDS_ORIGIN]})
    )`;
}

/** Pairs in the other direction: what the item needs. */
function dependenciesOf(id: string) {
  return sql`
    with named as (select source as via, target from item_reference where item_id = ${id}), pair as (
      select i.id as dependent, ${id}::text as target, n.via from named n join item i on n.target = 'item:' || i.id
      union all
      select f.item_id, ${id}::text, n.via from named n join feature_service f on n.target = 'service:' || lower(f.name)
      union all
      select r.destination_id, r.origin_id, r.type from item_relationship r
      where r.origin_id = ${id} and (r.type = any(${[...NEEDS_DESTINATION]}) or r.type = 'Service2Data')
      union all
      select r.origin_id, r.destination_id, r.type from item_relationship r
      where r.destination_id = ${id} and r.type = any(${[...NEEDS_ORIGIN]})
    )`;
}

interface DependencyPage {
  rows: DependentRow[];
  total: number;
  /** Those that the caller may not see. */
  hidden: number;
}

async function pageOf(
  db: Db,
  caller: Caller,
  pairs: ReturnType<typeof dependentsOf>,
  page: { except: readonly string[]; limit: number; offset: number },
): Promise<DependencyPage> {
  const matching = sql`pair.dependent <> all(${[...page.except]}::text[])`;
  const rows = await sql<DependentRow>`
    ${pairs}, other as (
      select dependent, array_agg(distinct via order by via) as via, array_agg(distinct target order by target) as depends_on
      from pair where ${matching} group by dependent
    )
    select ${itemColumns}, other.via, other.depends_on from other join item on item.id = other.dependent
    where item.binned is null and ${maySeeItem(caller)}
    order by lower(item.title), item.id limit ${page.limit} offset ${page.offset}`.execute(db);
  const counts = await sql<{ all: number; seen: number }>`
    ${pairs}
    select count(*) as all, count(*) filter (where ${maySeeItem(caller)}) as seen from item
    where item.binned is null and item.id in (select dependent from pair where ${matching})`.execute(db);
  const seen = Number(counts.rows[0]?.seen ?? 0);
  return { rows: rows.rows, total: seen, hidden: Number(counts.rows[0]?.all ?? 0) - seen };
}

/** Items that need any of the asked ones, without the asked ones themselves. */
export async function pageOfDependents(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  page: { limit: number; offset: number },
): Promise<DependencyPage> {
  return pageOf(db, caller, dependentsOf(ids), { except: ids, ...page });
}

/** Items that the asked one needs. */
export async function pageOfDependencies(
  db: Db,
  caller: Caller,
  id: string,
  page: { limit: number; offset: number },
): Promise<DependencyPage> {
  return pageOf(db, caller, dependenciesOf(id), { except: [id], ...page });
}

/** Groups that hold any of the items, and how many of them; favourites are nobody else's business. */
export async function groupsHolding(
  db: Db,
  caller: Caller,
  ids: readonly string[],
  limit: number,
): Promise<{ rows: (GroupForCaller & { affected: number })[]; hidden: number }> {
  const held = sql`(
    select s.group_id, count(*)::int as affected from item_share s join user_group g on g.id = s.group_id and not g.favourites
    where s.item_id = any(${[...ids]}) group by s.group_id) held`;
  const rows = await sql<GroupForCaller & { affected: number }>`
    select ${groupColumns}, ${membershipColumns(caller)}, true as visible, held.affected
    from ${held} join user_group on user_group.id = held.group_id where ${maySeeGroup(caller)}
    order by held.affected desc, lower(user_group.title), user_group.id limit ${limit}`.execute(db);
  const hidden = await sql<{ n: number }>`
    select count(*) as n from ${held} join user_group on user_group.id = held.group_id where not ${maySeeGroup(caller)}`.execute(db);
  return { rows: rows.rows, hidden: Number(hidden.rows[0]?.n ?? 0) };
}
