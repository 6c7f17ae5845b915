-- Answers of calls about copies that nobody waited for: files that whoever asked can read for a day.
create table feature_sync_result (
  job_id text primary key check (job_id ~ '^[0-9a-f]{32}$'),
  item_id text not null references feature_service (item_id) on delete cascade,
  username text not null references account (username) on update cascade on delete cascade,
  key text not null unique,
  size_bytes bigint not null,
  created timestamptz not null default now()
);
create index feature_sync_result_item on feature_sync_result (item_id);
create index feature_sync_result_owner on feature_sync_result (username);
create index feature_sync_result_created on feature_sync_result (created);
-- The file store learns which bytes nobody needs.
create trigger feature_sync_result_gone after delete on feature_sync_result for each row execute function forget_upload();
