-- Invitations to an organisation. The id is the secret that the link holds.

create table organisation_invitation (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  org_id text not null references organisation (id) on delete cascade,
  -- Where it is meant to go; null when it is for whoever has the link.
  email text,
  -- The account that it is for, or the name proposed for a new one.
  username text,
  for_account boolean not null default false,
  full_name text not null default '',
  role text not null,
  group_ids text[] not null default '{}',
  message text,
  must_approve boolean not null default false,
  invited_by text references account (username) on delete set null,
  state text not null default 'pending' check (state in ('pending', 'accepted', 'approved', 'declined')),
  -- Who signed up with it or accepted it; nobody else can use it from then on.
  account text references account (username) on delete set null,
  created timestamptz not null,
  sent timestamptz not null,
  answered timestamptz,
  expires timestamptz not null
);
create index organisation_invitation_list on organisation_invitation (org_id, created desc, id);
create unique index organisation_invitation_email on organisation_invitation (org_id, lower(email)) where state = 'pending' and email is not null;
create unique index organisation_invitation_username on organisation_invitation (org_id, lower(username)) where state = 'pending' and username is not null;
create index organisation_invitation_for on organisation_invitation (username) where state = 'pending' and for_account;
create index organisation_invitation_account on organisation_invitation (account) where account is not null;
create index organisation_invitation_invited_by on organisation_invitation (invited_by) where invited_by is not null;
