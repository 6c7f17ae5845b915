// Why rows were left out, in the file of them, in the language that the job was asked for in.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene, TREES } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const HEAD = 'layer,row,reason,"name","lat","lon"';
const ENGLISH = '“far” is not a coordinate';
const ARABIC = '«far» ليس إحداثيًا';

const reasonsOf = (body: string): string[] => {
  const [head, ...rows] = body.replace('\uFEFF', '').trimEnd().split('\r\n');
  // The names of columns are for programs, whatever the language.
  expect(head).toBe(HEAD);
  return rows.map((row) => /^"[^"]*",\d+,"([^"]*)"/.exec(row)?.[1] ?? row);
};

let published = 0;
async function publish(text: string, headers: Record<string, string>): Promise<string> {
  const petra = t.as('petra');
  const reply = await petra.raw(
    'POST',
    `content/users/${petra.username}/publish`,
    { text, fileType: 'csv', publishParameters: { name: `said_${published++}` } },
    headers,
  );
  await t.runJobs();
  const [{ serviceItemId }] = reply.json().services;
  return (await petra.raw('GET', `content/items/${serviceItemId}/info/refusedRows.csv`, { f: '' })).body;
}

const TEXT = 'name,lat,lon\na,1,2\nb,far,2\n';
const setCulture = (culture: string | null): Promise<unknown> =>
  t.portal.db.updateTable('account').set({ culture }).where('username', '=', usernameOf('petra')).execute();

it.each([
  ['the call', { 'accept-language': 'ar-EG,en;q=0.5' }, null, ARABIC],
  ['the call, whatever the account says', { 'accept-language': 'en' }, 'ar', ENGLISH],
  ['the account where the call says none that is written here', { 'accept-language': 'fr' }, 'ar', ARABIC],
  ['the account where the call says none', {}, 'ar', ARABIC],
  ['English where nobody says any', {}, null, ENGLISH],
])('is that of %s', async (_, headers, culture, reason) => {
  await setCulture(culture);
  expect(reasonsOf(await publish(TEXT, headers as Record<string, string>))).toEqual([reason]);
  await setCulture(null);
});

it('goes with a large file into the process that loads it, and with rows for a layer that is there', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `${'x'.repeat(40)}${i},1,2`);
  const large = `name,lat,lon\n${rows.join('\n')}\nb,far,2\n`;
  expect(large.length).toBeGreaterThan(1024 * 1024);
  expect(reasonsOf(await publish(large, { 'accept-language': 'ar' }))).toEqual([ARABIC]);

  const layer = await layerOf(TREES);
  const petra = t.as('petra');
  const file = { name: 'more.csv', bytes: 'code,height,lat,lon\nc,1,far,2\nd,2,1,2\nd,3,1,2\n' };
  const { item } = await petra.upload(`${layer.service}/uploads/upload`, {}, { file });
  const how = { appendUploadId: item.itemID, appendUploadFormat: 'csv', upsert: true, upsertMatchingField: 'code' };
  const started = (await petra.raw('POST', `${layer.path}/append`, how, { 'accept-language': 'ar' })).json();
  await t.runJobs();
  const { jobId, problems } = await petra.get(new URL(started.statusUrl).pathname);
  const { body } = await petra.raw('GET', `${layer.path}/append/jobs/${jobId}/refusedRows`, { f: '' });
  expect(body).toContain(ARABIC);
  // Rows that turn out to be unusable late are told in the same language.
  expect(body.trimEnd().split('\r\n')).toHaveLength(3);
  for (const line of body.trimEnd().split('\r\n').slice(1)) expect(line).toMatch(/^"[^"]*",\d+,"[^"]*[\u0600-\u06ff]/);
  // What is read by programs, and by pages in any language, is as it was.
  expect(problems[0]).toMatchObject({ reason: ENGLISH, said: { code: 'coordinate-not' } });
});
