-- The edits that a copy sent last and that were made, with what was answered: whoever lost the answer sends them again. They are kept in the transaction that
-- makes them, until the copy sends others.
create table feature_replica_upload (
  replica_id text primary key references feature_replica (id) on delete cascade,
  -- [{id, serverGen}]: what the copy knew of each layer when it sent them
  before jsonb not null,
  -- Whether the answer told the copy what changed, and so a later generation.
  down boolean not null,
  -- Another one for each upload, so that two at the same time notice each other.
  mark text not null,
  -- By layer and digest of the edit: [object id, global id]
  done jsonb not null
);
