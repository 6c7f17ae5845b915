-- Pages further down are cut from fewer rows: by how many are known to match, and by how much chance there is in so many.
-- See docs/decisions/0099-what-a-page-of-a-search-costs.md.

-- How many match, exact up to 10,000 (10,001 stands for more), and the ids of a page in order: the newest first when measured is null,
-- otherwise up to 150 by how well their documents fit, more by whether the words stand in the title, then by standing.
-- word: what is asked for, when that is a single word; its count may be known, and waiting tells how many changes are not in it yet.
-- many_before: the number of losses at which it was known that 1,000 more than these match.
-- shares, best, newest: which words cut off about which share of all items; a hint, what is found does not depend on it.
create or replace function search_by_words(
  asked tsquery, word text, in_title tsquery, own text, sees_all boolean, holds text[], measured tsquery,
  skipped integer, most integer, many_before bigint, shares float8[], best tsquery[], newest tsquery[], out total integer, out ids text[], out waiting integer)
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
  counted bigint;
  -- So many are expected above a cut that it gives as many as are needed nearly always: the fewer, the more by chance.
  expected float8 := needed + 6 * sqrt(needed);
  -- As many as are known to match.
  known float8;
begin
  if many_before is not null and (select last_value from search_losses) < many_before + 1000 then
    total := 10001;
  elsif word is not null then
    select c.counted, c.waiting into counted, waiting from word_counted(word, own, sees_all) c;
    -- Fewer are read and put in order at once.
    if counted > 10000 then
      total := 10001;
    elsif counted > 1000 then
      select least(10001, counted + count(*)) into total
        from (select from word_matches_by_name(asked, own, sees_all, holds) limit 10001) m;
    end if;
  end if;

  if total is null then
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

  known := greatest(total, counted);
  if measured is null then
    part := newest[array_position(shares, (select min(s) from unnest(shares) s where s >= expected / known))];
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
    part := best[array_position(shares, (select min(s) from unnest(shares) s where s >= 2.7 * expected / known))];
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
  expected := 1.4 * (skipped + most + 6 * sqrt(skipped + most));
  part := best[array_position(shares, (select min(s) from unnest(shares) s where s >= expected / (known - titled + 1)))];
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
