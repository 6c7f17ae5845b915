-- The words of items move to a table of short rows, apart for each way to be seen: counting reads few pages.
-- See docs/decisions/0043-search-at-a-million.md.

drop trigger item_joins_search_new on item;
drop trigger item_joins_search_changed on item;
drop trigger item_counts_follow on item;
drop function item_joins_search();
drop function item_counts_follow();
drop function item_search_row(item);
drop table item_search;

-- What searches filter, sort and count by: one row for each item that can be found.
create table item_search (
  item_id text primary key references item (id) on delete cascade,
  org_id text,
  -- Who reaches the item: e everybody, o the members of its organisation, n nobody but those named below.
  reach "char" not null,
  -- Keys of the persons, groups and other organisations that the item is open to.
  named text[] not null,
  access text not null,
  content_status text not null,
  type text not null,
  owner text not null,
  title_key text not null,
  tags text[] not null,
  categories text[] not null,
  created timestamptz not null,
  modified timestamptz not null,
  uploaded timestamptz not null,
  last_viewed timestamptz,
  num_views bigint not null,
  num_comments integer not null,
  num_ratings integer not null,
  avg_rating double precision not null,
  score_completeness integer not null,
  data_bytes bigint not null,
  -- What is good about an item whatever was asked: looks, completeness, marks.
  standing real not null,
  -- Longitudes beyond 180 across the date line.
  ground box,
  -- General words of title (weight A) and tags (B): enough to order what was found.
  headline tsvector not null
) with (fillfactor = 90);

-- What the indexes of words lead to. Everything here is short but `words`, which lies apart.
create table item_word (
  modified timestamptz not null,
  standing real not null,
  reach "char" not null,
  item_id text not null references item (id) on delete cascade,
  -- As in item_search; null where everybody reaches the item.
  org_id text,
  named text[],
  -- The whole document, with lexemes for exact values such as owner=ada, and for its place in the orders by standing and time.
  words tsvector not null,
  -- NOTE: only rows of more than 2 kB are looked at for what could lie apart. This makes them longer until it is compressed.
  ballast text not null default repeat(' ', 2100),
  primary key (item_id, reach)
) partition by list (reach);
create table item_word_e partition of item_word for values in ('e') with (fillfactor = 90, toast_tuple_target = 256);
create table item_word_o partition of item_word for values in ('o') with (fillfactor = 90, toast_tuple_target = 256);
create table item_word_n partition of item_word for values in ('n') with (fillfactor = 90, toast_tuple_target = 256);
alter table item_word_e alter column words set storage external;
alter table item_word_o alter column words set storage external;
alter table item_word_n alter column words set storage external;

-- Lexemes by which a search can ask for the best or the newest among many: tenths and hundredths of standing, years and months.
create function standing_lexemes(standing real) returns text[] language sql immutable parallel safe as $$
  select array['tenth=' || floor(h / 10.0), 'standing=' || h] from (select greatest(-100, least(49, floor(standing * 100)))::int as h) c
$$;
create function modified_lexemes(modified timestamptz) returns text[] language sql immutable parallel safe as $$
  select array['modified=' || to_char(modified at time zone 'UTC', 'YYYY'), 'modified=' || to_char(modified at time zone 'UTC', 'YYYY-MM')]
$$;

-- What both tables hold of an item. Whoever owns an item sees it, unless it lies in the recycle bin.
create view item_to_search as
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
    case when i.data_bytes < 0 then -1 else i.data_bytes + i.resource_bytes end as data_bytes,
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

-- Makes the rows of an item that has none.
-- NOTE: its plan is kept, and must not be one for the few items that there were when it was made.
create function search_takes_in(added text) returns void language plpgsql set enable_seqscan = off as $$
begin
  with found as materialized (select * from item_to_search where item_id = added),
  short as (
    insert into item_word (modified, standing, reach, item_id, org_id, named, words)
    select modified, standing, reach, item_id, case when reach <> 'e' then org_id end, case when reach <> 'e' then named end, words from found)
  insert into item_search
    select item_id, org_id, reach, named, access, content_status, type, owner, title_key, tags, categories, created, modified, uploaded, last_viewed,
      num_views, num_comments, num_ratings, avg_rating, score_completeness, data_bytes, standing, ground, headline from found;
end $$;

create function item_joins_search() returns trigger language plpgsql as $$
declare
  held text[];
  reached "char";
