-- Sharing looks for the rows of words where they are, not in every part, and a second thousand finds room in the lists of entries that wait.
-- See docs/decisions/0117-sharing-reads-less.md.

-- As before, but the part in which an item stood is known from its row of searches: the keys of the other two parts, which would be
-- read from the disk for each item, are left alone.
create or replace function sharing_follows() returns trigger language plpgsql
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
    from held h join item_search was on was.item_id = h.id where s.item_id = h.id
      and (s.org_id, s.reach, s.named, s.modified, s.access) is distinct from (h.org_id, h.reach, h.named, h.modified, h.access)
    returning s.item_id, s.reach, s.modified, case when s.reach <> 'e' then s.org_id end as org_id, case when s.reach <> 'e' then s.named end as named,
      s.type, s.access, s.content_status, s.owner, s.tags, s.categories, was.reach as reach_was)
  update item_word w set org_id = m.org_id, reach = m.reach, named = m.named, modified = m.modified,
    words = case when date_trunc('month', w.modified at time zone 'UTC') = date_trunc('month', m.modified at time zone 'UTC') then w.words
      else ts_delete(w.words, modified_lexemes(w.modified)) || array_to_tsvector(modified_lexemes(m.modified)) end,
    type = m.type, access = m.access, content_status = m.content_status, owner = m.owner,
    tags = in_one_text(m.tags), categories = in_one_text(m.categories)
  from moved m where w.item_id = m.item_id and w.reach = m.reach_was;
  return null;
end $$;

-- An item that stays in its part changes the lexemes of its time and standing only, which are not counted: these are taken out of both
-- documents instead of looking at each lexeme. Where something else differs too, both documents are told, which is right in any case.
create or replace function word_counts_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.org_id is not distinct from new.org_id
    and ts_delete(old.words, modified_lexemes(old.modified) || standing_lexemes(old.standing))
      = ts_delete(new.words, modified_lexemes(new.modified) || standing_lexemes(new.standing)) then
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
drop function counted_lexemes(tsvector);

-- What waits is put in order within five seconds. Who shares twice within that time does not wait for it.
alter index item_word_everybody set (gin_pending_list_limit = 16384);
alter index item_word_organisation set (gin_pending_list_limit = 16384);
alter index item_word_named set (gin_pending_list_limit = 16384);
