-- Entries of the indexes of words wait longer until they are put in order, so that whoever shares a thousand items does not wait for it.
-- The portal puts them in order a few seconds after a change. See docs/decisions/0092-entries-put-in-order-later.md.
alter index item_word_everybody set (gin_pending_list_limit = 4096);
alter index item_word_organisation set (gin_pending_list_limit = 4096);
alter index item_word_named set (gin_pending_list_limit = 4096);
