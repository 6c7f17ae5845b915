-- Items offered to other organisations, and what those took.

-- Keys that an item gives to others for a time, beside those of its sharing; part of item.scopes while they last.
create table item_grant (
  item_id text not null references item (id) on delete cascade,
  scope text not null check (scope ~ '^(org|user):.'),
  until timestamptz,
  primary key (item_id, scope)
);

create table listing (
  item_id text primary key references item (id) on delete cascade,
  org_id text not null references organisation (id) on delete cascade,
  listed_by text not null,
  price_desc text,
  credits_per_transaction double precision,
  license_type text not null default 'free' check (license_type in ('free', 'paid')),
  license_by text not null default 'organization' check (license_by in ('organization', 'user')),
  trial_days integer check (trial_days between 1 and 365),
  access text not null default 'private' check (access in ('private', 'public')),
  system_requirements text,
  terms text,
  version text not null default '1.0',
  banner text,
  large_thumbnail text,
  screenshots text[] not null default '{}',
  -- False once it was taken from the marketplace; what others hold goes on until its end.
  open boolean not null default true,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index listing_org on listing (org_id, created desc);
create index listing_open on listing (created desc, item_id) where open;

create table provision (
  id text primary key,
  item_id text not null references listing (item_id) on delete cascade,
  customer_org text not null references organisation (id) on delete cascade,
  kind text not null check (kind in ('purchase', 'trial')),
  state text not null check (state in ('requested', 'active', 'ended', 'declined')),
  requested_by text not null,
  created timestamptz not null default now(),
  start_date timestamptz,
  end_date timestamptz
);
create unique index provision_open on provision (item_id, customer_org) where state in ('requested', 'active');
create index provision_customer on provision (customer_org, created desc);

-- Members who hold a licence of what is licensed by user.
create table provision_user (
  provision_id text not null references provision (id) on delete cascade,
  username text not null references account (username) on delete cascade,
  primary key (provision_id, username)
);
create index provision_user_name on provision_user (username);
