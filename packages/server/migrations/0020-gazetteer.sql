-- Places for the built-in search, loaded from the bundled file by a job.

create table place (
  id integer primary key,
  name text not null,
  country text not null,
  region text not null,
  class text not null,
  population integer not null,
  location geometry(Point, 4326) not null
);
create index place_location on place using gist (location);

create table place_name (
  place_id integer not null,
  -- Folded name: lower case without accents, single blanks.
  key text not null,
  population integer not null
);
create index place_name_key on place_name (key text_pattern_ops, population desc);
