-- Changes of services that jobs make: written with the change itself, so that a job that was interrupted after it does not make it twice.
create table service_change (
  job_id text primary key references job (id) on delete cascade,
  answer jsonb not null
);
