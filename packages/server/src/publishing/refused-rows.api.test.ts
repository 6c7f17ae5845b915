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
  expect(file.slice(0, 2)).toEqual([
    'layer,row,reason,"id","name","lon","lat"',
    `"mostly_bad",3,"${problems[0].reason.replaceAll('"', '""')}","0","a ""0""","far","20"`,
  ]);
  expect(file.at(-1)).toMatch(/^"mostly_bad",2502,.*,"2499","a ""2499""","far","20"$/);

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

it('links the file of the latest publication in the history of the layer, for whoever may know of it', async () => {
  const petra = t.as('petra');
  const itemId = await publish('id,name,lon,lat\n1,good,2,3\n2,bad,far,3\n', true);
  const { url } = await petra.get(`content/items/${itemId}`);
  const layer = `${new URL(url, 'http://localhost').pathname}/0`;
  const jobs = async () => (await petra.get(`${layer}/append/jobs`)).jobs;
  const fileOf = (job: { jobId: string }, who = petra) => who.raw('GET', `${layer}/append/jobs/${job.jobId}/refusedRows`, { f: '' });
  const [first] = await jobs();
  expect(first).toMatchObject({ operation: 'overwrite', refusedCount: 1, refusedInFile: 1 });
  expect((await fileOf(first)).body).toContain('"2","bad","far","3"');
  for (const who of [t.as('una'), t.stranger]) expect((await fileOf(first, who)).body).not.toContain('"bad"');

  await publish('id,name,lon,lat\n1,good,2,3\n2,worse,far,3\n3,worst,far,3\n', true);
  const [second, before] = await jobs();
  expect([second.refusedInFile, before.refusedInFile]).toEqual([2, undefined]);
  expect((await fileOf(second)).body).toContain('"worst"');
  expect(JSON.parse((await fileOf(before)).body).error).toBeDefined();
});

it('tells what rows hold that turn out to be unusable in the end, and in files of other formats', async () => {
  const petra = t.as('petra');
  const send = async (name: string, fileType: string, bytes: string, more: object): Promise<string[]> => {
    const reply = await petra.upload(
      `content/users/${petra.username}/publish`,
      { fileType, publishParameters: { name: name.replace('.', '_'), ...more } },
      { file: { name, bytes } },
    );
    await t.runJobs();
    const { body } = await petra.raw('GET', `content/items/${reply.services[0].serviceItemId}/info/refusedRows.csv`, { f: '' });
    return body
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(/^("[^"]*",\d+),"[^"]*"/, '$1'));
  };
  const key = await send('keys.csv', 'csv', 'code,when,lon,lat\na,2024-01-02,1,2\na,2024-01-03,1,2\n=b,2024-01-04,1,2\n', {
    keyField: 'code',
  });
  expect(key).toEqual(['layer,row,reason,"code","when","lon","lat"', expect.stringMatching(/,"a","2024-01-0[23]","1","2"$/)]);
  const feature = (n: number, coordinates: unknown) => ({
    type: 'Feature',
    properties: { n, s: 'é' },
    geometry: { type: 'Point', coordinates },
  });
  const features = [feature(1, [1, 2]), feature(2, [1, 2]), feature(3, ['x', 2])];
  expect(await send('places.geojson', 'geojson', JSON.stringify({ type: 'FeatureCollection', features }), {})).toEqual([
    'layer,row,reason,"n","s"',
    '"places",3,"3","é"',
  ]);
});