begin
  if tg_op = 'UPDATE' then
    if 'user:' || new.owner = any (new.scopes) and
      (old.content_status, old.type, old.owner, old.title, old.tags, old.categories, old.created, old.uploaded, old.score_completeness,
        old.data_bytes, old.resource_bytes, old.extent_box, old.search, old.culture, old.url, old.data_kind, old.status)
      is not distinct from
      (new.content_status, new.type, new.owner, new.title, new.tags, new.categories, new.created, new.uploaded, new.score_completeness,
        new.data_bytes, new.resource_bytes, new.extent_box, new.search, new.culture, new.url, new.data_kind, new.status)
    then
      -- Sharing changes who finds an item, not its words: the rows follow in place. As in item_to_search.
      reached := case when 'public' = any (new.scopes) then 'e'
        when new.access = 'org' and 'org:' || new.org_id = any (new.scopes) then 'o' else 'n' end;
      held := array(select k from unnest(new.scopes) k
        where k <> 'public' and k not like 'within:%' and (new.access <> 'org' or k <> 'org:' || coalesce(new.org_id, '')));
      update item_search set org_id = new.org_id, reach = reached, named = held, modified = new.modified,
        access = case when new.access = 'private' and new.group_count > 0 then 'shared' else new.access end
      where item_id = new.id;
      if found then
        if modified_lexemes(old.modified) = modified_lexemes(new.modified) then
          update item_word set org_id = case when reached <> 'e' then new.org_id end, reach = reached, named = case when reached <> 'e' then held end,
            modified = new.modified
          where item_id = new.id;
        else
          update item_word set org_id = case when reached <> 'e' then new.org_id end, reach = reached, named = case when reached <> 'e' then held end,
            modified = new.modified,
            words = ts_delete(words, modified_lexemes(old.modified)) || array_to_tsvector(modified_lexemes(new.modified))
          where item_id = new.id;
        end if;
        return null;
      end if;
    end if;
    delete from item_search where item_id = new.id;
    delete from item_word where item_id = new.id;
  end if;
  perform search_takes_in(new.id);
  return null;
end $$;

create function item_counts_follow() returns trigger language plpgsql as $$
declare
  stands real := item_standing(new);
  stood real := item_standing(old);
begin
  update item_search set last_viewed = new.last_viewed, num_views = new.num_views, num_comments = new.num_comments,
    num_ratings = new.num_ratings, avg_rating = new.avg_rating, standing = stands
  where item_id = new.id;
  -- Standing goes in steps: few looks change it, fewer the words.
  if standing_lexemes(stands) <> standing_lexemes(stood) then
    update item_word set standing = stands,
      words = ts_delete(words, standing_lexemes(stood)) || array_to_tsvector(standing_lexemes(stands))
    where item_id = new.id;
  elsif stands <> stood then
    update item_word set standing = stands where item_id = new.id;
  end if;
  return null;
end $$;

create trigger item_joins_search_new after insert on item for each row execute function item_joins_search();
create trigger item_joins_search_changed after update on item for each row
  when ((old.scopes, old.access, old.group_count, old.content_status, old.type, old.owner, old.title, old.tags, old.categories, old.created,
      old.modified, old.uploaded, old.score_completeness, old.data_bytes, old.resource_bytes, old.extent_box, old.search, old.org_id,
      old.culture, old.url, old.data_kind, old.status)
    is distinct from (new.scopes, new.access, new.group_count, new.content_status, new.type, new.owner, new.title, new.tags, new.categories,
      new.created, new.modified, new.uploaded, new.score_completeness, new.data_bytes, new.resource_bytes, new.extent_box, new.search,
      new.org_id, new.culture, new.url, new.data_kind, new.status))
  execute function item_joins_search();
create trigger item_counts_follow after update of num_views, last_viewed, num_comments, num_ratings, avg_rating on item for each row
  when ((old.num_views, old.last_viewed, old.num_comments, old.num_ratings, old.avg_rating)
    is distinct from (new.num_views, new.last_viewed, new.num_comments, new.num_ratings, new.avg_rating))
  execute function item_counts_follow();

insert into item_search
  select item_id, org_id, reach, named, access, content_status, type, owner, title_key, tags, categories, created, modified, uploaded, last_viewed,
    num_views, num_comments, num_ratings, avg_rating, score_completeness, data_bytes, standing, ground, headline from item_to_search;
insert into item_word (modified, standing, reach, item_id, org_id, named, words)
  select modified, standing, reach, item_id, case when reach <> 'e' then org_id end, case when reach <> 'e' then named end, words from item_to_search;

create index item_search_ground on item_search using gist (ground);
create index item_search_modified on item_search (modified desc, item_id);
create index item_word_everybody on item_word_e using gin (words) with (gin_pending_list_limit = 1024);
create index item_word_organisation on item_word_o using gin (words, named) with (gin_pending_list_limit = 1024);
create index item_word_named on item_word_n using gin (words, named) with (gin_pending_list_limit = 1024);

-- At the end of the transaction: two people who use the same new words must not wait for each other.
create constraint trigger search_learns_words after insert on item_search deferrable initially deferred
  for each row execute function search_learns_words();
create constraint trigger search_learns_changed_words after update on item_search deferrable initially deferred
  for each row when (old.headline is distinct from new.headline) execute function search_learns_words();
