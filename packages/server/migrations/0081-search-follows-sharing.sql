-- Sharing, binning and restoring change who finds an item, not its words: the row of the search follows in place.

create or replace function item_joins_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if 'user:' || new.owner = any (new.scopes) and
      (old.content_status, old.type, old.owner, old.title, old.tags, old.categories, old.created, old.uploaded, old.score_completeness,
        old.data_bytes, old.resource_bytes, old.extent_box, old.search, old.culture, old.url, old.data_kind, old.status)
      is not distinct from
      (new.content_status, new.type, new.owner, new.title, new.tags, new.categories, new.created, new.uploaded, new.score_completeness,
        new.data_bytes, new.resource_bytes, new.extent_box, new.search, new.culture, new.url, new.data_kind, new.status)
    then
      -- As in item_search_row.
      update item_search set
        org_id = new.org_id,
        reach = case when 'public' = any (new.scopes) then 'e'
          when new.access = 'org' and 'org:' || new.org_id = any (new.scopes) then 'o' else 'n' end::"char",
        named = array(select k from unnest(new.scopes) k
          where k <> 'public' and k not like 'within:%' and (new.access <> 'org' or k <> 'org:' || coalesce(new.org_id, ''))),
        access = case when new.access = 'private' and new.group_count > 0 then 'shared' else new.access end,
        modified = new.modified
      where item_id = new.id;
      if found then
        return null;
      end if;
    end if;
    delete from item_search where item_id = new.id;
  end if;
  -- Whoever owns an item sees it, unless it lies in the recycle bin.
  if new.status <> 'partial' and 'user:' || new.owner = any (new.scopes) then
    insert into item_search select r.* from item_search_row(new) r;
  end if;
  return null;
end $$;

-- Words are learnt from rows that bring some.
drop trigger search_learns_words on item_search;
create constraint trigger search_learns_words after insert on item_search deferrable initially deferred
  for each row execute function search_learns_words();
create constraint trigger search_learns_changed_words after update on item_search deferrable initially deferred
  for each row when (old.headline is distinct from new.headline) execute function search_learns_words();
