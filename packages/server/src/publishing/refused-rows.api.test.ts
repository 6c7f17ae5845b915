import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());

async function publish(text: string, overwrite = false): Promise<string> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType: 'csv', publishParameters: { name: 'mostly_bad' }, overwrite },
    { file: { name: 'mostly_bad.csv', bytes: text } },
  );
  await t.runJobs();
  return reply.services[0].serviceItemId;
}

it('tells of every row that was left out in a file, and no longer when all were good', async () => {
  const petra = t.as('petra');
  const bad = Array.from({ length: 2500 }, (_, i) => `${i},"a ""${i}""",far,20`);
  const itemId = await publish(['id,name,lon,lat', '1,good,2,3', ...bad].join('\n'));
  const report = await petra.get(`content/items/${itemId}/info/publishReport.json`, { f: '' });
  const [{ problems, ...counts }] = report.layers;
  expect(counts).toMatchObject({ featuresLoaded: 1, rowsRefused: 2500, refusedInFile: 2500 });
  expect(problems).toHaveLength(1000);
  const address = `content/items/${itemId}/info/refusedRows.csv`;
  const file = (await petra.raw('GET', address, { f: '' })).body.replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(file).toHaveLength(2501);
  expect(file.slice(0, 2)).toEqual(['layer,row,reason', `"mostly_bad",2,"${problems[0].reason.replaceAll('"', '""')}"`]);
  expect(file.at(-1)).toMatch(/^"mostly_bad",2501,/);

  await petra.post(`content/users/${petra.username}/items/${itemId}/share`, { everyone: true });
  for (const who of [t.as('una'), t.stranger]) {
    expect((await who.get(`content/items/${itemId}`)).id).toBe(itemId);
    for (const name of ['publishReport.json', 'refusedRows.csv', 'RefusedRows.csv'])
      expect((await who.get(`content/items/${itemId}/info/${name}`)).error.code).toBe(403);
  }

  await publish('id,name,lon,lat\n1,good,2,3\n', true);
  const after = await petra.get(`content/items/${itemId}/info/publishReport.json`, { f: '' });
  expect(after.layers).toMatchObject([{ featuresLoaded: 1, rowsRefused: 0 }]);
  expect((await petra.get(address)).error).toBeDefined();
});
