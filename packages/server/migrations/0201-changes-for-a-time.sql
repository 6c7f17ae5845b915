-- The generation that a layer had at a time: changes are known by their age, and forgotten when nobody may ask for them any more.
create table feature_tracking_mark (
  table_name text not null references feature_tracking (table_name) on update cascade on delete cascade,
  noted timestamptz not null,
  gen bigint not null,
  primary key (table_name, noted)
);
