-- Answers of calls that were sent with a key, for a day: whoever lost one asks again and gets the same instead of a second item.
create table answered_call (
  username text not null references account (username) on update cascade on delete cascade,
  key text not null check (key ~ '^[A-Za-z0-9_-]{16,64}$'),
  call text not null,
  answer jsonb not null,
  created timestamptz not null default now(),
  primary key (username, key)
);
create index answered_call_created on answered_call (created);
