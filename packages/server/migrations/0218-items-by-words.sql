-- The rows of a page found by words come from a statement that the database keeps planned as well.
-- See docs/decisions/0099-what-a-page-of-a-search-costs.md.

-- A page as search_by_words finds it, in order; one row without an item when the page is empty.
create function items_by_words(
  asked tsquery, word text, in_title tsquery, own text, sees_all boolean, holds text[], measured tsquery,
  skipped integer, most integer, many_before bigint, shares float8[], best tsquery[], newest tsquery[])
returns table (matched integer, waiting integer, found item) language plpgsql stable rows 10
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  return query
    select f.total, f.waiting, i
    from search_by_words(asked, word, in_title, own, sees_all, holds, measured, skipped, most, many_before, shares, best, newest) f
    left join lateral unnest(f.ids) with ordinality page (id, place) on true left join item i on i.id = page.id
    order by page.place;
end $$;
