-- How many items hold several frequent words is known as well, and nobody looks for what other organisations opened where there are none.
-- See docs/decisions/0109-totals-of-several-words.md.

drop function items_by_words(tsquery, text, tsquery, text, boolean, text[], tsquery, integer, integer, bigint, float8[], tsquery[], tsquery[]);
drop function search_by_words(tsquery, text, tsquery, text, boolean, text[], tsquery, integer, integer, bigint, float8[], tsquery[], tsquery[]);
drop function word_counted(text, text, boolean);
drop function learn_word_count(text, text, boolean);
drop trigger word_counts_follow_changed on item_word;
drop trigger word_counts_follow on item_word;
drop function word_counts_follow();
drop function general_words(tsvector);
drop function settle_word_counts();
-- Counts are learnt again from the searches that come.
drop table word_count;

-- Items that hold all of some lexemes, for those that were asked for and are frequent: among what everybody sees, what an organisation sees,
-- and what its members keep to themselves. True together with the changes in word_count_change that are not in it yet.
create table word_count (
  -- Always in the same order; one lexeme for most.
  words text[] not null,
  -- As in item_word.
  reach "char" not null,
  org_id text references organisation (id) on delete cascade,
  n bigint not null,
  learnt bigint generated always as identity
);
create unique index word_count_of on word_count (words, reach, coalesce(org_id, ''));
create index word_count_of_several on word_count ((words[1])) where cardinality(words) > 1;

-- Lexemes that are never counted change without others: those by which pages are cut off.
create function counted_lexemes(document tsvector) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(select w from unnest(tsvector_to_array(document)) w where w !~ '^(modified|standing|tenth)=');
end $$;

create function word_counts_follow() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and counted_lexemes(old.words) = counted_lexemes(new.words) and old.org_id is not distinct from new.org_id then
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
-- Moving from one way to be seen to another is a deletion and an insertion.
create trigger word_counts_follow after insert or delete on item_word for each row execute function word_counts_follow();
create trigger word_counts_follow_changed after update on item_word for each row
  when ((old.words, old.org_id) is distinct from (new.words, new.org_id)) execute function word_counts_follow();

-- How many items that hold all of these are seen by way of everybody and the organisation; null when it is not known.
-- waiting: how many changes had to be read.
create function word_counted(asked text[], own text, sees_all boolean, out counted bigint, out waiting integer) language plpgsql stable as $$
begin
  select case when count(c.n) = count(*) then sum(c.n) end into counted
    from scopes_in_common(own, sees_all) s
    left join word_count c on c.words = asked and c.reach = s.reach and coalesce(c.org_id, '') = coalesce(s.org_id, '');
  if counted is null then
    return;
  end if;
  select counted + coalesce(sum(d.n) filter (where d.words @> asked
      and (d.reach = 'e' or d.org_id = own and (d.reach = 'o' or d.reach = 'n' and sees_all))), 0), count(*)
    into counted, waiting from (select c.* from word_count_change c limit 2001) d;
  -- Too much to read for every search.
  if waiting > 2000 then
    counted := null;
  end if;
end $$;

-- Puts changes that are waiting into the counts, some thousands at a time; gives how many. One at a time does it, others do nothing.
create function settle_word_counts() returns integer language plpgsql as $$
declare
  settled integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('word_count')) then
    return 0;
  end if;
  with settling as materialized (
    delete from word_count_change where id in (select id from word_count_change order by id limit 5000) returning words, reach, org_id, n),
  sums as materialized (select w, reach, coalesce(org_id, '') as org, sum(n) as n from settling, unnest(words) w group by 1, 2, 3),
  single as (
    update word_count c set n = c.n + s.n from sums s
    where c.words = array[s.w] and c.reach = s.reach and coalesce(c.org_id, '') = s.org and s.n <> 0),
  -- Few changes hold all of several: those that hold the first are looked at.
  held as (
    select c.ctid as place, sum(s.n) as n
    from settling s cross join unnest(s.words) w join word_count c on cardinality(c.words) > 1 and c.words[1] = w
      and c.reach = s.reach and coalesce(c.org_id, '') = coalesce(s.org_id, '') and c.words <@ s.words
    group by 1 having sum(s.n) <> 0),
  several as (update word_count c set n = c.n + h.n from held h where c.ctid = h.place)
  select count(*) into settled from settling;
  return settled;
end $$;

