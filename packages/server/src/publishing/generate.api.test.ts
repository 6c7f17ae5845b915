// Files as feature collections: who may have them, and how large they are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

it('shows what is in an item to everybody who sees it, and takes large files of their own from people who are signed in alone', async () => {
  const petra = t.as('petra');
  const text = `a,note,lat,lon\n${`1,${'x'.repeat(400)},2,3\n`.repeat(5_000)}`;
  const { id } = await petra.post(`content/users/${petra.username}/addItem`, { title: 'large', type: 'CSV', text });
  const asked = { itemId: id, fileType: 'csv', publishParameters: {} };
  expect((await t.stranger.post('content/features/generate', asked)).error.code).toBe(403);
  await petra.post(`content/users/${petra.username}/items/${id}/share`, { everyone: true });
  const { featureCollection } = await t.stranger.post('content/features/generate', asked);
  expect(featureCollection.layers[0].featureSet.features).toHaveLength(5_000);
  const previewed = await t.stranger.post('content/features/generate', { ...asked, publishParameters: { previewCount: 3 } });
  expect(previewed.featureCollection.layers[0].featureSet.features).toHaveLength(3);
  const sent = { text, fileType: 'csv', publishParameters: {} };
  expect((await t.stranger.post('content/features/generate', sent)).error.code).toBe(499);
  expect((await petra.post('content/features/generate', sent)).featureCollection.layers[0].featureSet.features).toHaveLength(5_000);
});

it('makes no collection of more features than it holds, whoever asks', async () => {
  const petra = t.as('petra');
  const text = `a,lat,lon\n${'1,2,3\n'.repeat(200_000)}`;
  const { id } = await petra.post(`content/users/${petra.username}/addItem`, { title: 'long', type: 'CSV', text });
  await petra.post(`content/users/${petra.username}/items/${id}/share`, { everyone: true });
  const asked = { itemId: id, fileType: 'csv', publishParameters: {} };
  for (const who of [t.stranger, petra])
    expect((await who.post('content/features/generate', asked)).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('10000'),
    });
});
