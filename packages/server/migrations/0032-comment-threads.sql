-- Answers to comments, and comments that were changed. An answer to an answer belongs to the same thread.

alter table item_comment
  add column parent_id text references item_comment (id) on delete cascade,
  -- When the text was changed last.
  add column edited timestamptz,
  -- True for a comment that was deleted while others had answered: its place stays, without text.
  add column removed boolean not null default false;
create index item_comment_parent on item_comment (parent_id, created) where parent_id is not null;
