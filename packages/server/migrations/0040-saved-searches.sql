-- Searches that people keep for themselves.

create table saved_search (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  owner text not null references account (username) on update cascade on delete cascade,
  name text not null,
  query text not null default '',
  -- What the page adds to the words: kind, filters, box, sort.
  filters jsonb not null default '{}',
  created timestamptz not null,
  modified timestamptz not null
);
create unique index saved_search_name on saved_search (owner, lower(name));
