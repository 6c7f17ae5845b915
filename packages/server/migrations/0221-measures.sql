-- Layers may hold measures (m values) along their geometries.
alter table feature_layer add column has_m boolean not null default false;
