-- The recycle bin: deleted items stay for a while with everything that belongs to them.

alter table item
  -- When the item was put into the bin; null for all others.
  add column binned timestamptz,
  add column binned_by text,
  -- Title of the folder it lay in, once that folder was deleted too.
  add column bin_folder text;
create index item_binned on item (binned) where binned is not null;
create index item_bin_owner on item (owner, binned desc, id) where binned is not null;

-- What lies in the bin does not stand in the way of a new upload.
drop index item_file_name;
create unique index item_file_name on item (owner, type, lower(name)) where data_kind = 'file' and binned is null;
