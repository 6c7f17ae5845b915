-- The search by words as a statement whose plan is kept: planning it anew takes as long as running it.
-- See docs/decisions/0043-search-at-a-million.md.

-- Rows that hold the words and may be seen, by the ways to see an item; `waysToSee` is the same for statements written elsewhere.
-- NOTE: each part by its name; a condition on reach would tempt the planner to walk along its keys.
-- own: the caller's organisation, if what is shared with it is open to the caller; sees_all: also what members keep to themselves;
-- holds: the keys by which single items are open to the caller, null for strangers.
create function word_matches(asked tsquery, own text, sees_all boolean, holds text[])
returns table (place tid, reach "char", item_id text, modified timestamptz, standing real) language sql stable as $$
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_e w where w.words @@ asked
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_o w where own is not null
    and w.words @@ asked and w.org_id = own
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_n w where sees_all
    and w.words @@ asked and w.org_id = own
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_o w where holds is not null
    and w.words @@ asked and w.named && holds and (own is null or w.org_id is distinct from own)
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_n w where holds is not null
    and w.words @@ asked and w.named && holds and (not sees_all or w.org_id is distinct from own)
$$;

-- The same for statements with further conditions, at most so many. Planned apart: reading the table looks cheap to the planner,
-- which does not know what it costs to fetch the documents.
create function word_matches_apart(asked tsquery, own text, sees_all boolean, holds text[], most integer) returns setof text
language plpgsql stable rows 1000
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  return query select w.item_id from word_matches(asked, own, sees_all, holds) w limit most;
end $$;

-- Counts what may make an item be found by fewer: whoever knows that more than enough match can tell how many may have gone since.
create sequence search_losses;
create function search_loses() returns trigger language plpgsql as $$
begin
  perform nextval('search_losses');
  return null;
end $$;
create trigger search_loses_deleted after delete on item_word for each row execute function search_loses();
create trigger search_loses_changed after update on item_word for each row
  when ((old.words, old.org_id) is distinct from (new.words, new.org_id)) execute function search_loses();

-- How many match whatever groups the caller is in, up to so many; and the first transaction that may not be over.
create function word_matches_in_common(asked tsquery, own text, sees_all boolean, most integer, out n integer, out oldest text)
language plpgsql stable
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  select count(*), pg_snapshot_xmin(pg_current_snapshot())::text into n, oldest
    from (select from word_matches(asked, own, sees_all, null) limit most) m;
end $$;

-- How many match, exact up to 10,000 (10,001 stands for more), and the ids of a page in order: the newest first when measured is null,
-- otherwise up to 150 by how well their documents fit, more by whether the words stand in the title, then by standing.
-- many_before: the number of losses at which it was known that 1,000 more than these match.
-- shares, best, newest: which words cut off about which share of all items; a hint, what is found does not depend on it.
create function search_by_words(
  asked tsquery, in_title tsquery, own text, sees_all boolean, holds text[], measured tsquery,
  skipped integer, most integer, many_before bigint, shares float8[], best tsquery[], newest tsquery[], out total integer, out ids text[])
language plpgsql stable
-- One plan for all values, by the indexes: it must stay good while tables grow that were empty when it was made.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  needed constant integer := skipped + most;
  few tid[];
  reaches "char"[];
  part tsquery;
  rest tsquery := asked;
  found integer;
  titled integer := 0;
begin
  if many_before is not null and (select last_value from search_losses) < many_before + 1000 then
    total := 10001;
  else
    -- What is read for the count is put in order at once.
    with m as materialized (select w.place, w.reach, w.item_id, w.modified, w.standing from word_matches(asked, own, sees_all, holds) w),
      c as materialized (select count(*)::int as n from (select from m limit 10001) l),
      t as materialized (select w.place, w.reach from word_matches(in_title, own, sees_all, holds) w)
    select c.n, case when c.n <= 150 then array(select m.place from m) end, case when c.n <= 150 then array(select m.reach from m) end,
        case when c.n <= 150 or c.n > 4000 then null
          when measured is null then array(select m.item_id from m order by m.modified desc, m.item_id limit most offset skipped)
          when in_title is null then array(select m.item_id from m order by m.standing desc, m.modified desc, m.item_id limit most offset skipped)
          else array(select m.item_id from m order by (m.reach, m.place) in (select t.reach, t.place from t) desc, m.standing desc, m.modified desc, m.item_id
            limit most offset skipped) end
      into total, few, reaches, ids from c;
  end if;

  if few is not null then
    if measured is null then
      ids := array(select w.item_id from unnest(few, reaches) f(place, way) join item_word w on w.ctid = f.place and w.reach = f.way
        order by w.modified desc, w.item_id limit most offset skipped);
    else
      -- Description counts least, then snippet, tags, title.
      ids := array(select w.item_id from unnest(few, reaches) f(place, way) join item_word w on w.ctid = f.place and w.reach = f.way
        order by ts_rank('{0.05, 0.2, 0.45, 1.0}', w.words, measured) + w.standing desc, w.modified desc, w.item_id limit most offset skipped);
    end if;
    return;
  end if;
  if ids is not null or most = 0 or needed > 10000 then
    return;
  end if;

  if measured is null then
    part := newest[array_position(shares, (select min(s) from unnest(shares) s where s >= 3.0 * needed / total))];
    if part is not null then
      with m as materialized (select w.item_id, w.modified from word_matches(asked && part, own, sees_all, holds) w)
      select case when count(*) >= needed then array(select m.item_id from m order by m.modified desc, m.item_id limit most offset skipped) end
        into ids from m;
    end if;
    if ids is null then
      ids := array(select w.item_id from word_matches(asked, own, sees_all, holds) w
        order by w.modified desc, w.item_id limit most offset skipped);
    end if;
    return;
  end if;

  if in_title is not null then
    -- A part of all matches only have the words in their titles: a wider cut at once is cheaper than several tries.
    part := best[array_position(shares, (select min(s) from unnest(shares) s where s >= 8.0 * needed / total))];
    if part is not null then
      with m as materialized (select w.item_id, w.standing, w.modified from word_matches(in_title && part, own, sees_all, holds) w)
      select case when count(*) >= needed then
          array(select m.item_id from m order by m.standing desc, m.modified desc, m.item_id limit most offset skipped) end
        into ids from m;
      if ids is not null then
        return;
      end if;
    end if;
    with m as materialized (select w.item_id, w.standing, w.modified from word_matches(in_title, own, sees_all, holds) w)
    select count(*), array(select m.item_id from m order by m.standing desc, m.modified desc, m.item_id limit most offset skipped)
      into titled, ids from m;
    if titled >= needed then
      return;
    end if;
    rest := asked && !!in_title;
  end if;
  -- What has the words elsewhere follows after all title matches.
  skipped := greatest(0, skipped - titled);
  most := most - coalesce(cardinality(ids), 0);
  part := best[array_position(shares, (select min(s) from unnest(shares) s where s >= 4.0 * (skipped + most) / (total - titled + 1)))];
  if part is not null then
    with m as materialized (select w.item_id, w.standing, w.modified from word_matches(rest && part, own, sees_all, holds) w)
    select count(*), case when count(*) >= skipped + most then
        coalesce(ids, '{}') || array(select m.item_id from m order by m.standing desc, m.modified desc, m.item_id limit most offset skipped)
        else ids end
      into found, ids from m;
    if found >= skipped + most then
      return;
    end if;
  end if;
  ids := coalesce(ids, '{}') || array(select w.item_id from word_matches(rest, own, sees_all, holds) w
    order by w.standing desc, w.modified desc, w.item_id limit most offset skipped);
end $$;
