-- One organisation is the home of the install: visitors of its main address meet it, and its administrators run the install.
-- The index makes two processes that start at once agree on it.
alter table organisation add column is_home boolean not null default false;
update organisation set is_home = true where id = (select id from organisation order by created, id limit 1);
create unique index organisation_home on organisation (is_home) where is_home;
