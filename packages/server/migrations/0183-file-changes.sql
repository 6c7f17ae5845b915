-- Which files of features changed since when, beside the features themselves: copies are told of both.
create table feature_file_change (
  table_name text not null references feature_tracking (table_name) on update cascade on delete cascade,
  file_id bigint not null,
  global_id uuid not null,
  created_gen bigint not null,
  changed_gen bigint not null,
  deleted boolean not null,
  primary key (table_name, file_id)
);
create index feature_file_change_gen on feature_file_change (table_name, changed_gen, file_id);

-- Notes the files of one statement, for layers whose changes are kept.
create function note_files() returns trigger language plpgsql as $$
declare t text; g bigint;
begin
  for t in select k.table_name from feature_tracking k where k.table_name in (select f.table_name from touched f) order by 1 loop
    g := next_feature_gen(t);
    insert into feature_file_change
      select t, f.id, f.global_id, case when tg_op = 'INSERT' then g else 0 end, g, tg_op = 'DELETE' from touched f where f.table_name = t
      on conflict (table_name, file_id) do update set changed_gen = g, deleted = excluded.deleted;
  end loop;
  return null;
end $$;
create trigger note_files_added after insert on feature_attachment
  referencing new table as touched for each statement execute function note_files();
create trigger note_files_changed after update on feature_attachment
  referencing new table as touched for each statement execute function note_files();
create trigger note_files_gone after delete on feature_attachment
  referencing old table as touched for each statement execute function note_files();
