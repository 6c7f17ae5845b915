-- Since when an organisation is being removed; nobody can sign in to it any more.

alter table organisation add column closing timestamptz;
