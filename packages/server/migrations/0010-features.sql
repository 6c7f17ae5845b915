-- Hosted feature services, their layers, and the tables in schema hosted that belong to them.

create table feature_service (
  item_id text primary key check (item_id ~ '^[0-9a-f]{32}$'),
  org_id text,
  name text not null check (name ~ '^[A-Za-z0-9][A-Za-z0-9_]{0,97}$'),
  settings jsonb not null default '{}',
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
-- Addresses of services do not name the organisation, so a name is taken for all of them.
create unique index feature_service_name on feature_service (lower(name));

create table feature_layer (
  item_id text not null references feature_service (item_id) on delete cascade,
  layer_id integer not null check (layer_id >= 0),
  table_name text not null unique check (table_name ~ '^l_[0-9a-f]{32}$'),
  name text not null,
  geometry_type text,
  has_z boolean not null default false,
  fields jsonb not null,
  definition jsonb not null default '{}',
  -- xmin, ymin, xmax, ymax in the reference system of the table.
  extent double precision[],
  row_count bigint not null default 0,
  -- Rises with every change of features or drawing; tiles and caches are keyed by it.
  version bigint not null default 1,
  -- False until publishing is done: such layers answer no queries.
  ready boolean not null default false,
  data_edited timestamptz not null default now(),
  schema_edited timestamptz not null default now(),
  primary key (item_id, layer_id)
);
