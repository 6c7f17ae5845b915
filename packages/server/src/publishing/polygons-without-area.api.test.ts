// Polygons of which mending leaves nothing: told of with their rows, never loaded as if they were whole.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const features = (...coordinates: unknown[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: coordinates.map((one) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: one } })),
    }),
  );
const square = (x: number, y: number): number[][][] => [
  [0, 1, 2, 3, 0].map((at) => [x + (at === 1 || at === 2 ? 1 : 0), y + (at > 1 ? 1 : 0)]),
];

async function publish(
  file: { name: string; bytes: Buffer },
  fileType: string,
): Promise<{ path: string; itemId: string; report: AnyReply }> {
  const petra = t.as('petra');
  const publishParameters = { name: `flat_${file.bytes.length}_${fileType}` };
  const reply = await petra.upload(`content/users/${petra.username}/publish`, { fileType, publishParameters }, { file });
  const [{ serviceItemId, serviceurl, jobId }] = reply.services;
  await t.runJobs();
  const job = await t.portal.queue.status(jobId);
  expect(job, 'the outcome of the job').toMatchObject({ state: 'completed', message: null });
  return { path: new URL(serviceurl).pathname, itemId: serviceItemId, report: job?.progress.report };
}

it.each(['geojson', 'csv'])('a polygon without an area is refused with its row and what it held: %s', async (fileType) => {
  const flat = [0, 1, 2, 0].map((at) => [at, 3]);
  const bow = [0, 1, 0, 1, 0].map((y, i) => [[0, 2, 2, 0, 0][i] ?? 0, y * 2]);
  const point = [0, 1, 2, 3].map(() => [7, 7]);
  const shapes = [[flat], square(4, 4), [point], [bow], square(8, 8), [flat]];
  const text = (rings: number[][][]): string => rings.map((one) => `(${one.map((corner) => corner.join(' ')).join(', ')})`).join(', ');
  const wkt = shapes.map((rings, i) => `"POLYGON (${text(rings)})",${i}`);
  const bytes = fileType === 'csv' ? Buffer.from(`WKT,n\n${wkt.join('\n')}\n`) : features(...shapes);
  const { itemId, report } = await publish({ name: `a.${fileType}`, bytes }, fileType);
  expect(report[0]).toMatchObject({ featuresLoaded: 3, rowsRefused: 3, refusedInFile: 3, geometriesRepaired: 1 });
  const said = { code: 'polygon-without-area' };
  const byRow = report[0].problems.toSorted((a: AnyReply, b: AnyReply) => a.row - b.row);
  // Of a text it is the line, and the first one has the names.
  const line = fileType === 'csv' ? 1 : 0;
  expect(byRow).toMatchObject([1, 3, 6].map((row) => ({ row: row + line, said })));
  const { table_name } = await t.portal.db
    .selectFrom('feature_layer')
    .select('table_name')
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ n: number; empty: number }>`
    select count(*)::int as n, count(*) filter (where shape is null or ST_IsEmpty(shape))::int as empty
    from ${sql.table(`hosted.${table_name}`)}`.execute(t.portal.db);
  expect(rows).toEqual([{ n: 3, empty: 0 }]);
});

it('so it is on its way into a layer that exists', async () => {
  const flat = [[0, 1, 2, 0].map((at) => [at, 3])];
  const { path } = await publish({ name: 'a.geojson', bytes: features(square(1, 1)) }, 'geojson');
  const petra = t.as('petra');
  const file = { name: 'more.geojson', bytes: features(flat, square(4, 4)) };
  const { item } = await petra.upload(`${path}/uploads/upload`, {}, { file });
  const { statusUrl } = await petra.post(`${path}/0/append`, { appendUploadId: item.itemID, appendUploadFormat: 'geojson' });
  await t.runJobs();
  const status = await petra.get(new URL(statusUrl).pathname);
  expect(status).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 1 });
  expect(JSON.stringify(status)).toContain('polygon-without-area');
});
