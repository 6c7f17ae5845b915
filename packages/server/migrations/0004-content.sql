-- Folders, items and what belongs to them.

create table folder (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  owner text not null references account (username),
  title text not null,
  created timestamptz not null default now()
);
create unique index folder_title on folder (owner, lower(title));

create table item (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  org_id text references organisation (id),
  owner text not null references account (username),
  folder_id text references folder (id),
  title text not null,
  type text not null,
  -- Given by the portal from the type and the facts of the data.
  auto_keywords text[] not null default '{}',
  -- Given by people.
  given_keywords text[] not null default '{}',
  tags text[] not null default '{}',
  description text,
  snippet text,
  documentation text,
  access_information text,
  license_info text,
  culture text not null default 'en-us',
  spatial_reference text,
  categories text[] not null default '{}',
  content_status text not null default '',
  properties jsonb,
  url text,
  name text,
  thumbnail_key text,
  thumbnail_name text,
  -- xmin, ymin, xmax, ymax in degrees; xmin > xmax across the date line.
  extent_box double precision[],
  extent geometry(Geometry, 4326),
  data_kind text not null default 'none' check (data_kind in ('none', 'text', 'file')),
  data_key text,
  data_type text,
  data_bytes bigint not null default -1,
  resource_bytes bigint not null default 0,
  access text not null default 'private' check (access in ('private', 'org', 'public')),
  group_count integer not null default 0,
  -- Keys of those who may see the item: public, org:<id>, user:<name>, group:<id>, and within:<id> for administrators.
  scopes text[] not null default '{}',
  protected boolean not null default false,
  comments_enabled boolean not null default true,
  num_views bigint not null default 0,
  num_comments integer not null default 0,
  num_ratings integer not null default 0,
  avg_rating double precision not null default 0,
  score_completeness integer not null default 0,
  status text not null default 'completed' check (status in ('partial', 'processing', 'completed', 'failed')),
  status_message text not null default '',
  search tsvector not null default '',
  title_words text not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  uploaded timestamptz not null default now(),
  last_viewed timestamptz
);
-- One index answers text and permission together.
create index item_search on item using gin (search, scopes);
create index item_title_words on item using gin (title_words gin_trgm_ops);
create index item_extent on item using gist (extent);
create index item_owner_folder on item (owner, folder_id, uploaded desc, id);
create index item_modified on item (modified desc, id);
create index item_created on item (created desc, id);
create index item_views on item (num_views desc, id);
create index item_title on item (lower(title), id);
create unique index item_file_name on item (owner, type, lower(name)) where data_kind = 'file';

create table item_share (
  item_id text not null references item (id) on delete cascade,
  group_id text not null references user_group (id) on delete cascade,
  shared_by text not null,
  shared timestamptz not null default now(),
  primary key (item_id, group_id)
);
create index item_share_group on item_share (group_id, item_id);

create table item_resource (
  item_id text not null references item (id) on delete cascade,
  kind text not null check (kind in ('resource', 'info')),
  path text not null,
  key text not null,
  size_bytes bigint not null,
  access text not null default 'inherit' check (access in ('inherit', 'private')),
  created timestamptz not null default now(),
  primary key (item_id, kind, path)
);

create table item_part (
  item_id text not null references item (id) on delete cascade,
  number integer not null check (number between 1 and 10000),
  key text not null,
  size_bytes bigint not null,
  primary key (item_id, number)
);

create table item_relationship (
  origin_id text not null references item (id) on delete cascade,
  destination_id text not null references item (id) on delete cascade,
  type text not null,
  created timestamptz not null default now(),
  primary key (origin_id, type, destination_id)
);
create index item_relationship_destination on item_relationship (destination_id, type);

create table item_comment (
  id text primary key,
  item_id text not null references item (id) on delete cascade,
  owner text not null references account (username) on delete cascade,
  comment text not null,
  created timestamptz not null default now()
);
create index item_comment_item on item_comment (item_id, created desc);

create table item_rating (
  item_id text not null references item (id) on delete cascade,
  username text not null references account (username) on delete cascade,
  rating double precision not null check (rating between 1 and 5),
  created timestamptz not null default now(),
  primary key (item_id, username)
);
