-- An organisation may ask for a listing, or purchase it, while its trial runs: one of each kind at a time.
drop index provision_open;
create unique index provision_open on provision (item_id, customer_org, kind) where state in ('requested', 'active');
