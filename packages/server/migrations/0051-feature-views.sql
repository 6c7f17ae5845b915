-- Layers that show a part of another layer: each is a view of the database over the table of its source, so that no query,
-- edit or tile can reach what it leaves out.

create table feature_view (
  item_id text not null,
  layer_id integer not null,
  source_item_id text not null,
  source_layer_id integer not null,
  -- The condition on rows as its owner wrote it; and a place that they must lie in.
  condition text,
  area jsonb,
  -- Extent and count of the view are measured again when they are asked for.
  stale boolean not null default true,
  primary key (item_id, layer_id),
  foreign key (item_id, layer_id) references feature_layer (item_id, layer_id) on delete cascade on update cascade,
  foreign key (source_item_id, source_layer_id) references feature_layer (item_id, layer_id) deferrable initially deferred
);
create index feature_view_source on feature_view (source_item_id, source_layer_id);

-- Whatever changes a layer changes the views of it: their tiles are made anew.
create function touch_views_of_layer() returns trigger language plpgsql as $$
begin
  update feature_layer v set version = v.version + 1, data_edited = new.data_edited
    from feature_view w
    where w.source_item_id = new.item_id and w.source_layer_id = new.layer_id and v.item_id = w.item_id and v.layer_id = w.layer_id;
  update feature_view set stale = true where source_item_id = new.item_id and source_layer_id = new.layer_id and not stale;
  return null;
end $$;
create trigger feature_layer_touches_views after update of version, data_edited on feature_layer
  for each row execute function touch_views_of_layer();
