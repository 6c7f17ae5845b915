-- Which features of a layer changed since when, and the copies of services that ask for it.

-- Layers whose changes are kept. A generation belongs to one writer until it commits, so that generations are seen in their order.
create table feature_tracking (
  table_name text primary key references feature_layer (table_name) on update cascade on delete cascade,
  gen bigint not null,
  -- Changes since older generations are not known: the layer was emptied or exchanged, or nothing was kept yet.
  since bigint not null
);

-- The last change of each feature; deleted ones stay, so that copies learn of it.
create table feature_change (
  table_name text not null references feature_tracking (table_name) on update cascade on delete cascade,
  object_id bigint not null,
  global_id uuid not null,
  created_gen bigint not null,
  changed_gen bigint not null,
  deleted boolean not null,
  primary key (table_name, object_id)
);
create index feature_change_gen on feature_change (table_name, changed_gen, object_id);

create function next_feature_gen(name text) returns bigint language sql as
  'update feature_tracking set gen = gen + 1 where table_name = name returning gen';

create function note_added_features() returns trigger language plpgsql as $$
declare g bigint;
begin
  if not exists (select 1 from added) then return null; end if;
  g := next_feature_gen(tg_table_name);
  insert into feature_change select tg_table_name, objectid, globalid, g, g, false from added
    on conflict (table_name, object_id) do update set global_id = excluded.global_id, created_gen = g, changed_gen = g, deleted = false;
  return null;
end $$;

create function note_changed_features() returns trigger language plpgsql as $$
declare g bigint;
begin
  if not exists (select 1 from added) then return null; end if;
  g := next_feature_gen(tg_table_name);
  insert into feature_change select tg_table_name, objectid, globalid, 0, g, false from added
    on conflict (table_name, object_id) do update set global_id = excluded.global_id, changed_gen = g;
  return null;
end $$;

create function note_deleted_features() returns trigger language plpgsql as $$
declare g bigint;
begin
  if not exists (select 1 from gone) then return null; end if;
  g := next_feature_gen(tg_table_name);
  insert into feature_change select tg_table_name, objectid, globalid, 0, g, true from gone
    on conflict (table_name, object_id) do update set changed_gen = g, deleted = true;
  return null;
end $$;

create function note_emptied_layer() returns trigger language plpgsql as $$
begin
  update feature_tracking set gen = gen + 1, since = gen + 1 where table_name = tg_table_name;
  delete from feature_change where table_name = tg_table_name;
  return null;
end $$;

create table feature_replica (
  id text primary key,
  item_id text not null references feature_service (item_id) on delete cascade,
  owner text not null references account (username) on update cascade on delete cascade,
  name text not null,
  -- [{id, serverGen}]: what the copy knows of each layer
  layers jsonb not null,
  created timestamptz not null default now(),
  synchronized timestamptz not null default now()
);
create index feature_replica_item on feature_replica (item_id, owner);

-- Services that have had the capability before begin to keep their changes now.
do $$
declare t text;
begin
  for t in
    select l.table_name from feature_layer l join feature_service s on s.item_id = l.item_id
    where l.ready and coalesce(s.settings ->> 'isView', 'false') <> 'true'
      and s.settings ->> 'capabilities' ~* '(^|,)\s*(Sync|ChangeTracking)\s*(,|$)'
  loop
    insert into feature_tracking values (t, floor(extract(epoch from now()) * 1000), floor(extract(epoch from now()) * 1000));
    execute format('create trigger note_added after insert on hosted.%I referencing new table as added for each statement execute function note_added_features()', t);
    execute format('create trigger note_changed after update on hosted.%I referencing new table as added for each statement execute function note_changed_features()', t);
    execute format('create trigger note_deleted after delete on hosted.%I referencing old table as gone for each statement execute function note_deleted_features()', t);
    execute format('create trigger note_emptied after truncate on hosted.%I for each statement execute function note_emptied_layer()', t);
  end loop;
end $$;
