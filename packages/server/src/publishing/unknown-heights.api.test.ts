// Files whose positions have heights that are not known: these are 0, as in edits, and the places are kept.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

let published = 0;

/** Publishes a file; gives the item and the path of its layer. */
async function publish(fileType: string, file: { name: string; bytes: string | Buffer }): Promise<{ itemId: string; path: string }> {
  const petra = t.as('petra');
  const publishParameters = { name: `heights_${published++}`, capabilities: 'Query,Editing' };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters }, { file });
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  return { itemId: serviceItemId, path: `${new URL(serviceurl).pathname}/0` };
}

/** The lowest and the highest height as they are stored, and the positions with them in the reference system. */
async function heights({ itemId, path }: { itemId: string; path: string }, outSR: number): Promise<{ stored: AnyReply; told: unknown[] }> {
  const layer = await t.portal.db.selectFrom('feature_layer').select('table_name').where('item_id', '=', itemId).executeTakeFirstOrThrow();
  const { rows } = await sql<AnyReply>`
    select count(shape)::int as n, min(ST_ZMin(shape)) as lowest, max(ST_ZMax(shape)) as highest
    from ${sql.raw(`hosted.${layer.table_name}`)}`.execute(t.portal.db);
  const params = { where: '1=1', outSR, returnZ: true, orderByFields: 'OBJECTID' };
  const { features } = await t.as('petra').get(`${path}/query`, params);
  return {
    stored: rows[0],
    told: features.flatMap(({ geometry }: AnyReply) => geometry.paths?.[0] ?? [[geometry.x, geometry.y, geometry.z]]),
  };
}

const near = (value: number): unknown => expect.closeTo(value, 3);
const POSITIONS: Readonly<Record<number, readonly [number, number]>> = {
  4326: [9, 48],
  3857: [1_000_000, 6_000_000],
  25832: [500_000, 5_300_000],
};

it.each([4326, 3857, 25832])('of Esri JSON in %i', async (wkid) => {
  const [x, y] = POSITIONS[wkid] as readonly [number, number];
  const lines = [
    [x, y, 'NaN'],
    [x + 1, y, 7],
    [x, y, null],
  ];
  for (const [geometryType, geometry] of [
    ['esriGeometryPoint', { x, y, z: 'NaN' }],
    ['esriGeometryPolyline', { hasZ: true, paths: [lines] }],
  ] as const) {
    const bytes = JSON.stringify({
      geometryType,
      hasZ: true,
      spatialReference: { wkid },
      fields: [],
      features: [{ attributes: {}, geometry }],
    });
    const { stored, told } = await heights(await publish('geojson', { name: 'a.json', bytes }), wkid);
    const isPoint = geometryType === 'esriGeometryPoint';
    expect(stored).toEqual({ n: 1, lowest: 0, highest: isPoint ? 0 : expect.closeTo(7, 6) });
    const place = [near(x), near(y), 0];
    expect(told).toEqual(isPoint ? [place] : [place, [near(x + 1), near(y), near(7)], place]);
  }
});

it('of shapefiles, whose shapes come by column', async () => {
  const content = Buffer.alloc(36);
  content.writeInt32LE(11, 0);
  for (const [i, value] of [9, 48, Number.NaN, 0].entries()) content.writeDoubleLE(value, 4 + i * 8);
  const record = Buffer.alloc(8);
  record.writeInt32BE(1, 0);
  record.writeInt32BE(content.length / 2, 4);
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + record.length + content.length) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(11, 32);
  const bytes = zipArchive([
    { name: 'a.shp', bytes: Buffer.concat([header, record, content]) },
    {
      name: 'a.prj',
      bytes:
        'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]',
    },
  ]);
  const { stored, told } = await heights(await publish('shapefile', { name: 'a.zip', bytes: Buffer.from(bytes) }), 4326);
  expect(stored).toEqual({ n: 1, lowest: 0, highest: 0 });
  expect(told).toEqual([[near(9), near(48), 0]]);
});
