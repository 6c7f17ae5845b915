-- Vector tile services that were published from hosted layers: items of their own, drawn from the layers as they are.
create table tile_service (
  item_id text primary key references item (id) on delete cascade,
  name text not null,
  source_item_id text not null references feature_service (item_id) on delete cascade,
  min_zoom smallint not null check (min_zoom >= 0),
  max_zoom smallint not null check (max_zoom >= min_zoom)
);
create unique index tile_service_name on tile_service (lower(name));
create index tile_service_source on tile_service (source_item_id);
