-- Generations of a new keeping of changes begin above all that were ever told, also when the clock of the machine was set back.

create table feature_generation (
  is_only boolean primary key default true check (is_only),
  -- The highest generation of any layer whose changes are not kept any more.
  floor bigint not null
);
insert into feature_generation (floor) values (0);

create function remember_generation() returns trigger language plpgsql as $$
begin
  update feature_generation set floor = old.gen where floor < old.gen;
  return null;
end $$;
create trigger remember_generation after delete on feature_tracking for each row execute function remember_generation();
