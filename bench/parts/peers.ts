// Our server beside what the machine can do at best (one SQL statement behind Fastify) and, where they are installed, MapServer,
// QGIS Server, nginx and ogr2ogr: the same data in the same PostgreSQL, the same requests, one after the other in the same run.
import { gzipSync } from 'node:zlib';
import { startPortal } from '../../packages/server/testing/started-portal.ts';
import { endWithBench } from '../end-with-bench.ts';
import { notMeasured, record } from '../measure.ts';
import { compare, ratio, type Server } from '../peers/compare.ts';
import { startNginx } from '../peers/mapserver.ts';
import { someBoxes, someTiles } from '../peers/questions.ts';
import { freePort, startFloor, startKoop } from '../peers/started.ts';
import { makeFloorTables } from '../peers/tables.ts';
import { hasWrk } from '../peers/wrk.ts';
import { ADMIN, type Bench } from '../portal.ts';
import { CALLERS, type Context } from './peer-context.ts';
import { compareEdits } from './peer-edits.ts';
import { importCells, importPoints, placeOf } from './peer-imports.ts';

/** The whole comparison; on PostgreSQL only. */
export async function measureBesidePeers(bench: Bench, dir: string): Promise<void> {
  const { databaseUrl } = bench;
  if (databaseUrl === undefined) return notMeasured('everything beside peers: on PostgreSQL only');
  if (!(await hasWrk())) return notMeasured('everything beside peers: it needs wrk, which is not installed');
  const points = await importPoints(bench, dir, databaseUrl);
  const cells = await importCells(bench, dir, databaseUrl);
  for (const id of [points.itemId, cells.itemId])
    await bench.call(`sharing/rest/content/users/${ADMIN.username}/items/${id}/share`, { everyone: true });
  await makeFloorTables(databaseUrl, [
    { name: 'points', itemId: points.itemId },
    { name: 'cells', itemId: cells.itemId },
  ]);
  const address = { points: pathOf(points.url), cells: pathOf(cells.url) };
  const tile = await usualTile(`${bench.portal.url}${address.points}/0/tiles`);
  const ends: (() => unknown)[] = [];
  try {
    const floor = await startFloor(databaseUrl);
    ends.push(() => floor.stop());
    const uncached = await startPortal({
      databaseUrl,
      dataDir: bench.portal.dataDir,
      env: { GRATICULE_TILE_CACHE: '1B', GRATICULE_JOB_WORKERS: '0' },
    });
    const letGo = endWithBench([uncached.pid]);
    ends.push(() => uncached.stop().then(letGo));
    const nginx = await startNginx(placeOf(databaseUrl), tile.bytes, await freePort());
    ends.push(() => nginx?.stop());
    const koop = await startKoop(databaseUrl);
    ends.push(() => koop?.stop());
    const database = bench.databasePid ?? 0;
    const pids = { ours: [bench.portal.pid, database], uncached: [uncached.pid, database], floor: [floor.pid, database] };
    const context: Context = { bench, uncachedUrl: uncached.url, floorUrl: floor.url, address, nginx, koop, tilePath: tile.path, pids };
    const chosen = (process.env.BENCH_ONLY ?? 'tiles,cached,boxes,counts,edits').split(',');
    if (chosen.includes('tiles')) await compareTiles(context);
    if (chosen.includes('cached')) await compareCached(context);
    if (chosen.includes('boxes')) await compareBoxes(context);
    if (chosen.includes('counts')) await compareCounts(context);
    if (chosen.includes('edits')) await compareEdits(context);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

const pathOf = (url: string): string => new URL(url).pathname;

/** A tile of 40 to 90 kB, as most that a map asks for, in the compressed form that clients get. */
async function usualTile(tiles: string): Promise<{ path: string; bytes: Uint8Array }> {
  let largest = { path: '2/2/1.pbf', bytes: new Uint8Array() };
  for (const { z, x, y } of someTiles(200)) {
    const path = `${z}/${x}/${y}.pbf`;
    const reply = await fetch(`${tiles}/${path}`);
    const bytes = gzipSync(new Uint8Array(await reply.arrayBuffer()), { level: 1 });
    if (bytes.length > 90_000) continue;
    if (bytes.length > largest.bytes.length) largest = { path, bytes: new Uint8Array(bytes) };
    if (bytes.length > 40_000) break;
  }
  return largest;
}

async function compareTiles({ pids, uncachedUrl, floorUrl, address, nginx }: Context): Promise<void> {
  for (const layer of ['points', 'cells'] as const) {
    const tiles = someTiles(600);
    const fields = layer === 'points' ? 'id,name,kind,value,note' : 'id,name,value';
    const servers: Server[] = [
      {
        name: 'ours',
        url: uncachedUrl,
        pids: pids.uncached,
        list: tiles.map(({ z, x, y }) => ({ path: `${address[layer]}/0/tiles/${z}/${x}/${y}.pbf?fields=${fields}` })),
      },
      { name: 'floor', url: floorUrl, pids: pids.floor, list: tiles.map(({ z, x, y }) => ({ path: `/tiles/${layer}/${z}/${x}/${y}` })) },
    ];
    if (nginx?.hasMapServer) {
      const query = 'map=BENCH&mode=tile&tilemode=gmap&map.imagetype=mvt';
      servers.push({
        name: 'MapServer',
        url: nginx.url,
        list: tiles.map(({ z, x, y }) => ({ path: `/mapserv?${query}&tile=${x}+${y}+${z}&layers=${layer}` })),
      });
    }
    for (const callers of CALLERS) {
      const runs = await compare(`tiles of ${layer}, zoom 0 to 12, not cached`, callers, servers);
      ratio(`tiles of ${layer}, not cached, ${callers} at once`, runs, 'floor', 1.5);
      ratio(`tiles of ${layer}, not cached, ${callers} at once`, runs, 'MapServer', 2);
    }
  }
}

async function compareCached({ pids, bench, address, nginx, tilePath }: Context): Promise<void> {
  const path = `${address.points}/0/tiles/${tilePath}`;
  for (const callers of CALLERS) {
    const runs = await compare('a cached tile', callers, [
      { name: 'ours', url: bench.portal.url, pids: pids.ours, list: [{ path }] },
      ...(nginx === undefined ? [] : [{ name: 'nginx', url: nginx.url, pids: [nginx.pid], list: [{ path: '/static/tile.pbf' }] }]),
    ]);
    ratio(`a cached tile, ${callers} at once`, runs, 'nginx', 0.25);
  }
}

async function compareBoxes({ pids, bench, floorUrl, address, nginx, koop }: Context): Promise<void> {
  for (const layer of ['points', 'cells'] as const) {
    const boxes = someBoxes(600, layer === 'points' ? [0.02, 0.6] : [0.1, 3]);
    // What the others send; the portal's own numbers and dates are left out for all alike.
    const fields = layer === 'points' ? 'id,name,kind,value,note' : 'id,name,value';
    // So many decimals as the floor server, Koop and QGIS Server write; ours are nine where nobody asks for fewer.
    const ours = (format: string): Server => ({
      name: format === 'geojson' ? 'ours' : `ours as ${format}`,
      url: bench.portal.url,
      pids: pids.ours,
      list: boxes.map((box) => ({
        path: `${address[layer]}/0/query?f=${format}&where=1%3D1&geometry=${box}&geometryType=esriGeometryEnvelope&inSR=4326&outSR=4326&outFields=${fields}&geometryPrecision=6`,
      })),
    });
    const koops = (format: string): Server[] =>
      koop === undefined
        ? []
        : [
            {
              name: `Koop as ${format}`,
              url: koop.url,
              pids: [koop.pid, bench.databasePid ?? 0],
              list: boxes.map((box) => ({
                path: `/bench/rest/services/${layer}/FeatureServer/0/query?f=${format}&where=1%3D1&geometry=${box}&geometryType=esriGeometryEnvelope&inSR=4326&outSR=4326&outFields=*`,
              })),
            },
          ];
    const servers = [
      ours('geojson'),
      ours('json'),
      ours('pbf'),
      { name: 'floor', url: floorUrl, pids: pids.floor, list: boxes.map((box) => ({ path: `/features/${layer}?bbox=${box}` })) },
      ...koops('geojson'),
      ...koops('json'),
      ...koops('pbf'),
    ];
    if (nginx?.hasMapServer) {
      const query = `map=BENCH&service=WFS&version=2.0.0&request=GetFeature&typenames=${layer}&outputformat=geojson&srsname=EPSG:4326&count=2000`;
      const list = boxes.map((box) => {
        const [west, south, east, north] = box.split(',');
        return { path: `/mapserv?${query}&bbox=${south},${west},${north},${east},urn:ogc:def:crs:EPSG::4326` };
      });
      servers.push({ name: 'MapServer', url: nginx.url, list });
    }
    if (nginx?.hasQgis) {
      const list = boxes.map((box) => ({ path: `/qgis/wfs3/collections/${layer}/items.json?bbox=${box}&limit=2000` }));
      servers.push({ name: 'QGIS Server', url: nginx.url, list });
    }
    for (const callers of CALLERS) {
      const runs = await compare(`${layer} in a box`, callers, servers);
      ratio(`${layer} in a box, ${callers} at once`, runs, 'floor', 0.7);
      ratio(`${layer} in a box, ${callers} at once`, runs, 'MapServer', 2.5);
      ratio(`${layer} in a box, ${callers} at once`, runs, 'QGIS Server', 2.5);
      ratio(`${layer} in a box, ${callers} at once`, runs, 'Koop as geojson', 1.5);
      ratio(`${layer} in a box as json, ${callers} at once`, runs, 'Koop as json', 2, 'ours as json');
      ratio(`${layer} in a box as pbf, ${callers} at once`, runs, 'Koop as pbf', 3, 'ours as pbf');
      const [json, pbf, geojson] = ['ours as json', 'ours as pbf', 'ours'].map((name) => runs.get(name));
      if (json && pbf && geojson) {
        record({
          part: 'peers',
          name: `${layer} in a box: bytes of pbf to json`,
          value: (await bytesOf(withObjectIds(ours('pbf')))) / (await bytesOf(withObjectIds(ours('json')))),
          unit: 'times',
          limit: 0.5,
        });
        const other = Math.max(json.perSecond, geojson.perSecond);
        record({
          part: 'peers',
          name: `${layer} in a box, ${callers} at once: pbf to the faster of the others`,
          value: pbf.perSecond / other,
          unit: 'times',
          least: 1,
        });
      }
    }
  }
}

/** The same questions with the object id among the fields, which protocol buffers hold anyway: both answers say the same then. */
function withObjectIds(server: Server): Server {
  return { ...server, list: server.list.map(({ path }) => ({ path: path.replace('outFields=', 'outFields=OBJECTID,') })) };
}

/** Bytes of the first answers of a list: servers that are played for a time answer different parts of it. */
async function bytesOf({ url, list }: Server): Promise<number> {
  let bytes = 0;
  for (const { path } of list.slice(0, 100)) bytes += (await (await fetch(`${url}${path}`)).arrayBuffer()).byteLength;
  return bytes;
}

async function compareCounts({ pids, bench, floorUrl, address }: Context): Promise<void> {
  const boxes = someBoxes(300, [0.5, 20]);
  const common = 'f=json&geometryType=esriGeometryEnvelope&inSR=4326';
  const statistics = encodeURIComponent(
    JSON.stringify([
      { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
      { statisticType: 'avg', onStatisticField: 'value', outStatisticFieldName: 'mean' },
      { statisticType: 'sum', onStatisticField: 'value', outStatisticFieldName: 'total' },
    ]),
  );
  const questions = {
    count: {
      ours: (box: string) => `query?${common}&where=value%3E50000&geometry=${box}&returnCountOnly=true`,
      floor: (box: string) => `/count?bbox=${box}`,
    },
    statistics: {
      ours: (box: string) => `query?${common}&where=1%3D1&geometry=${box}&groupByFieldsForStatistics=kind&outStatistics=${statistics}`,
      floor: (box: string) => `/statistics?bbox=${box}`,
    },
  };
  for (const [what, question] of Object.entries(questions)) {
    for (const callers of CALLERS) {
      const runs = await compare(what, callers, [
        {
          name: 'ours',
          url: bench.portal.url,
          pids: pids.ours,
          list: boxes.map((box) => ({ path: `${address.points}/0/${question.ours(box)}` })),
        },
        { name: 'floor', url: floorUrl, pids: pids.floor, list: boxes.map((box) => ({ path: question.floor(box) })) },
        {
          name: 'floor on our order of rows',
          url: floorUrl,
          pids: pids.floor,
          list: boxes.map((box) => ({ path: `${question.floor(box)}&placed=1` })),
        },
      ]);
      ratio(`${what}, ${callers} at once`, runs, 'floor', 1 / 1.2);
      ratio(`${what}, ${callers} at once`, runs, 'floor on our order of rows');
    }
  }
}
