-- The exports of a layer are found by the layer: each is about the item that it makes.
create index job_source on job ((payload ->> 'sourceItemId'), created desc) where payload ->> 'sourceItemId' is not null;
