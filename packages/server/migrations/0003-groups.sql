-- Groups, membership, applications, invitations; what people are told.

create table user_group (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  org_id text references organisation (id),
  owner text not null references account (username),
  title text not null,
  description text,
  snippet text,
  phone text,
  thumbnail_key text,
  thumbnail_name text,
  tags text[] not null default '{}',
  type_keywords text[] not null default '{}',
  capabilities text[] not null default '{}',
  access text not null default 'private' check (access in ('private', 'org', 'public')),
  membership_access text,
  sort_field text,
  sort_order text,
  invitation_only boolean not null default false,
  view_only boolean not null default false,
  auto_join boolean not null default false,
  hidden_members boolean not null default false,
  leaving_disallowed boolean not null default false,
  protected boolean not null default false,
  favourites boolean not null default false,
  properties jsonb,
  display_settings jsonb,
  search tsvector not null default '',
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create unique index user_group_title on user_group (owner, lower(title));
create unique index user_group_favourites on user_group (owner) where favourites;
create index user_group_search on user_group using gin (search);
create index user_group_modified on user_group (modified desc, id);

create table group_member (
  group_id text not null references user_group (id) on delete cascade,
  username text not null references account (username) on delete cascade,
  member_type text not null check (member_type in ('owner', 'admin', 'member')),
  joined timestamptz not null default now(),
  primary key (group_id, username)
);
create index group_member_username on group_member (username, group_id);

create table group_application (
  group_id text not null references user_group (id) on delete cascade,
  username text not null references account (username) on delete cascade,
  comments text,
  received timestamptz not null default now(),
  primary key (group_id, username)
);

create table group_invitation (
  id text primary key,
  group_id text not null references user_group (id) on delete cascade,
  username text not null references account (username) on delete cascade,
  invited_by text not null references account (username) on delete cascade,
  member_type text not null check (member_type in ('admin', 'member')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  created timestamptz not null default now(),
  expires timestamptz not null
);
create index group_invitation_username on group_invitation (username) where state = 'open';
create index group_invitation_group on group_invitation (group_id) where state = 'open';

create table notification (
  id text primary key,
  target text not null references account (username) on delete cascade,
  type text not null,
  data jsonb not null default '{}',
  received timestamptz not null default now()
);
create index notification_target on notification (target, received desc);

-- Every account has a favourites group from its first moment and loses it with the account. Triggers, because accounts
-- are made in several places below the groups domain, and none of them may forget it.
create function account_names_favourites() returns trigger language plpgsql as $$
begin
  new.fav_group_id := replace(gen_random_uuid()::text, '-', '');
  return new;
end $$;

create function account_gets_favourites() returns trigger language plpgsql as $$
begin
  insert into user_group (id, org_id, owner, title, favourites)
    values (new.fav_group_id, new.org_id, new.username, new.username || '''s favorites', true);
  insert into group_member (group_id, username, member_type) values (new.fav_group_id, new.username, 'owner');
  return new;
end $$;

create function account_loses_favourites() returns trigger language plpgsql as $$
begin
  delete from user_group where owner = old.username and favourites;
  return old;
end $$;

create trigger account_names_favourites before insert on account for each row execute function account_names_favourites();
create trigger account_gets_favourites after insert on account for each row execute function account_gets_favourites();
create trigger account_loses_favourites before delete on account for each row execute function account_loses_favourites();

update account set fav_group_id = replace(gen_random_uuid()::text, '-', '') where fav_group_id is null;
insert into user_group (id, org_id, owner, title, favourites)
  select fav_group_id, org_id, username, username || '''s favorites', true from account;
insert into group_member (group_id, username, member_type) select fav_group_id, username, 'owner' from account;
