-- What searches count of their matches stands in the rows to which the words lead: counting reads no other table.
-- See docs/decisions/0116-values-beside-words.md.

-- As in item_search. Tags and categories in one text each, with the separator of units (U+001F) between them, which none of them can hold.
-- Null in rows that were there before, until the job that fills them comes to them; then searches read item_search as before.
alter table item_word add column type text, add column access text, add column content_status text, add column owner text,
  add column tags text, add column categories text;
-- Ordinary rows keep all but their document.
alter table item_word_e set (toast_tuple_target = 400);
alter table item_word_o set (toast_tuple_target = 400);
alter table item_word_n set (toast_tuple_target = 400);
-- The newest are filled first: values of many matches are counted among the newest.
create index item_word_unfilled on item_word (modified) where type is null;

-- Stable as what it calls, so that it becomes a part of the statements that ask for it.
create function in_one_text(list text[]) returns text language sql stable parallel safe as $$
  select array_to_string(list, E'\x1f')
$$;

create or replace function search_takes_in(added text) returns void language plpgsql set enable_seqscan = off as $$
begin
  with found as materialized (select * from item_to_search where item_id = added),
  short as (
    insert into item_word (modified, standing, reach, item_id, org_id, named, words, type, access, content_status, owner, tags, categories)
    select modified, standing, reach, item_id, case when reach <> 'e' then org_id end, case when reach <> 'e' then named end, words,
      type, access, content_status, owner, in_one_text(tags), in_one_text(categories) from found)
  insert into item_search
    select item_id, org_id, reach, named, access, content_status, type, owner, title_key, tags, categories, created, modified, uploaded, last_viewed,
      num_views, num_comments, num_ratings, avg_rating, score_completeness, data_bytes, standing, ground, headline from found;
end $$;

-- As before, and fills the values of rows on the way: whoever fills rows must never meet one that was changed since.
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
    from held h where s.item_id = h.id
      and (s.org_id, s.reach, s.named, s.modified, s.access) is distinct from (h.org_id, h.reach, h.named, h.modified, h.access)
    returning s.item_id, s.reach, s.modified, case when s.reach <> 'e' then s.org_id end as org_id, case when s.reach <> 'e' then s.named end as named,
      s.type, s.access, s.content_status, s.owner, s.tags, s.categories)
  update item_word w set org_id = m.org_id, reach = m.reach, named = m.named, modified = m.modified,
    words = case when date_trunc('month', w.modified at time zone 'UTC') = date_trunc('month', m.modified at time zone 'UTC') then w.words
      else ts_delete(w.words, modified_lexemes(w.modified)) || array_to_tsvector(modified_lexemes(m.modified)) end,
    type = m.type, access = m.access, content_status = m.content_status, owner = m.owner,
    tags = in_one_text(m.tags), categories = in_one_text(m.categories)
  from moved m where w.item_id = m.item_id;
  return null;
end $$;

-- Fills rows that were there before, the newest first; how many. Whoever changes a row at the same time fills it as well, so it is left alone.
create function fill_word_values(most integer) returns integer language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  filled integer;
begin
  with unfilled as materialized (
    select w.item_id, w.reach from item_word w where w.type is null order by w.modified desc limit most for no key update skip locked)
  update item_word w set type = s.type, access = s.access, content_status = s.content_status, owner = s.owner,
    tags = in_one_text(s.tags), categories = in_one_text(s.categories)
  from unfilled u join item_search s on s.item_id = u.item_id
  where w.item_id = u.item_id and w.reach = u.reach;
  get diagnostics filled = row_count;
  return filled;
end $$;

-- Rows that hold the words and may be seen, by the ways to see an item; `waysToSee` is the same for statements written elsewhere.
-- NOTE: each part by its name; a condition on reach would tempt the planner to walk along its keys.
-- own: the caller's organisation, if what is shared with it is open to the caller; sees_all: also what members keep to themselves;
-- holds: the keys by which single items are open to the caller, null for strangers.
drop function word_matches(tsquery, text, boolean, text[]);
create function word_matches(asked tsquery, own text, sees_all boolean, holds text[])
returns table (place tid, reach "char", item_id text, modified timestamptz, standing real,
  type text, access text, content_status text, owner text, tags text, categories text) language sql stable as $$
  select w.ctid, w.reach, w.item_id, w.modified, w.standing, w.type, w.access, w.content_status, w.owner, w.tags, w.categories
  from item_word_e w where w.words @@ asked
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing, w.type, w.access, w.content_status, w.owner, w.tags, w.categories
  from item_word_o w where own is not null and w.words @@ asked and w.org_id = own
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing, w.type, w.access, w.content_status, w.owner, w.tags, w.categories
  from item_word_n w where sees_all and w.words @@ asked and w.org_id = own
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing, w.type, w.access, w.content_status, w.owner, w.tags, w.categories
  from item_word_o w where holds is not null
    and (own is null or exists (select from organisation o where o.id <> own))
    and w.words @@ asked and w.named && holds and (own is null or w.org_id is distinct from own)
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing, w.type, w.access, w.content_status, w.owner, w.tags, w.categories
  from item_word_n w where holds is not null
    and w.words @@ asked and w.named && holds and (not sees_all or w.org_id is distinct from own)
