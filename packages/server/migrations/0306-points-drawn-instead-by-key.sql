-- As in 0198, but points that came or moved by edits (draw_zoom -1) are drawn at every zoom level beside those that stand for their cell, and never stand for it:
-- where one of them goes, nothing has to be looked for. And the nearest point is found first and locked by its key. Where an index gives rows in the order of their distance and they are put in order
-- once more, as those of PostGIS are, PostgreSQL loses their place (ctid): locking such a row failed ("attempted to lock invisible tuple"), so that moving or
-- deleting a point that was drawn from afar ended with an error in large layers, and added an empty page to the table.
create or replace function draw_instead(layer_table text, xs float8[], ys float8[], zooms integer, cells integer, half float8, most integer) returns void
language plpgsql as $$
declare
  zoom integer;
  width float8;
  cell record;
  heir bigint;
  looked integer := 0;
  ends timestamptz := clock_timestamp() + interval '5 seconds';
begin
  -- What is drawn is no change of a feature.
  perform set_config('graticule.draws', 'on', true);
  for zoom in 0 .. zooms - 1 loop
    width := 2 * half / (cells * 2 ^ zoom);
    for cell in
      select distinct on (cx, cy) st_setsrid(st_makepoint(x, y), 3857) as place,
        st_makeenvelope(cx * width - half, half - (cy + 1) * width, (cx + 1) * width - half, half - cy * width, 3857) as box
      from (select x, y, floor((x + half) / width) as cx, floor((half - y) / width) as cy from unnest(xs, ys) as gone (x, y)) g
      order by cx, cy
    loop
      looked := looked + 1;
      if looked > most or clock_timestamp() > ends then
        perform set_config('graticule.draws', 'off', true);
        return;
      end if;
      -- Points that others are changing at this moment do not count: they may go away, and to wait for them could be to wait for each other.
      execute format('select t.objectid from hosted.%I t where t.shape && $1 and t.draw_zoom <= %s and t.draw_zoom >= 0
          limit 1 for no key update skip locked', layer_table, zoom)
        into heir using cell.box;
      continue when heir is not null;
      -- Some more than one, because others may be changing the nearest; in an order that no index gives.
      execute format('select t.objectid from hosted.%1$I t where t.objectid = any(array(
          select n.objectid from hosted.%1$I n where n.shape && $1 and n.draw_zoom >= 0 order by n.shape <-> $2 limit 10))
        order by st_distance(t.shape, $2) limit 1 for no key update skip locked', layer_table)
        into heir using cell.box, cell.place;
      continue when heir is null;
      execute format('update hosted.%I set draw_zoom = %s where objectid = $1', layer_table, zoom) using heir;
    end loop;
  end loop;
  perform set_config('graticule.draws', 'off', true);
end $$;
