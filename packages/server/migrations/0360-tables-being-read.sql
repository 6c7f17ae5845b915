-- Tables of features that somebody reads page by page for a longer time, as downloads do: one that is replaced meanwhile stays until they have ended. A process that is killed says no more,
-- so that what it said ends by itself.
create table table_reading (
  id bigint generated always as identity primary key,
  table_name text not null,
  until timestamptz not null
);
create index table_reading_name on table_reading (table_name);
