-- Codes that are sent by mail to people who forgot their password. Only a hash is kept; the code itself stands in the mail alone.

create table password_code (
  code_hash text primary key check (code_hash ~ '^[0-9a-f]{64}$'),
  username text not null references account (username) on delete cascade on update cascade,
  expires timestamptz not null
);
create index password_code_username on password_code (username, expires);
