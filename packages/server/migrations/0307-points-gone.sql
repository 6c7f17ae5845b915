-- Points that stand for others, by their finest cells: whether a point that comes finds one there has to be known for every edit. The number of a column is far apart from the next, because
-- there are points beyond the square of the map.
do $$
declare
  one record;
begin
  for one in
    select c.relname as name from pg_class c
    join pg_namespace s on s.oid = c.relnamespace and s.nspname = 'hosted'
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'draw_zoom' and not a.attisdropped
    where c.relkind = 'r' and exists (select from pg_class i where i.relnamespace = s.oid and i.relname = 's_' || substr(c.relname, 3, 24))
  loop
    execute format('create index if not exists %I on hosted.%I ((floor((ST_X("shape") + 20037508.342789244) / 6522.626413668374) * 1048576 + floor((20037508.342789244 - ST_Y("shape")) / 6522.626413668374))) where "draw_zoom" between 0 and 6',
      'd_' || substr(one.name, 3, 24), one.name);
  end loop;
end $$;

-- Where points were drawn that edits have moved away or deleted, and from which zoom level on: other points of their cells are drawn instead, soon after the commit. Nothing else
-- looks for a row, so there is no index; a row lives for a second.
create table points_gone (
  table_name text not null,
  x float8 not null,
  y float8 not null,
  draw_zoom smallint not null
);

-- Has others be drawn instead of points that went, at most of so many places; gives how many places it took, how many points are drawn now, and how many places it kept for another time.
-- In each cell of each zoom level from the one on from which the point was drawn, there stays one that stands for those in it: where none does, the nearest comes. Points that came
-- or moved by edits (draw_zoom -1) are drawn beside those that stand for their cell, and never stand for it. Candidates that others are changing at this moment are not waited for,
-- because they could wait for this: where there are no others, the place is kept; so is what is left after two seconds. The nearest is found first and locked by its key: where an
-- index gives rows in the order of their distance and they are put in order once more, as those of PostGIS are, PostgreSQL loses their place (ctid), and locking them fails. What it
-- was found for is asked again when it is locked: it may have moved, or be drawn from afar meanwhile.
-- The function draw_instead (0306) is called no more; it stays for processes of the version before that go on while others are replaced.
create function draw_for_gone(layer_table text, zooms integer, cells integer, half float8, most integer, out taken integer, out drawn integer, out kept integer)
language plpgsql as $$
declare
  xs float8[];
  ys float8[];
  froms smallint[];
  left_x float8[] := '{}';
  left_y float8[] := '{}';
  left_from smallint[] := '{}';
  lost_x float8[];
  lost_y float8[];
  lowest integer;
  came integer;
  ends constant timestamptz := clock_timestamp() + interval '2 seconds';
  -- The expression of the index of cells, word for word.
  finest constant text := '(floor((ST_X(t.shape) + 20037508.342789244) / 6522.626413668374) * 1048576 + floor((20037508.342789244 - ST_Y(t.shape)) / 6522.626413668374))';
  within text;
begin
  with gone as (
    delete from points_gone g
    where g.ctid = any(array(select p.ctid from points_gone p where p.table_name = layer_table limit most for update skip locked))
    returning g.x, g.y, g.draw_zoom
  )
  select array_agg(x), array_agg(y), array_agg(draw_zoom), count(*), min(draw_zoom) into xs, ys, froms, taken, lowest from gone;
  drawn := 0;
  kept := 0;
  if taken = 0 then
    return;
  end if;
  -- Tiles may wait for this: who holds the whole table is not waited for.
  perform set_config('lock_timeout', '1s', true);
  -- What is drawn is no change of a feature.
  perform set_config('graticule.draws', 'on', true);
  for zoom in lowest .. zooms - 1 loop
    if clock_timestamp() > ends then
      left_x := left_x || xs;
      left_y := left_y || ys;
      left_from := left_from || array(select greatest(z, zoom)::smallint from unnest(froms) with ordinality as f (z, n) order by n);
      exit;
    end if;
    within := case zooms - 1 - zoom
      when 0 then finest || ' = cx * 1048576 + cy'
      when 1 then finest || ' = any(array[cx * 2097152 + cy * 2, cx * 2097152 + cy * 2 + 1, cx * 2097152 + 1048576 + cy * 2, cx * 2097152 + 1048576 + cy * 2 + 1])'
      else 't.shape && cell.box' end;
    execute format('
      with cell as (
        select distinct on (cx, cy) x, y, cx, cy,
          st_makeenvelope(cx * $4 - $5, $5 - (cy + 1) * $4, (cx + 1) * $4 - $5, $5 - cy * $4, 3857) as box
        from (
          select x, y, floor((x + $5) / $4) as cx, floor(($5 - y) / $4) as cy from unnest($1, $2, $3) as gone (x, y, z) where z <= %2$s
        ) placed
        order by cx, cy
      ), vacant as materialized (
        select x, y, box from cell
        where not exists (select from hosted.%1$I t where %3$s and t.draw_zoom <= %2$s and t.draw_zoom >= 0)
      ), heir as materialized (
        select x, y, box, (
          select t.objectid from hosted.%1$I t
          where t.objectid = any(array(
            select n.objectid from hosted.%1$I n where n.shape && box and n.draw_zoom > %2$s
            order by n.shape <-> st_setsrid(st_makepoint(x, y), 3857) limit 10
          )) and t.shape && box and t.draw_zoom > %2$s
          order by st_distance(t.shape, st_setsrid(st_makepoint(x, y), 3857)) limit 1 for no key update skip locked
        ) as id
        from vacant
      ), came as (
        update hosted.%1$I t set draw_zoom = %2$s from heir where t.objectid = heir.id returning 1
      ), lost as materialized (
        select x, y from heir
        where id is null and exists (select from hosted.%1$I n where n.shape && box and n.draw_zoom > %2$s)
      )
      select (select count(*) from came), (select array_agg(x) from lost), (select array_agg(y) from lost)', layer_table, zoom, within)
      into came, lost_x, lost_y using xs, ys, froms, 2 * half / (cells * 2 ^ zoom), half;
    drawn := drawn + came;
    if lost_x is not null then
      left_x := left_x || lost_x;
      left_y := left_y || lost_y;
      left_from := left_from || array_fill(zoom::smallint, array[cardinality(lost_x)]);
    end if;
  end loop;
  perform set_config('graticule.draws', 'off', true);
  insert into points_gone select layer_table, x, y, min(z) from unnest(left_x, left_y, left_from) as p (x, y, z) group by x, y;
  get diagnostics kept = row_count;
end $$;