-- Counts what is frequent, for the searches that come after. What other transactions are changing now is told by their changes later.
-- asked, query: the same, as lexemes and as a question to the indexes.
create function learn_word_count(asked text[], query tsquery, own text, sees_all boolean) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('word_count')) then
    return;
  end if;
  insert into word_count (words, reach, org_id, n)
    select asked, s.reach, s.org_id,
      case s.reach
        when 'e' then (select count(*) from item_word_e w where w.words @@ query)
        when 'o' then (select count(*) from item_word_o w where w.words @@ query and w.org_id = own)
        else (select count(*) from item_word_n w where w.words @@ query and w.org_id = own) end
      - (select coalesce(sum(d.n), 0) from word_count_change d
        where d.words @> asked and d.reach = s.reach and coalesce(d.org_id, '') = coalesce(s.org_id, ''))
    from scopes_in_common(own, sees_all) s
    where not exists (select from word_count c where c.words = asked and c.reach = s.reach and coalesce(c.org_id, '') = coalesce(s.org_id, ''));
  -- There are as many words as the catalogue uses often, but any number of ways to put some together: those learnt last are kept.
  delete from word_count where cardinality(words) > 1 and learnt <= (
    select learnt from word_count where cardinality(words) > 1 order by learnt desc offset 1000 limit 1);
end $$;

-- Rows that hold the words and may be seen, by the ways to see an item; `waysToSee` is the same for statements written elsewhere.
-- NOTE: each part by its name; a condition on reach would tempt the planner to walk along its keys.
-- own: the caller's organisation, if what is shared with it is open to the caller; sees_all: also what members keep to themselves;
-- holds: the keys by which single items are open to the caller, null for strangers.
create or replace function word_matches(asked tsquery, own text, sees_all boolean, holds text[])
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
    and (own is null or exists (select from organisation o where o.id <> own))
    and w.words @@ asked and w.named && holds and (own is null or w.org_id is distinct from own)
  union all
  select w.ctid, w.reach, w.item_id, w.modified, w.standing from item_word_n w where holds is not null
    and w.words @@ asked and w.named && holds and (not sees_all or w.org_id is distinct from own)
$$;

-- What is open to the caller by name alone: the last two parts of word_matches.
create or replace function word_matches_by_name(asked tsquery, own text, sees_all boolean, holds text[])
returns table (item_id text) language sql stable as $$
  select w.item_id from item_word_o w where holds is not null
    and (own is null or exists (select from organisation o where o.id <> own))
    and w.words @@ asked and w.named && holds and (own is null or w.org_id is distinct from own)
  union all
  select w.item_id from item_word_n w where holds is not null
    and w.words @@ asked and w.named && holds and (not sees_all or w.org_id is distinct from own)
$$;

-- How many match, exact up to 10,000 (10,001 stands for more), and the ids of a page in order: the newest first when measured is null,
-- otherwise up to 150 by how well their documents fit, more by whether the words stand in the title, then by standing.
-- lexemes: what is asked for, when that is nothing but some lexemes; their count may be known, and waiting tells how many changes are not in it yet.
-- many_before: the number of losses at which it was known that 1,000 more than these match.
-- shares, best, newest: which words cut off about which share of all items; a hint, what is found does not depend on it.
create function search_by_words(
  asked tsquery, lexemes text[], in_title tsquery, own text, sees_all boolean, holds text[], measured tsquery,
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
  -- The index looks through all that is as new as the page: for a page further down of several words that takes longer than to read some thousand matches.
  worth_knowing constant integer := case when measured is null and cardinality(lexemes) > 1 then 1000 + 30 * needed else 1000 end;
begin
  if many_before is not null and (select last_value from search_losses) < many_before + 1000 then
    total := 10001;
  elsif lexemes is not null then
    select c.counted, c.waiting into counted, waiting from word_counted(lexemes, own, sees_all) c;
    -- Fewer are read and put in order at once.
    if counted > 10000 then
      total := 10001;
    elsif counted > worth_knowing then
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

-- A page as search_by_words finds it, in order; one row without an item when the page is empty.
create function items_by_words(
  asked tsquery, lexemes text[], in_title tsquery, own text, sees_all boolean, holds text[], measured tsquery,
  skipped integer, most integer, many_before bigint, shares float8[], best tsquery[], newest tsquery[])
returns table (matched integer, waiting integer, found item) language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
    select f.total, f.waiting, i
    from search_by_words(asked, lexemes, in_title, own, sees_all, holds, measured, skipped, most, many_before, shares, best, newest) f
    left join lateral unnest(f.ids) with ordinality page (id, place) on true left join item i on i.id = page.id
    order by page.place;
end $$;
