-- Files that belong to an organisation: pictures of its pages, settings that clients keep with it.
create table organisation_resource (
  org_id text not null references organisation (id) on delete cascade,
  key text not null check (key ~ '^[A-Za-z0-9._-]{1,100}$'),
  file_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  access text not null default 'public' check (access in ('public', 'private')),
  created timestamptz not null default now(),
  primary key (org_id, key)
);
