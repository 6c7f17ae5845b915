-- What items name in their data and addresses: other items by id, hosted services by name. Kept while they are written.

create table item_reference (
  item_id text not null references item (id) on delete cascade,
  -- Where it stands: in the data, or in the address of the item.
  source text not null check (source in ('data', 'url')),
  -- `item:<id>` or `service:<lower-case name>`. What it names may be gone, or never have been.
  target text not null,
  primary key (item_id, source, target)
);
create index item_reference_target on item_reference (target, item_id);

-- False where the data was written before references were kept; a job reads it.
alter table item add column references_read boolean not null default true;
update item set references_read = false where data_kind = 'text' or url is not null;
create index item_references_unread on item (id) where not references_read;