$$;

-- The values of some fields among what matches, at most so many: one text for each field, with the values of all matches.
-- Where that would be very long, is_tallied tells that each text holds `size` values at most, each with its number and a blank before it.
create function values_among(asked tsquery, own text, sees_all boolean, holds text[], fields text[], size integer, most integer,
  out counted integer, out listed text[], out is_tallied boolean) language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  types constant boolean := 'type' = any (fields);
  accesses constant boolean := 'access' = any (fields);
  marks constant boolean := 'contentstatus' = any (fields);
  owners constant boolean := 'owner' = any (fields);
  tagged constant boolean := 'tags' = any (fields);
  sorted constant boolean := 'categories' = any (fields);
  unfilled integer;
  each text[];
begin
  select count(*), count(*) filter (where w.type is null), array[
      string_agg(w.type, E'\x1f') filter (where types), string_agg(w.access, E'\x1f') filter (where accesses),
      string_agg(w.content_status, E'\x1f') filter (where marks), string_agg(w.owner, E'\x1f') filter (where owners),
      string_agg(w.tags, E'\x1f') filter (where tagged), string_agg(w.categories, E'\x1f') filter (where sorted)]
    into counted, unfilled, each from (select m.* from word_matches(asked, own, sees_all, holds) m limit most) w;
  if unfilled > 0 then
    select count(*), array[
        string_agg(s.type, E'\x1f') filter (where types), string_agg(s.access, E'\x1f') filter (where accesses),
        string_agg(s.content_status, E'\x1f') filter (where marks), string_agg(s.owner, E'\x1f') filter (where owners),
        string_agg(in_one_text(s.tags), E'\x1f') filter (where tagged), string_agg(in_one_text(s.categories), E'\x1f') filter (where sorted)]
      into counted, each from word_matches_apart(asked, own, sees_all, holds, most) w(item_id) join item_search s on s.item_id = w.item_id;
  end if;
  listed := array(
    select each[array_position(array['type', 'access', 'contentstatus', 'owner', 'tags', 'categories'], f)]
    from unnest(fields) with ordinality given(f, place) order by place);
  is_tallied := (select sum(length(l)) from unnest(listed) l) > 500000;
  if is_tallied then
    listed := array(
      select (
        select string_agg(v.n || ' ' || v.value, E'\x1f') from (
          select value, count(*) as n from unnest(string_to_array(l, E'\x1f')) value where value <> '' group by value
          order by 2 desc, value collate "C" limit size) v)
      from unnest(listed) with ordinality given(l, place) order by place);
  end if;
end $$;

-- The same among all matches as long as they are few (`most`), otherwise among about `among` of the newest, unless these turn out to be too few.
-- total: how many match, as far as the search told; lexemes: what is asked for, when their count may be known and tell more.
-- shares, newest: which words cut off about which share of all items.
create function values_by_words(
  asked tsquery, lexemes text[], own text, sees_all boolean, holds text[], fields text[], size integer, total integer,
  most integer, among integer, too_few integer, shares float8[], newest tsquery[],
  out counted integer, out listed text[], out is_tallied boolean) language plpgsql stable
as $$
declare
  known bigint := total;
  cut tsquery;
  first record;
begin
  if total > most then
    if lexemes is not null then
      known := greatest(known, (select c.counted from word_counted(lexemes, own, sees_all) c));
    end if;
    cut := newest[(select max(place) from unnest(shares) with ordinality given(s, place) where s <= among::float8 / known)];
    if cut is not null then
      select * into first from values_among(asked && cut, own, sees_all, holds, fields, size, most);
      if first.counted >= too_few then
        counted := first.counted;
        listed := first.listed;
        is_tallied := first.is_tallied;
        return;
      end if;
    end if;
  end if;
  select * into counted, listed, is_tallied from values_among(asked, own, sees_all, holds, fields, size, most);
end $$;
