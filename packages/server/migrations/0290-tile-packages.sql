-- Vector tile services of packages: drawn from the file of an item instead of from layers.
alter table tile_service alter column source_item_id drop not null;
alter table tile_service add column package_item_id text references item (id) on delete cascade;
alter table tile_service add constraint tile_service_one_source check (num_nonnulls(source_item_id, package_item_id) = 1);
create index tile_service_package on tile_service (package_item_id) where package_item_id is not null;
