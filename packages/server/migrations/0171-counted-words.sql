-- How many items hold a frequent word is known exactly without reading them: counts that every change of an item follows.
-- See docs/decisions/0070-what-a-search-costs.md.

-- Items that hold a word, for words that were asked for and are frequent: among what everybody sees, what an organisation sees,
-- and what its members keep to themselves. True together with the changes below that are not in it yet.
create table word_count (
  word text not null,
  -- As in item_word.
  reach "char" not null,
  org_id text references organisation (id) on delete cascade,
  n bigint not null
);
create unique index word_count_of on word_count (word, reach, coalesce(org_id, ''));

-- What items gained (1) and lost (-1) since: written with the change itself, so that whoever sees the one sees the other.
create table word_count_change (
  id bigint generated always as identity primary key,
  words text[] not null,
  reach "char" not null,
  org_id text,
  n integer not null
);

-- Words that are asked for without a field.
create function general_words(document tsvector) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(select w from unnest(tsvector_to_array(document)) w where position(':' in w) = 0 and position('=' in w) = 0);
end $$;

create function word_counts_follow() returns trigger language plpgsql as $$
declare
  gone text[];
  come text[];
begin
  if tg_op = 'UPDATE' then
    gone := general_words(old.words);
    come := general_words(new.words);
    if gone = come and old.org_id is not distinct from new.org_id then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    insert into word_count_change (words, reach, org_id, n) values (coalesce(gone, general_words(old.words)), old.reach, old.org_id, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into word_count_change (words, reach, org_id, n) values (coalesce(come, general_words(new.words)), new.reach, new.org_id, 1);
  end if;
  return null;
end $$;
-- Moving from one way to be seen to another is a deletion and an insertion.
create trigger word_counts_follow after insert or delete on item_word for each row execute function word_counts_follow();
create trigger word_counts_follow_changed after update on item_word for each row
  when ((old.words, old.org_id) is distinct from (new.words, new.org_id)) execute function word_counts_follow();

-- Whose counts a caller needs; as the first three parts of word_matches.
create function scopes_in_common(own text, sees_all boolean) returns table (reach "char", org_id text) language sql immutable as $$
  select 'e'::"char", null::text union all select 'o', own where own is not null union all select 'n', own where sees_all
$$;

-- How many items that hold the word are seen by way of everybody and the organisation; null when it is not known.
-- waiting: how many changes had to be read.
create function word_counted(asked text, own text, sees_all boolean, out counted bigint, out waiting integer) language plpgsql stable as $$
begin
  select case when count(c.n) = count(*) then sum(c.n) end into counted
    from scopes_in_common(own, sees_all) s
    left join word_count c on c.word = asked and c.reach = s.reach and coalesce(c.org_id, '') = coalesce(s.org_id, '');
  if counted is null then
    return;
  end if;
  select counted + coalesce(sum(d.n) filter (where d.words @> array[asked]
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
  with settling as (
    delete from word_count_change where id in (select id from word_count_change order by id limit 5000) returning words, reach, org_id, n),
  sums as (select w, reach, coalesce(org_id, '') as org, sum(n) as n from settling, unnest(words) w group by 1, 2, 3),
  done as (
    update word_count c set n = c.n + s.n from sums s where c.word = s.w and c.reach = s.reach and coalesce(c.org_id, '') = s.org and s.n <> 0)
  select count(*) into settled from settling;
  return settled;
end $$;

-- Counts a frequent word, for the searches that come after. What other transactions are changing now is told by their changes later.
create function learn_word_count(asked text, own text, sees_all boolean) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('word_count')) then
    return;
  end if;
  insert into word_count (word, reach, org_id, n)
    select asked, s.reach, s.org_id,
      case s.reach
        when 'e' then (select count(*) from item_word_e w where w.words @@ quote_literal(asked)::tsquery)
        when 'o' then (select count(*) from item_word_o w where w.words @@ quote_literal(asked)::tsquery and w.org_id = own)
        else (select count(*) from item_word_n w where w.words @@ quote_literal(asked)::tsquery and w.org_id = own) end
      - (select coalesce(sum(d.n), 0) from word_count_change d
        where d.words @> array[asked] and d.reach = s.reach and coalesce(d.org_id, '') = coalesce(s.org_id, ''))
    from scopes_in_common(own, sees_all) s
    where not exists (select from word_count c where c.word = asked and c.reach = s.reach and coalesce(c.org_id, '') = coalesce(s.org_id, ''));
end $$;

-- What is open to the caller by name alone: the last two parts of word_matches.
create function word_matches_by_name(asked tsquery, own text, sees_all boolean, holds text[]) returns table (item_id text) language sql stable as $$
  select w.item_id from item_word_o w where holds is not null
    and w.words @@ asked and w.named && holds and (own is null or w.org_id is distinct from own)
  union all
  select w.item_id from item_word_n w where holds is not null
    and w.words @@ asked and w.named && holds and (not sees_all or w.org_id is distinct from own)
$$;

drop function search_by_words(tsquery, tsquery, text, boolean, text[], tsquery, integer, integer, bigint, float8[], tsquery[], tsquery[]);

-- How many match, exact up to 10,000 (10,001 stands for more), and the ids of a page in order: the newest first when measured is null,
-- otherwise up to 150 by how well their documents fit, more by whether the words stand in the title, then by standing.
-- word: what is asked for, when that is a single word; its count may be known, and waiting tells how many changes are not in it yet.
-- many_before: the number of losses at which it was known that 1,000 more than these match.
-- shares, best, newest: which words cut off about which share of all items; a hint, what is found does not depend on it.
create function search_by_words(
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
