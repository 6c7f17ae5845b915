-- Rows on their way into a layer that exists: appended, merged by a key, or in the place of the old ones.

create table feature_load (
  job_id text primary key,
  item_id text not null references feature_service (item_id) on delete cascade,
  layer_id integer not null,
  username text not null,
  -- The table that the rows are gathered in; null before the job begins and once it is done.
  table_name text unique check (table_name ~ '^l_[0-9a-f]{32}$'),
  -- What was done, written in the transaction that did it: a job that runs twice does not do it again.
  result jsonb,
  created timestamptz not null default now()
);
create index feature_load_layer on feature_load (item_id, layer_id, created desc);

-- A layer whose features are replaced gets another table; the files of those that stay follow it.
alter table feature_attachment drop constraint feature_attachment_table_name_fkey;
alter table feature_attachment add constraint feature_attachment_table_name_fkey
  foreign key (table_name) references feature_layer (table_name) on delete cascade on update cascade;

-- Files that were sent to a service for a later call, and the parts of those that come in pieces.
create table service_upload (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  item_id text not null references feature_service (item_id) on delete cascade,
  username text not null,
  name text not null,
  description text not null default '',
  -- Null until the parts are joined.
  key text unique,
  size_bytes bigint not null default 0,
  created timestamptz not null default now()
);
create index service_upload_item on service_upload (item_id, username);
create index service_upload_created on service_upload (created);
create table service_upload_part (
  upload_id text not null references service_upload (id) on delete cascade,
  number integer not null check (number between 1 and 10000),
  key text not null unique,
  size_bytes bigint not null,
  primary key (upload_id, number)
);
-- However uploads go (used up, given up, or with their service), the file store learns which bytes nobody needs.
create function forget_upload() returns trigger language plpgsql as $$
begin
  delete from stored_file where key = old.key;
  return null;
end $$;
create trigger service_upload_gone after delete on service_upload for each row execute function forget_upload();
create trigger service_upload_part_gone after delete on service_upload_part for each row execute function forget_upload();
