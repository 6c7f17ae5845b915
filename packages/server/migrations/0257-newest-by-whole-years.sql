-- The newest of many matches are asked for by whole years where that takes fewer words than their months.
-- See docs/decisions/0118-newest-by-whole-years.md.

drop function values_by_words(tsquery, text[], text, boolean, text[], text[], integer, integer, integer, integer, integer, float8[], tsquery[]);
drop function values_among(tsquery, text, boolean, text[], text[], integer, integer);

-- The values of some fields among what matches, modified since a time if one is given, at most so many: one text for each field, with the values of all matches.
-- Where that would be very long, is_tallied tells that each text holds `size` values at most, each with its number and a blank before it.
create function values_among(asked tsquery, since timestamptz, own text, sees_all boolean, holds text[], fields text[], size integer, most integer,
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
    into counted, unfilled, each from (select m.* from word_matches(asked, own, sees_all, holds) m where since is null or m.modified >= since limit most) w;
  if unfilled > 0 then
    select count(*), array[
        string_agg(s.type, E'\x1f') filter (where types), string_agg(s.access, E'\x1f') filter (where accesses),
        string_agg(s.content_status, E'\x1f') filter (where marks), string_agg(s.owner, E'\x1f') filter (where owners),
        string_agg(in_one_text(s.tags), E'\x1f') filter (where tagged), string_agg(in_one_text(s.categories), E'\x1f') filter (where sorted)]
      into counted, each from (select m.item_id from word_matches(asked, own, sees_all, holds) m where since is null or m.modified >= since limit most) w
      join item_search s on s.item_id = w.item_id;
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
-- shares, newest, since: which words cut off about which share of all items; some match more, of which those since a time are meant.
create function values_by_words(
  asked tsquery, lexemes text[], own text, sees_all boolean, holds text[], fields text[], size integer, total integer,
  most integer, among integer, too_few integer, shares float8[], newest tsquery[], since timestamptz[],
  out counted integer, out listed text[], out is_tallied boolean) language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
  known bigint := total;
  at integer;
  first record;
begin
  if total > most then
    if lexemes is not null then
      known := greatest(known, (select c.counted from word_counted(lexemes, own, sees_all) c));
    end if;
    at := (select max(place) from unnest(shares) with ordinality given(s, place) where s <= among::float8 / known);
    if at is not null then
      select * into first from values_among(asked && newest[at], since[at], own, sees_all, holds, fields, size, most);
      if first.counted >= too_few then
        counted := first.counted;
        listed := first.listed;
        is_tallied := first.is_tallied;
        return;
      end if;
    end if;
  end if;
  select * into counted, listed, is_tallied from values_among(asked, null, own, sees_all, holds, fields, size, most);
end $$;
