-- Files have global ids of their own in each layer, as features have: a copy of a layer in another service keeps those of its files.
alter table feature_attachment drop constraint feature_attachment_global_id_key;
alter table feature_attachment add constraint feature_attachment_global_id_key unique (table_name, global_id);
