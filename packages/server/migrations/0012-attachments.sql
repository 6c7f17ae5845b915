-- Files kept with features.

-- Bytes that other domains keep for an item count as its owner's.
alter table item add column hosted_bytes bigint not null default 0;

create table feature_attachment (
  id bigint generated always as identity primary key,
  item_id text not null,
  table_name text not null references feature_layer (table_name) on delete cascade,
  object_id bigint not null,
  global_id uuid not null default gen_random_uuid() unique,
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  keywords text not null default '',
  key text not null unique,
  created timestamptz not null default now()
);
create index feature_attachment_feature on feature_attachment (table_name, object_id, id);

-- However attachments come and go (with their feature, layer or service), their bytes are counted, and the file store
-- learns which files nobody needs any more.
create function count_new_attachments() returns trigger language plpgsql as $$
begin
  update item set hosted_bytes = hosted_bytes + n.bytes
    from (select item_id, sum(size_bytes) as bytes from added group by item_id) n where item.id = n.item_id;
  return null;
end $$;
create function forget_old_attachments() returns trigger language plpgsql as $$
begin
  update item set hosted_bytes = hosted_bytes - n.bytes
    from (select item_id, sum(size_bytes) as bytes from gone group by item_id) n where item.id = n.item_id;
  delete from stored_file where key in (select key from gone);
  return null;
end $$;
create function exchange_attachments() returns trigger language plpgsql as $$
begin
  update item set hosted_bytes = hosted_bytes + n.bytes
    from (select item_id, sum(bytes) as bytes from (
      select item_id, size_bytes as bytes from added union all select item_id, -size_bytes from gone) b group by item_id) n
    where item.id = n.item_id;
  delete from stored_file where key in (select key from gone except select key from added);
  return null;
end $$;
create trigger feature_attachment_added after insert on feature_attachment
  referencing new table as added for each statement execute function count_new_attachments();
create trigger feature_attachment_gone after delete on feature_attachment
  referencing old table as gone for each statement execute function forget_old_attachments();
create trigger feature_attachment_exchanged after update on feature_attachment
  referencing old table as gone new table as added for each statement execute function exchange_attachments();
