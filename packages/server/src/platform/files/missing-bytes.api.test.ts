// Rows whose file is not there, as after a restored back-up: told as such instead of an answer that breaks off.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '../../../permissions/cast.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher' } });
});
afterAll(() => t.close());

it('a file that is missing is answered as missing, in each of its forms', async () => {
  const owner = t.as('owner1');
  const file = { name: 'a.csv', bytes: 'name,lat,lon\na,1,2\n', type: 'text/csv' };
  const { id } = await owner.upload('content/users/owner1/addItem', { title: 'Gone', type: 'CSV' }, { file });
  const at = `content/users/owner1/items/${id}`;
  await owner.upload(`${at}/update`, {}, { thumbnail: { name: 't.png', bytes: await picture(), type: 'image/png' } });
  await owner.post(`${at}/addResources`, { fileName: 'a.txt', text: 'hello' });
  const paths = ['data', 'info/thumbnail/t.png', 'info/thumbnail/t.png?w=10', 'resources/a.txt'].map(
    (path) => `content/items/${id}/${path}`,
  );
  for (const path of paths) expect([path, (await owner.raw('GET', path, { f: '' })).statusCode]).toEqual([path, 200]);
  const stored = join(t.portal.config.dataDir, 'files/stored');
  for (const shard of await readdir(stored)) for (const key of await readdir(join(stored, shard))) await rm(join(stored, shard, key));
  for (const path of [...paths, 'content/features/analyze', 'content/features/generate']) {
    const params: Record<string, string> = path.includes('features')
      ? { itemId: id, fileType: 'csv', publishParameters: '{"name":"x"}' }
      : {};
    const reply = await owner.raw('GET', path, { f: path.includes('features') ? 'json' : '', ...params });
    expect([path, reply.json().error]).toEqual([
      path,
      expect.objectContaining({ code: 404, message: 'File does not exist or is inaccessible.' }),
    ]);
  }
});
