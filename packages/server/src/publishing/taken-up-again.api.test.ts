// A publish job that is taken up again after its layers were opened: what people did meanwhile stays.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const CSV = 'name,lat,lon\nnorth,60,10\nsouth,-30,20\nnowhere,,7\n';

async function published(): Promise<{ itemId: string; jobId: string; path: string }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    {
      fileType: 'csv',
      publishParameters: { name: `places_${Math.round(Math.random() * 1e9)}`, latitudeFieldName: 'lat', longitudeFieldName: 'lon' },
    },
    { file: { name: 'places.csv', bytes: CSV } },
  );
  const [service] = reply.services;
  await t.runJobs();
  return { itemId: service.serviceItemId, jobId: service.jobId, path: new URL(service.serviceurl).pathname };
}

/** As when the process was killed after the layers were opened and before the job was written down as done. */
async function killedBeforeTheEnd(jobId: string, attempts: number): Promise<void> {
  await sql`update job set state = 'running', attempts = ${attempts}, lease_until = now() - interval '1 second', finished = null where id = ${jobId}`.execute(
    t.portal.db,
  );
}

async function names(path: string): Promise<string[]> {
  const { features } = await t.as('petra').get(`${path}/0/query`, { where: '1=1', outFields: 'name', returnGeometry: false });
  return features.map((feature: { attributes: { name: string } }) => feature.attributes.name).sort();
}

it('keeps a feature that was added between, and what the job told', async () => {
  const petra = t.as('petra');
  const { itemId, jobId, path } = await published();
  const told = await petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType: 'publish' });
  await petra.post(`${path}/0/addFeatures`, {
    features: [{ attributes: { name: 'added' }, geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } } }],
  });
  await killedBeforeTheEnd(jobId, 1);
  await t.runJobs();
  expect(await names(path)).toEqual(['added', 'north', 'south']);
  expect(await petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType: 'publish' })).toEqual(told);
});

it('keeps the layer when the job is given up, and finishes what was missing', async () => {
  const petra = t.as('petra');
  const { itemId, jobId, path } = await published();
  const before = await names(path);
  // Killed between the opening of the layers and the description of their item.
  await sql`update item set status = 'processing', extent_box = null where id = ${itemId}`.execute(t.portal.db);
  await killedBeforeTheEnd(jobId, 99);
  await t.runJobs();
  expect(await names(path)).toEqual(before);
  const status = await petra.get(`content/users/${petra.username}/items/${itemId}/status`, { jobId, jobType: 'publish' });
  expect(status.status).toBe('completed');
  expect(await petra.get(`content/users/${petra.username}/items/${itemId}/status`)).toMatchObject({ status: 'completed' });
  const [item] = (
    await sql<{ status: string; has_extent: boolean }>`
    select status, extent_box is not null as has_extent from item where id = ${itemId}`.execute(t.portal.db)
  ).rows;
  expect(item).toEqual({ status: 'completed', has_extent: true });
});
