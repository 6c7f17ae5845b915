-- Apps that were registered with an item: the id they present themselves with, and where they may send people back to.
create table registered_app (
  client_id text primary key,
  item_id text not null unique references item (id) on delete cascade,
  app_type text not null check (app_type in ('browser', 'native', 'server', 'multiple')),
  client_secret text not null,
  redirect_uris text[] not null,
  registered timestamptz not null,
  modified timestamptz not null
);
