// Calls that come again because their answer was lost: done once, answered twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher' } });
});
afterAll(() => t.close());

let count = 0;
const newKey = (): string => `key-of-a-test-${++count}`.padEnd(20, '-');

const add = (who: string, idempotencyKey: string, name = 'trees.csv') => {
  const person = t.as(who);
  const file = { name, bytes: 'name,lat,lon\noak,1,2\n' };
  return person.upload(`content/users/${person.username}/addItem`, { type: 'CSV', title: name, idempotencyKey }, { file });
};

it('an item is added once, and a file of the same name that is meant is still refused', async () => {
  const key = newKey();
  const first = await add('petra', key);
  expect(first).toMatchObject({ success: true, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(await add('petra', key)).toEqual(first);
  expect((await add('petra', newKey())).error).toMatchObject({ messageCode: 'CONT_0006' });
  const found = await t.as('petra').get('search', { q: `owner:${t.as('petra').username} AND title:trees` });
  expect(found.total).toBe(1);
});

it('two at the same time come to one item', async () => {
  const key = newKey();
  const [one, other] = await Promise.all([add('petra', key, 'both.csv'), add('petra', key, 'both.csv')]);
  expect(one.id).toMatch(/^[0-9a-f]{32}$/);
  expect(other).toEqual(one);
});

it('a key is its person’s own, belongs to one call, and is not just anything', async () => {
  const key = newKey();
  const mine = await add('petra', key, 'own.csv');
  const others = await add('otto', key, 'own.csv');
  expect(others).toMatchObject({ success: true });
  expect(others.id).not.toBe(mine.id);
  const petra = t.as('petra');
  const publishing = { text: 'name\na\n', fileType: 'csv', publishParameters: { name: 'key_again' }, idempotencyKey: key };
  const elsewhere = await petra.post(`content/users/${petra.username}/publish`, publishing);
  expect(elsewhere.error.message).toContain('idempotencyKey');
  expect((await add('petra', 'short', 'short.csv')).error.message).toContain('idempotencyKey');
});

it('a refused call may be mended and sent again with its key', async () => {
  const key = newKey();
  await add('petra', newKey(), 'taken.csv');
  expect((await add('petra', key, 'taken.csv')).error).toMatchObject({ messageCode: 'CONT_0006' });
  expect(await add('petra', key, 'free.csv')).toMatchObject({ success: true });
});

it('a file is published once', async () => {
  const petra = t.as('petra');
  const { id } = await add('petra', newKey(), 'publish.csv');
  const input = { itemId: id, fileType: 'csv', publishParameters: { name: 'published_once' }, idempotencyKey: newKey() };
  const path = `content/users/${petra.username}/publish`;
  const first = await petra.post(path, input);
  expect(first.services).toMatchObject([{ type: 'Feature Service', jobId: expect.any(String) }]);
  expect(await petra.post(path, input)).toEqual(first);
  await t.runJobs();
  expect(await petra.post(path, input)).toEqual(first);
  expect((await petra.post(path, { ...input, idempotencyKey: newKey() })).error).toBeDefined();
});

it('rows are appended once', async () => {
  const layer = await layerOf();
  const petra = t.as('petra');
  const file = { name: 'more.csv', bytes: 'species,height,lat,lon\nelm,3,5,60\n' };
  const { item } = await petra.upload(`${layer.service}/uploads/upload`, {}, { file });
  const input = { appendUploadId: item.itemID, idempotencyKey: newKey() };
  const first = await petra.post(`${layer.path}/append`, input);
  await t.runJobs();
  expect(await petra.post(`${layer.path}/append`, input)).toEqual(first);
  await t.runJobs();
  expect(await features(layer)).toHaveLength(3);
});
