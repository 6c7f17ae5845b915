-- Where a point that was drawn from afar went away, the nearest one that hid behind it is drawn instead. `half` is half the width of the world,
-- `cells` the cells of a tile of which each shows a point, `most` the most cells to look at: the coarse ones come first. Where very many points
-- went from one place, finding another there takes long, as the database reads past all of them: it ends after some seconds.
create function draw_instead(layer_table text, xs float8[], ys float8[], zooms integer, cells integer, half float8, most integer) returns void
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
      execute format('select t.objectid from hosted.%I t where t.shape && $1 and t.draw_zoom <= %s limit 1 for no key update skip locked', layer_table, zoom)
        into heir using cell.box;
      continue when heir is not null;
      execute format('select t.objectid from hosted.%I t where t.shape && $1 order by t.shape <-> $2 limit 1 for no key update skip locked', layer_table)
        into heir using cell.box, cell.place;
      continue when heir is null;
      execute format('update hosted.%I set draw_zoom = %s where objectid = $1', layer_table, zoom) using heir;
    end loop;
  end loop;
  perform set_config('graticule.draws', 'off', true);
end $$;

create or replace function note_changed_features() returns trigger language plpgsql as $$
declare g bigint;
begin
  if current_setting('graticule.draws', true) = 'on' or not exists (select 1 from added) then return null; end if;
  g := next_feature_gen(tg_table_name);
  insert into feature_change select tg_table_name, objectid, globalid, 0, g, false from added
    on conflict (table_name, object_id) do update set global_id = excluded.global_id, changed_gen = g;
  return null;
end $$;
