-- What searches read: one narrow row for each item that can be found, kept in step with the item by triggers.
-- The item itself is wide and changes with every look at it; see docs/decisions/0020-search-table.md.

drop index item_search;
alter table item drop column title_words;
drop index item_extent;

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
  headline tsvector not null,
  -- The whole document of the item, with lexemes for exact values such as owner=ada.
  words tsvector not null
) with (fillfactor = 90);

-- Looked at for phrases only: kept out of the row, so that the rows of many matches lie on few pages.
alter table item_search alter column words set storage external;

create function item_standing(i item) returns real language sql immutable parallel safe as $$
  select (0.02 * (round(4 * ln(1 + i.num_views)) / 4) + 0.0006 * i.score_completeness
    + case i.content_status when 'public_authoritative' then 0.3 when 'org_authoritative' then 0.3 when 'deprecated' then -0.6 else 0 end)::real
$$;

-- In plpgsql, whose plan is kept: as SQL it would be planned anew for every item.
create function item_search_row(i item) returns item_search language plpgsql stable as $$
begin
  return row(
    i.id, i.org_id,
    case when 'public' = any (i.scopes) then 'e' when i.access = 'org' and 'org:' || i.org_id = any (i.scopes) then 'o' else 'n' end::"char",
    array(select k from unnest(i.scopes) k 
      where k <> 'public' and k not like 'within:%' and (i.access <> 'org' or k <> 'org:' || coalesce(i.org_id, ''))),
    case when i.access = 'private' and i.group_count > 0 then 'shared' else i.access end,
    lower(i.content_status), lower(i.type), lower(i.owner), lower(i.title),
    array(select distinct lower(t) from unnest(i.tags) t order by 1),
    array(select distinct lower(c) from unnest(i.categories) c order by 1),
    i.created, i.modified, i.uploaded, i.last_viewed,
    i.num_views, i.num_comments, i.num_ratings, i.avg_rating, i.score_completeness,
    case when i.data_bytes < 0 then -1 else i.data_bytes + i.resource_bytes end,
    item_standing(i),
    case when i.extent_box is null then null
      else box(point(i.extent_box[1], i.extent_box[2]),
        point(i.extent_box[3] + case when i.extent_box[1] > i.extent_box[3] then 360 else 0 end, i.extent_box[4])) end,
    (select ts_delete(v, array(select l from unnest(tsvector_to_array(v)) l where l ~ '[:=]')) from ts_filter(i.search, '{a,b}') v),
    i.search || array_to_tsvector(array_remove(array[
      'owner=' || lower(i.owner),
      case when i.content_status <> '' then 'contentstatus=' || lower(i.content_status) end,
      'culture=' || lower(i.culture),
      'culture=' || nullif(split_part(lower(i.culture), '-', 1), lower(i.culture)),
      case when i.url is not null then 'itemtype=url' end,
      'itemtype=' || nullif(i.data_kind, 'none')
    ], null) || array(
      select distinct 'categories=' || rtrim(left(lower(c), n), '/')
      from unnest(i.categories) c, generate_series(1, length(c)) n
      where n = length(c) or substr(c, n + 1, 1) = '/'))
  )::item_search;
end $$;

-- Words of titles and tags, to find what a misspelt word was meant to be.
create table search_word (word text primary key);
create index search_word_like on search_word using gin (word gin_trgm_ops);

create function item_joins_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from item_search where item_id = new.id;
  end if;
  -- Whoever owns an item sees it, unless it lies in the recycle bin.
  if new.status <> 'partial' and 'user:' || new.owner = any (new.scopes) then
    insert into item_search select r.* from item_search_row(new) r;
  end if;
  return null;
end $$;

create function item_counts_follow() returns trigger language plpgsql as $$
begin
  update item_search set last_viewed = new.last_viewed, num_views = new.num_views, num_comments = new.num_comments,
    num_ratings = new.num_ratings, avg_rating = new.avg_rating, standing = item_standing(new)
  where item_id = new.id;
  return null;
end $$;

create function search_learns_words() returns trigger language plpgsql as $$
begin
  insert into search_word
    select w from unnest(tsvector_to_array(new.headline)) w
    where length(w) between 4 and 40 and w !~ '[0-9]' and not exists (select from search_word where word = w)
    order by w
    on conflict do nothing;
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
insert into item_search select r.* from item, item_search_row(item) r 
  where item.status <> 'partial' and 'user:' || item.owner = any (item.scopes);
insert into search_word
  select distinct w from item_search, unnest(tsvector_to_array(headline)) w where length(w) between 4 and 40 and w !~ '[0-9]';

-- One index for each way to be seen. A search joins those of its caller instead of testing every match.
create index item_search_everybody on item_search using gin (words) with (gin_pending_list_limit = 1024) where reach = 'e';
create index item_search_organisation on item_search using gin (words) with (gin_pending_list_limit = 1024) where reach = 'o';
create index item_search_named on item_search using gin (words, named) with (gin_pending_list_limit = 1024) where reach <> 'e';
create index item_search_ground on item_search using gist (ground);
create index item_search_modified on item_search (modified desc, item_id);
create index item_search_standing on item_search (standing desc, item_id);
create index item_folder on item (folder_id) where folder_id is not null;

-- After the rows that were there: indexes cannot be made while their triggers wait.
-- At the end of the transaction: two people who use the same new words must not wait for each other.
create constraint trigger search_learns_words after insert or update on item_search deferrable initially deferred
  for each row execute function search_learns_words();
