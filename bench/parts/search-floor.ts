// The plain statement that searches are measured against: words, permission, exact total and page from one table of items.
import type pg from 'pg';
import { groupIdOf, groupsOfMember } from '../catalogue.ts';

/** One search of the measured mix. */
export interface Ask {
  q: string;
  /** A whole type, or none. */
  type: string | undefined;
  /** Number of the member who asks; undefined is a stranger. */
  member: number | undefined;
}

/** Makes the table, its words by the database's own parser, and the indexes such a table has. */
export async function makeFloor(client: pg.Client): Promise<void> {
  await client.query(`
    set maintenance_work_mem = '512MB';
    create function tags_text(text[]) returns text language sql immutable parallel safe as 'select array_to_string($1, '' '')';
    create table floor_item as
      select id, owner, type, case when access = 'private' and group_count > 0 then 'shared' else access end as access, title, snippet,
        description, tags, array(select substr(k, 7) from unnest(scopes) k where k like 'group:%') as groups, created, modified, num_views,
        setweight(to_tsvector('simple', translate(title, '_', ' ')), 'A') || setweight(to_tsvector('simple', tags_text(tags)), 'B')
          || setweight(to_tsvector('simple', coalesce(snippet, '')), 'C') || setweight(to_tsvector('simple', coalesce(description, '')), 'D') as tsv
      from item where id in (select item_id from item_search);
    alter table floor_item add primary key (id);
    create index on floor_item using gin (tsv);
    create index on floor_item (modified desc, id);
    create index on floor_item (owner, modified desc);
    create index on floor_item using gin (groups) where access = 'shared';
    create index on floor_item (type)`);
  await client.query('vacuum analyze floor_item');
}

/** The statement and its values. */
export function floorStatement(
  ask: Ask,
  sort: 'relevance' | 'modified',
  offset: number,
  ownerOf: (n: number) => string,
): [string, unknown[]] {
  const values: unknown[] = [ask.q];
  const query = "plainto_tsquery('simple', $1)";
  let where = `tsv @@ ${query}`;
  if (ask.type !== undefined) where += ` and type = $${values.push(ask.type)}`;
  if (ask.member === undefined) where += " and access = 'public'";
  else {
    const owner = values.push(ownerOf(ask.member));
    const groups = values.push(groupsOfMember(ask.member).map(groupIdOf));
    where += ` and (access in ('public', 'org') or owner = $${owner} or (access = 'shared' and groups && $${groups}::text[]))`;
  }
  const isByRank = sort === 'relevance';
  const order = isByRank ? 'rank desc, modified desc, id' : 'modified desc, id';
  const text = `with m as materialized (select id, modified${isByRank ? `, ts_rank(tsv, ${query}) as rank` : ''} from floor_item where ${where})
    select (select count(*) from m)::int as total, (select json_agg(x) from (
      select i.id, i.owner, i.type, i.access, i.title, i.snippet, i.tags, i.created, i.modified, i.num_views
      from (select * from m order by ${order} limit 10 offset ${offset}) p join floor_item i using (id)
      order by ${isByRank ? 'p.rank desc, ' : ''}p.modified desc, id) x) as results`;
  return [text, values];
}
