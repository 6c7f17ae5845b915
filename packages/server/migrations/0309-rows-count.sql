-- Rows of hosted layers count as what their owner stores, as files do; and items say how large they are with them.
-- See docs/decisions/0154-rows-count.md.

-- The bytes of the values of a hosted table: those of its rows on some of its pages, times the rows there are. Small tables are added up whole.
-- Without a number of rows they are estimated from the pages. What the portal keeps beside the values (indexes, simplified shapes) is not counted.
-- A view has none of its own, nor has a table that is gone.
create function bytes_of_rows(name text, total bigint default null) returns bigint language plpgsql as $$
declare
  found regclass := to_regclass('hosted.' || quote_ident(name));
  pages bigint;
  share double precision;
  columns text;
  rows_read bigint;
  bytes_read bigint;
begin
  if found is null or not exists (select 1 from pg_class where oid = found and relkind = 'r') then
    return 0;
  end if;
  pages := pg_relation_size(found) / current_setting('block_size')::bigint;
  if pages = 0 or total <= 0 then
    return 0;
  end if;
  share := least(100, 100.0 * 128 / pages);
  select string_agg(format('coalesce(pg_column_size(%I), 0)', attname), ' + ') into columns
    from pg_attribute where attrelid = found and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('select count(*), coalesce(sum(%s), 0) from %s tablesample system (%s) repeatable (0)', columns, found, share)
    into rows_read, bytes_read;
  if share < 100 and rows_read = 0 and total is not null then
    execute format('select count(*), coalesce(sum(%s), 0) from (select * from %s limit 1000) some', columns, found) into rows_read, bytes_read;
  end if;
  return case when rows_read = 0 then 0 when total is null then bytes_read * 100 / share when share = 100 then bytes_read
    else bytes_read::double precision / rows_read * total end;
end $$;

-- What the rows of each layer take, and at which of its edits that was found.
create table feature_bytes (
  table_name text primary key references feature_layer (table_name) on update cascade on delete cascade,
  item_id text not null,
  bytes bigint not null,
  -- The version of the layer and its edits then.
  measured bigint not null
);

-- However layers come and go, the item knows what they take.
create function count_rows_of_layers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update item set hosted_bytes = hosted_bytes + n.bytes
      from (select item_id, sum(bytes) as bytes from added group by item_id) n where item.id = n.item_id and n.bytes <> 0;
  elsif tg_op = 'DELETE' then
    update item set hosted_bytes = hosted_bytes - n.bytes
      from (select item_id, sum(bytes) as bytes from gone group by item_id) n where item.id = n.item_id and n.bytes <> 0;
  else
    update item set hosted_bytes = hosted_bytes + n.bytes
      from (select item_id, sum(bytes) as bytes from (
        select item_id, bytes from added union all select item_id, -bytes from gone) b group by item_id) n
      where item.id = n.item_id and n.bytes <> 0;
  end if;
  return null;
end $$;
create trigger feature_bytes_added after insert on feature_bytes
  referencing new table as added for each statement execute function count_rows_of_layers();
create trigger feature_bytes_gone after delete on feature_bytes
  referencing old table as gone for each statement execute function count_rows_of_layers();
create trigger feature_bytes_changed after update on feature_bytes
  referencing old table as gone new table as added for each statement execute function count_rows_of_layers();

-- Where people see only features of their own, the size would tell how many others there are.
alter table item add column hides_size boolean not null default false;
update item set hides_size = true from feature_service s
  where s.item_id = item.id and (
    ((s.settings -> 'editorTrackingInfo' ->> 'enableOwnershipAccessControl')::boolean
      and (s.settings -> 'editorTrackingInfo' ->> 'allowOthersToQuery')::boolean is false)
    or lower(coalesce(s.settings ->> 'capabilities', 'Query')) !~ '\mquery\M'
    or exists (select from feature_layer l where l.item_id = s.item_id
      and lower(coalesce(nullif(l.definition ->> 'capabilities', ''), 'Query')) !~ '\mquery\M'));

-- What an item says of its size: data, resources, and what services keep for it; -1 for an item without any of its own.
alter table item add column size_bytes bigint generated always as (
  case when data_bytes < 0 and (hosted_bytes = 0 or hides_size) then -1
    else greatest(data_bytes, 0) + resource_bytes + case when hides_size then 0 else hosted_bytes end end) stored;

-- As before, with that size.
create or replace view item_to_search as
  select i.id as item_id, i.org_id,
    case when 'public' = any (i.scopes) then 'e' when i.access = 'org' and 'org:' || i.org_id = any (i.scopes) then 'o' else 'n' end::"char" as reach,
    array(select k from unnest(i.scopes) k
      where k <> 'public' and k not like 'within:%' and (i.access <> 'org' or k <> 'org:' || coalesce(i.org_id, ''))) as named,
    case when i.access = 'private' and i.group_count > 0 then 'shared' else i.access end as access,
    lower(i.content_status) as content_status, lower(i.type) as type, lower(i.owner) as owner, lower(i.title) as title_key,
    array(select distinct lower(t) from unnest(i.tags) t order by 1) as tags,
    array(select distinct lower(c) from unnest(i.categories) c order by 1) as categories,
    i.created, i.modified, i.uploaded, i.last_viewed,
    i.num_views, i.num_comments, i.num_ratings, i.avg_rating, i.score_completeness,
    i.size_bytes as data_bytes,
    item_standing(i) as standing,
    case when i.extent_box is null then null
      else box(point(i.extent_box[1], i.extent_box[2]),
        point(i.extent_box[3] + case when i.extent_box[1] > i.extent_box[3] then 360 else 0 end, i.extent_box[4])) end as ground,
    (select ts_delete(v, array(select l from unnest(tsvector_to_array(v)) l where l ~ '[:=]')) from ts_filter(i.search, '{a,b}') v) as headline,
    i.search || array_to_tsvector(array_remove(array[
      'owner=' || lower(i.owner),
      case when i.content_status <> '' then 'contentstatus=' || lower(i.content_status) end,
      'culture=' || lower(i.culture),
      'culture=' || nullif(split_part(lower(i.culture), '-', 1), lower(i.culture)),
      case when i.url is not null then 'itemtype=url' end,
      'itemtype=' || nullif(i.data_kind, 'none')
    ], null) || standing_lexemes(item_standing(i)) || modified_lexemes(i.modified) || array(
      select distinct 'categories=' || rtrim(left(lower(c), n), '/')
      from unnest(i.categories) c, generate_series(1, length(c)) n
      where n = length(c) or substr(c, n + 1, 1) = '/')) as words
  from item i where i.status <> 'partial' and 'user:' || i.owner = any (i.scopes);

-- Searches find and order by it.
create function size_follows() returns trigger language plpgsql as $$
begin
  update item_search set data_bytes = new.size_bytes where item_id = new.id and data_bytes is distinct from new.size_bytes;
  return null;
end $$;
create trigger item_size_follows after update on item for each row
  when (old.size_bytes is distinct from new.size_bytes) execute function size_follows();

-- What the layers take that are there already is measured after the start, one service after the other (`sweepRows`): a statement that reads every
-- table would hold locks on all of them and their indexes, more than the database has room for where there are a thousand layers.

-- Files of features were not in it either.
update item_search s set data_bytes = i.size_bytes from item i where i.id = s.item_id and s.data_bytes is distinct from i.size_bytes;
