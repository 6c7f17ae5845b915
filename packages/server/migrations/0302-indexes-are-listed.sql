-- Indexes that people asked for are kept with the layer, so that its description lists them. What they were called is not known any more.
update feature_layer l set definition = jsonb_set(l.definition, '{indexes}', there.list)
from (
  select named.table_name, jsonb_agg(jsonb_build_object('name', 'index_' || named.nth, 'fields', named.fields, 'isUnique', named.is_unique, 'made', named.made) order by named.nth) as list
  from (
    select t.relname as table_name, c.relname as made, i.indisunique as is_unique,
      row_number() over (partition by t.relname order by c.oid) as nth,
      (select jsonb_agg(field ->> 'name' order by k)
        from generate_series(1, i.indnkeyatts) as k
        join lateral jsonb_array_elements(f.fields) as field
          on pg_get_indexdef(i.indexrelid, k, false) ~ ('\m' || (field ->> 'column') || '\M')) as fields
    from feature_layer f
    join pg_class t on t.relname = f.table_name
    join pg_namespace s on s.oid = t.relnamespace and s.nspname = 'hosted'
    join pg_index i on i.indrelid = t.oid
    join pg_class c on c.oid = i.indexrelid and left(c.relname, 1) = 'x'
  ) named
  where named.fields is not null
  group by named.table_name
) there
where there.table_name = l.table_name and not l.definition ? 'indexes';
