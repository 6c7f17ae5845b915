-- Which features tiles of large layers of polygons show from far away: of the small ones in a cell of the tile one, and the square that it is drawn as for all of
-- them; null for one that is drawn as itself. Found anew when the layer has another version, so nothing has to follow edits.
create table merged_tile (
  table_name text not null references feature_layer (table_name) on update cascade on delete cascade,
  z smallint not null,
  x int not null,
  y int not null,
  version bigint not null,
  ids bigint[] not null,
  squares geometry[] not null,
  primary key (table_name, z, x, y)
);
