-- Why a job failed, as sentences that the pages say in the reader's language.
alter table job add column reasons jsonb not null default '[]';
