// Shapes that come by column are measured and mended on the way into a layer.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]';
const METRES =
  'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["False_Easting",0],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",0],PARAMETER["Standard_Parallel_1",0],PARAMETER["Auxiliary_Sphere_Type",0],UNIT["Meter",1]]';

type Ring = [number, number][];
/** Clockwise, as shapefiles have it. */
const square = (x: number, y: number, size = 1): Ring => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];
/** A ring that crosses itself in the middle of its square. */
const bow = (x: number, y: number, size = 1): Ring => [
  [x, y],
  [x + size, y + size],
  [x + size, y],
  [x, y + size],
  [x, y],
];

/** The main file of a shapefile whose polygons have one ring each; null for a row without a shape. */
function shp(rings: readonly (Ring | null)[]): Buffer {
  const records = rings.map((ring, at) => {
    const content = Buffer.alloc(ring === null ? 4 : 48 + ring.length * 16);
    if (ring !== null) {
      content.writeInt32LE(5, 0);
      const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
      for (const [i, value] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
        content.writeDoubleLE(value, 4 + i * 8);
      content.writeInt32LE(1, 36);
      content.writeInt32LE(ring.length, 40);
      for (const [i, [x, y]] of ring.entries()) {
        content.writeDoubleLE(x, 48 + i * 16);
        content.writeDoubleLE(y, 56 + i * 16);
      }
    }
    const head = Buffer.alloc(8);
    head.writeInt32BE(at + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return Buffer.concat([header, ...records]);
}

let published = 0;

async function publish(rings: readonly (Ring | null)[], prj = DEGREES): Promise<{ layer: AnyReply; report: AnyReply; stored: AnyReply }> {
  const petra = t.as('petra');
  const bytes = zipArchive([
    { name: 'a.shp', bytes: shp(rings) },
    { name: 'a.prj', bytes: prj },
  ]);
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'shapefile', publishParameters: { name: `shapes_${published++}` } },
    { file: { name: 'a.zip', bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, jobId }] = reply.services;
  const path = new URL(serviceurl).pathname;
  const layer = await petra.get(`${path}/0`);
  const table = await t.portal.db
    .selectFrom('feature_layer')
    .select('table_name')
    .where('item_id', '=', reply.services[0].serviceItemId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<AnyReply>`
    select count(*)::int as n, bool_and(shape is null or ST_IsValid(shape)) as ok, ST_XMin(ST_Extent(shape)) as xmin, ST_YMin(ST_Extent(shape)) as ymin,
      ST_XMax(ST_Extent(shape)) as xmax, ST_YMax(ST_Extent(shape)) as ymax from ${sql.raw(`hosted.${table.table_name}`)}`.execute(
    t.portal.db,
  );
  const job = await t.portal.queue.status(jobId);
  return { layer, report: (job?.progress as AnyReply)?.report[0], stored: rows[0] };
}

function expectExtent(layer: AnyReply, { xmin, ymin, xmax, ymax }: AnyReply): void {
  // Bounds that the database keeps are rounded outwards to numbers of four bytes.
  for (const [corner, value] of Object.entries({ xmin, ymin, xmax, ymax })) expect(Math.abs(layer.extent[corner] - value)).toBeLessThan(2);
}

describe('polygons of a shapefile', () => {
  it('have the extent of the rows that are kept', async () => {
    const { layer, report, stored } = await publish([square(1, 1), null, square(700, 1), square(-20, 40, 3), [[0, 0], [10, 88], [20, 95], [0, 0]]]); // biome-ignore format: one ring a polygon
    expect(report).toMatchObject({ featuresLoaded: 3, rowsRefused: 2 });
    expect(stored).toMatchObject({ n: 3, ok: true });
    expectExtent(layer, stored);
    expect(layer.extent.xmax).toBeLessThan(222_700);
  });

  it('have it in metres too', async () => {
    const { layer, stored } = await publish([square(100, 200, 50), square(-9000, -100, 10)], METRES);
    expectExtent(layer, stored);
    expect(layer.extent).toMatchObject({ xmin: -9000, ymin: -100, xmax: 150, ymax: 250 });
  });

  it('are mended, in the middle and at the edge', async () => {
    const inside = await publish([square(-5, -5, 20), bow(1, 1), bow(3, 3), bow(5, 5)]);
    expect(inside.report).toMatchObject({ featuresLoaded: 4, geometriesRepaired: 3 });
    expect(inside.stored).toMatchObject({ n: 4, ok: true });
    expectExtent(inside.layer, inside.stored);
    // A spike that mending takes away had made the layer wider.
    const spike: Ring = [[0, 0], [0, 1], [1, 1], [1, 0], [0.5, 0], [0.5, -30], [0.5, 0], [0, 0]]; // biome-ignore format: one ring
    const edge = await publish([spike, square(3, 3)]);
    expect(edge.report).toMatchObject({ geometriesRepaired: 1 });
    expectExtent(edge.layer, edge.stored);
    expect(edge.layer.extent.ymin).toBeGreaterThan(-1);
  });

  it('without any shape have no extent', async () => {
    const { report, stored } = await publish([null, null]);
    expect(report).toMatchObject({ featuresLoaded: 2 });
    expect(stored).toMatchObject({ n: 2, xmin: null });
  });
});
