-- A copy that was given up with its last synchronisation is kept for a day, out of sight: whoever lost the answer sends the call again.
alter table feature_replica
  add column closed timestamptz,
  -- {by, digest, known, results}: the call that closed it, and what was answered
  add column closing jsonb;
-- The digest of all edits of the call: with the same ones from the same generation it is the same call.
alter table feature_replica_upload add column call text;
