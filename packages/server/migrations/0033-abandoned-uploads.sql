-- Uploads that were begun and never committed are looked through now and then.
create index item_unfinished on item (created) where status = 'partial';
