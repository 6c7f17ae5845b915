-- The floor: jobs, stored files, secrets; organisations, roles and accounts.

create extension if not exists postgis;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create schema if not exists hosted;

create table secret (
  name text primary key,
  value text not null
);

create table stored_file (
  key text primary key,
  size_bytes bigint not null check (size_bytes >= 0),
  sha256 text not null,
  created timestamptz not null default now()
);

create table job (
  id text primary key,
  name text not null,
  subject text,
  owner text,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'completed', 'failed', 'cancelled')),
  attempts integer not null default 0,
  max_attempts integer not null,
  lease_until timestamptz,
  run_after timestamptz not null default now(),
  cancel_asked boolean not null default false,
  progress jsonb not null default '{}',
  message text,
  created timestamptz not null default now(),
  finished timestamptz
);
create index job_due on job (run_after) where state in ('waiting', 'running');
create index job_subject on job (subject, created desc);

create table organisation (
  id text primary key check (id ~ '^[A-Z0-9]{16}$'),
  name text not null,
  description text,
  snippet text,
  access text not null default 'public' check (access in ('public', 'private')),
  url_key text unique,
  culture text not null default 'en-us',
  region text,
  units text not null default 'metric' check (units in ('metric', 'english')),
  settings jsonb not null default '{}',
  set_up boolean not null default false,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);

create table role (
  id text primary key,
  org_id text not null references organisation (id) on delete cascade,
  name text not null,
  description text,
  privileges text[] not null,
  base_role text not null default 'user',
  created timestamptz not null default now()
);
create unique index role_name on role (org_id, lower(name));

create table account (
  username text primary key,
  org_id text references organisation (id),
  role text not null,
  password_hash text,
  full_name text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  email text,
  description text,
  access text not null default 'org' check (access in ('private', 'org', 'public')),
  tags text[] not null default '{}',
  culture text,
  region text,
  units text not null default 'metric' check (units in ('metric', 'english')),
  preferred_view text,
  thumbnail text,
  user_type text not null default 'arcgisonly',
  provider text not null default 'arcgis',
  idp_username text,
  disabled boolean not null default false,
  token_epoch integer not null default 0,
  fav_group_id text,
  storage_quota bigint,
  properties jsonb not null default '{}',
  created timestamptz not null default now(),
  modified timestamptz not null default now(),
  last_login timestamptz
);
create unique index account_username_key on account (lower(username));
create index account_org on account (org_id, lower(username));
create index account_email on account (lower(email));

create table revoked_token (
  id text primary key,
  expires timestamptz not null
);
create index revoked_token_expires on revoked_token (expires);

create table sign_in_failure (
  id bigint generated always as identity primary key,
  username_key text not null,
  address text not null,
  at timestamptz not null default now()
);
create index sign_in_failure_username on sign_in_failure (username_key, at);
create index sign_in_failure_address on sign_in_failure (address, at);
