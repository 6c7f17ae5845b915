// SQL of looks at items by day.
import { type Kysely, sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Schema } from '../schema/schema.ts';

/** Looks at one item on one day. */
export interface DayCount {
  itemId: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  views: number;
}

/** Looks at one item, and when the last one was. */
export interface Looks {
  itemId: string;
  views: number;
  at: Date;
}

/** Adds looks to the items, which must come in the order of their ids. */
export async function addViews(db: Kysely<Schema>, looks: readonly Looks[]): Promise<void> {
  const ids = looks.map(({ itemId }) => itemId);
  await db.transaction().execute(async (transaction) => {
    await sql`select 1 from item where id = any(${ids}::text[]) order by id for no key update`.execute(transaction);
    await sql`
      update item set num_views = item.num_views + n.views, last_viewed = greatest(item.last_viewed, n.at)
      from unnest(${ids}::text[], ${looks.map(({ views }) => views)}::int[], ${looks.map(({ at }) => at.toISOString())}::timestamptz[])
        as n (id, views, at)
      where item.id = n.id`.execute(transaction);
  });
}

/** Adds looks by day; items that are gone meanwhile are left out. In the order of the key, so that two processes never wait for each other. */
export async function addDailyViews(db: Db, counts: readonly DayCount[]): Promise<void> {
  const rows = [...counts].sort((a, b) => (a.itemId === b.itemId ? a.day.localeCompare(b.day) : a.itemId.localeCompare(b.itemId)));
  await sql`
    insert into item_daily_view (item_id, day, views)
    select n.item_id, n.day::date, n.views
    from unnest(${rows.map((row) => row.itemId)}::text[], ${rows.map((row) => row.day)}::text[], ${rows.map((row) => row.views)}::int[])
      with ordinality as n (item_id, day, views, place)
    where exists (select 1 from item i where i.id = n.item_id)
    order by n.place
    on conflict (item_id, day) do update set views = item_daily_view.views + excluded.views`.execute(db);
}

/** Looks at an item by day since a day, days without any left out. */
export async function dailyViews(db: Db, itemId: string, since: string): Promise<{ day: string; views: number }[]> {
  const result = await sql<{ day: string; views: number }>`
    select day::text as day, views from item_daily_view where item_id = ${itemId} and day >= ${since}::date order by day`.execute(db);
  return result.rows;
}

/** Forgets days before a day, a part at a time; how many rows went. */
export async function forgetDailyViews(db: Db, before: string, limit: number): Promise<number> {
  const result = await sql`
    delete from item_daily_view where (item_id, day) in (
      select item_id, day from item_daily_view where day < ${before}::date limit ${limit})`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}
