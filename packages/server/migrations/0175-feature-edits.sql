-- What edits have done to layers since their rows were written last. Writers do not wait for each other at the row of the layer: each
-- database connection has a row of its own here, and readers add them up.
create table feature_edits (
  table_name text not null references feature_layer (table_name) on update cascade on delete cascade,
  slot smallint not null,
  -- Edits so far; with the version of the layer it makes the number by which tiles are kept. Never falls.
  edits bigint not null,
  -- Features more, or fewer, than the row of the layer says.
  features bigint not null default 0,
  -- The box of what came, sides in metres of Web Mercator.
  west double precision,
  south double precision,
  east double precision,
  north double precision,
  edited timestamptz not null,
  primary key (table_name, slot)
) with (fillfactor = 50);

-- The version of the view when it was measured last: whatever raises it makes extent and count unknown.
alter table feature_view add column measured bigint not null default -1;
update feature_view v set measured = l.version
  from feature_layer l where l.item_id = v.item_id and l.layer_id = v.layer_id and not v.stale;
create or replace function touch_views_of_layer() returns trigger language plpgsql as $$
begin
  update feature_layer v set version = v.version + 1, data_edited = new.data_edited
    from feature_view w
    where w.source_item_id = new.item_id and w.source_layer_id = new.layer_id and v.item_id = w.item_id and v.layer_id = w.layer_id;
  return null;
end $$;
alter table feature_view drop column stale;
