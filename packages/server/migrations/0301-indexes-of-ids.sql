-- Fields that keep ids as text are compared with braces and capitals left out: their indexes hold the ids like that from now on.
do $$
declare
  one record;
begin
  for one in
    with guid as (
      select l.table_name, field ->> 'column' as name
      from feature_layer l, jsonb_array_elements(l.fields) as field
      where field ->> 'type' = 'esriFieldTypeGUID'
    )
    select c.relname as name, t.relname as table_name, i.indisunique as is_unique,
      (select string_agg(
          case when a.attname in (select guid.name from guid where guid.table_name = t.relname)
            then format('(upper(trim(both ''{} '' from %I)))', a.attname) else format('%I', a.attname) end, ', ' order by k.nth)
        from unnest(i.indkey) with ordinality as k(n, nth)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.n) as columns
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_class t on t.oid = i.indrelid
    join pg_namespace s on s.oid = t.relnamespace
    where s.nspname = 'hosted' and left(c.relname, 1) in ('k', 'x') and i.indexprs is null and exists (
      select 1 from guid join pg_attribute a on a.attrelid = i.indrelid and a.attname = guid.name
      where guid.table_name = t.relname and a.attnum = any(i.indkey))
  loop
    begin
      execute format('create %s index %I on hosted.%I (%s)', case when one.is_unique then 'unique' else '' end, 'new_' || one.name, one.table_name, one.columns);
      execute format('drop index hosted.%I', one.name);
      execute format('alter index hosted.%I rename to %I', 'new_' || one.name, one.name);
    exception when unique_violation then
      -- The same id stands there in two ways of writing: the index stays as it is.
      null;
    end;
  end loop;
end
$$;
