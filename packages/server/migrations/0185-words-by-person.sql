-- What somebody said and rated is looked up by person when the account goes, and the account's own keys ask for it too.
create index item_comment_owner on item_comment (owner, item_id);
create index item_rating_username on item_rating (username, item_id);
