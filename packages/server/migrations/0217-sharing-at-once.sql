-- What is shared by one statement follows into the rows of searches by one statement, and leaves the indexes of the item alone.
-- See docs/decisions/0098-sharing-at-once.md.

-- No statement orders all items by these: searches have rows of their own. Without them who shares or looks at an item
-- changes no indexed value, and the new version of its row stays on its page where that has room.
drop index item_modified;
drop index item_created;
drop index item_views;
alter table item set (fillfactor = 85);

-- Not what it says for every setting of the language, but written so it can become a part of the statements that ask for it.
create or replace function modified_lexemes(modified timestamptz) returns text[] language sql stable parallel safe as $$
  select array['modified=' || to_char(modified at time zone 'UTC', 'YYYY'), 'modified=' || to_char(modified at time zone 'UTC', 'YYYY-MM')]
$$;

drop trigger item_joins_search_changed on item;
-- What changes the words of an item or whether it can be found at all makes its rows anew.
create or replace function item_joins_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from item_search where item_id = new.id;
    delete from item_word where item_id = new.id;
  end if;
  perform search_takes_in(new.id);
  return null;
end $$;
create trigger item_joins_search_changed after update on item for each row
  when ((old.content_status, old.type, old.owner, old.title, old.tags, old.categories, old.created, old.uploaded, old.score_completeness,
      old.data_bytes, old.resource_bytes, old.extent_box, old.search, old.culture, old.url, old.data_kind, old.status,
      'user:' || old.owner = any (old.scopes))
    is distinct from (new.content_status, new.type, new.owner, new.title, new.tags, new.categories, new.created, new.uploaded,
      new.score_completeness, new.data_bytes, new.resource_bytes, new.extent_box, new.search, new.culture, new.url, new.data_kind, new.status,
      'user:' || new.owner = any (new.scopes)))
  execute function item_joins_search();

-- Sharing changes who finds items and when they were modified, not their words: their rows follow, all of a statement together, after
-- those that were made anew. What is not in the rows of searches stays out of them. As in item_to_search.
-- NOTE: the plan is kept and has to be by keys: it may have been made when there were few items, or for a statement that changed one.
create function sharing_follows() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  with held as (
    select b.id, b.org_id, b.modified,
      case when 'public' = any (b.scopes) then 'e' when b.access = 'org' and 'org:' || b.org_id = any (b.scopes) then 'o' else 'n' end::"char" as reach,
      array(select k from unnest(b.scopes) k
        where k <> 'public' and k not like 'within:%' and (b.access <> 'org' or k <> 'org:' || coalesce(b.org_id, ''))) as named,
      case when b.access = 'private' and b.group_count > 0 then 'shared' else b.access end as access
    from became b),
  moved as (
    update item_search s set org_id = h.org_id, reach = h.reach, named = h.named, modified = h.modified, access = h.access
    from held h where s.item_id = h.id
      and (s.org_id, s.reach, s.named, s.modified, s.access) is distinct from (h.org_id, h.reach, h.named, h.modified, h.access)
    returning s.item_id, s.reach, s.modified, case when s.reach <> 'e' then s.org_id end as org_id, case when s.reach <> 'e' then s.named end as named)
  update item_word w set org_id = m.org_id, reach = m.reach, named = m.named, modified = m.modified,
    words = case when date_trunc('month', w.modified at time zone 'UTC') = date_trunc('month', m.modified at time zone 'UTC') then w.words
      else ts_delete(w.words, modified_lexemes(w.modified)) || array_to_tsvector(modified_lexemes(m.modified)) end
  from moved m where w.item_id = m.item_id;
  return null;
end $$;
create trigger item_sharing_follows after update on item referencing new table as became for each statement execute function sharing_follows();

-- Counts are kept for words without a field only, so that others do no harm in the changes that wait: telling them apart took longest.
create or replace function word_counts_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and general_words(old.words) = general_words(new.words) and old.org_id is not distinct from new.org_id then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into word_count_change (words, reach, org_id, n) values (tsvector_to_array(old.words), old.reach, old.org_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into word_count_change (words, reach, org_id, n) values (tsvector_to_array(new.words), new.reach, new.org_id, 1);
  end if;
  return null;
end $$;

-- A thousand items of ordinary length fit into the lists of entries that wait to be put in order.
alter index item_word_everybody set (gin_pending_list_limit = 8192);
alter index item_word_organisation set (gin_pending_list_limit = 8192);
alter index item_word_named set (gin_pending_list_limit = 8192);
