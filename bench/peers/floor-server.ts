// What the machine can do at best: one Fastify route and one SQL statement for each kind of request, no rights, no formats to choose.
// Run with the database's address and the port; tables are those of peers/tables.ts.
import Fastify from 'fastify';
import pg from 'pg';

const [databaseUrl, port] = process.argv.slice(2);
const app = Fastify();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, options: '-c plan_cache_mode=force_custom_plan' });

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  points: ['id', 'name', 'kind', 'value', 'note'],
  cells: ['id', 'name', 'value'],
};
/** Half the width of the Web Mercator square. */
const HALF = 20037508.342789244;
const MOST_IN_TILE = 10_000;
const MOST_IN_PAGE = 2_000;

const fieldsOf = (layer: string): string => {
  const fields = FIELDS[layer];
  if (fields === undefined) throw new Error(`There is no table ${layer}.`);
  return fields.join(',');
};
const degrees = (x: number, y: number): [number, number] => [
  (x / HALF) * 180,
  (Math.atan(Math.exp((y / HALF) * Math.PI)) * 360) / Math.PI - 90,
];

app.get('/tiles/:layer/:z/:x/:y', async (request, reply) => {
  const { layer, z, x, y } = request.params as { layer: string; z: string; x: string; y: string };
  const side = (2 * HALF) / 2 ** Number(z);
  const [west, north] = [-HALF + Number(x) * side, HALF - Number(y) * side];
  const margin = side / 64;
  const low = degrees(west - margin, north - side - margin);
  const high = degrees(west + side + margin, north + margin);
  const fields = fieldsOf(layer);
  const { rows } = await pool.query({
    name: `tile ${layer}`,
    text: `select st_asmvt(t, 'features', 4096, 'geom', 'fid') as tile from (
      select fid, ${fields}, st_asmvtgeom(st_transform(geom, 3857), st_makeenvelope($5, $6, $7, $8, 3857)::box2d, 4096, 64, true) as geom
      from floor.${layer} where geom && st_makeenvelope($1, $2, $3, $4, 4326) limit ${MOST_IN_TILE}) t where geom is not null`,
    values: [Math.max(-180, low[0]), low[1], Math.min(180, high[0]), high[1], west, north - side, west + side, north],
  });
  return reply.header('content-type', 'application/x-protobuf').send(rows[0].tile);
});

app.get('/features/:layer', async (request, reply) => {
  const { params, query } = request as unknown as { params: { layer: string }; query: { bbox: string } };
  const object = (FIELDS[params.layer] ?? []).map((field) => `'${field}',${field}`).join();
  const { rows } = await pool.query({
    name: `features ${params.layer}`,
    text: `select '{"type":"FeatureCollection","features":[' || coalesce(string_agg('{"type":"Feature","id":' || fid || ',"geometry":' ||
      st_asgeojson(geom, 6) || ',"properties":' || p::text || '}', ','), '') || ']}' as j from (
      select fid, geom, json_build_object(${object}) as p from floor.${params.layer}
      where geom && st_makeenvelope($1, $2, $3, $4, 4326) limit ${MOST_IN_PAGE}) t`,
    values: query.bbox.split(',').map(Number),
  });
  return reply.header('content-type', 'application/geo+json').send(rows[0].j);
});

/** Where the rows lie in the order of the file, or in the one that our server puts them in. */
const tableOf = (placed: string | undefined): string => (placed === undefined ? 'points' : 'points_placed');

app.get('/count', async (request) => {
  const { bbox, placed } = request.query as { bbox: string; placed?: string };
  const table = tableOf(placed);
  const text = `select count(*)::int as count from floor.${table} where geom && st_makeenvelope($1, $2, $3, $4, 4326) and value > 50000`;
  return (await pool.query({ name: `count ${table}`, text, values: bbox.split(',').map(Number) })).rows[0];
});

app.get('/statistics', async (request) => {
  const { bbox, placed } = request.query as { bbox: string; placed?: string };
  const table = tableOf(placed);
  const text = `select kind, count(*)::int as n, avg(value)::float8 as mean, sum(value)::float8 as total
    from floor.${table} where geom && st_makeenvelope($1, $2, $3, $4, 4326) group by kind order by kind`;
  return { features: (await pool.query({ name: `statistics ${table}`, text, values: bbox.split(',').map(Number) })).rows };
});

// Edits keep their plan, as ours do.
const editing = new pg.Pool({ connectionString: databaseUrl, max: 8, options: '-c plan_cache_mode=force_generic_plan' });
const edit = async (fid: number | string, value: unknown): Promise<{ fid: number }[]> =>
  (await editing.query({ name: 'edit', text: 'update floor.points set value = $2 where fid = $1 returning fid', values: [fid, value] }))
    .rows;

// The form that our server is sent, and an answer that says the same.
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body as string))),
);
app.post('/edit', async (request) => {
  const [feature] = JSON.parse((request.body as { features: string }).features) as [{ attributes: { OBJECTID: number; value: number } }];
  const { OBJECTID, value } = feature.attributes;
  return { updateResults: (await edit(OBJECTID, value)).map(({ fid }) => ({ objectId: fid, success: true })) };
});
// The same with a new place.
app.post('/move', async (request) => {
  type Moved = { attributes: { OBJECTID: number; value: number }; geometry: { x: number; y: number } };
  const [feature] = JSON.parse((request.body as { features: string }).features) as [Moved];
  const { attributes, geometry } = feature;
  const text = 'update floor.points set value = $2, geom = st_setsrid(st_makepoint($3, $4), 4326) where fid = $1 returning fid';
  const { rows } = await editing.query({ name: 'move', text, values: [attributes.OBJECTID, attributes.value, geometry.x, geometry.y] });
  return { updateResults: rows.map(({ fid }) => ({ objectId: fid, success: true })) };
});
// The same with one value more, of a table that applications keep.
app.post('/keep', async (request) => {
  type Kept = { attributes: { OBJECTID: number; value: number; id: number }; geometry: { x: number; y: number } };
  const [feature] = JSON.parse((request.body as { features: string }).features) as [Kept];
  const { attributes, geometry } = feature;
  const place = 'geom = st_setsrid(st_makepoint($4, $5), 4326)';
  const text = `update floor.points_edited set value = $2, id = $3, ${place}, updated = now() where fid = $1 returning fid`;
  const values = [attributes.OBJECTID, attributes.value, attributes.id, geometry.x, geometry.y];
  const { rows } = await editing.query({ name: 'keep', text, values });
  return { updateResults: rows.map(({ fid }) => ({ objectId: fid, success: true })) };
});
// A new point with all its values.
app.post('/add', async (request) => {
  type Added = { attributes: Record<string, string | number>; geometry: { x: number; y: number } };
  const [feature] = JSON.parse((request.body as { features: string }).features) as [Added];
  const { attributes, geometry } = feature;
  const names = FIELDS.points ?? [];
  const marks = names.map((_name, at) => `$${at + 3}`).join(', ');
  const text = `insert into floor.points (geom, ${names.join(', ')}) values (st_setsrid(st_makepoint($1, $2), 4326), ${marks}) returning fid`;
  const { rows } = await editing.query({ name: 'add', text, values: [geometry.x, geometry.y, ...names.map((name) => attributes[name])] });
  return { addResults: (rows as { fid: number }[]).map(({ fid }) => ({ objectId: fid, success: true })) };
});
// Without a form to read.
app.get('/edit', async (request) => {
  const { fid, value } = request.query as { fid: string; value: string };
  return { updated: (await edit(fid, value)).length };
});

await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log('listening');
