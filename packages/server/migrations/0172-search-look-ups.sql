-- Look-ups that searches make by the thousand. See docs/decisions/0070-what-a-search-costs.md.

-- Rows of what was found, one by one: half the pages that the ordered index of the key reads, and no texts compared.
create index item_search_by_id on item_search using hash (item_id);

-- Words by their beginnings, for suggestions: the index of documents answers for whole words faster than for all with a beginning.
create index search_word_beginning on search_word (word text_pattern_ops);
