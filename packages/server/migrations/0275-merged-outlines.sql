-- How long the sides of the polygons are that a square stands for, and how much further their outlines reach than it. What was kept before does not know.
delete from merged_tile;
alter table merged_tile add column sides int[] not null, add column spreads int[] not null;
