// Why rows were left out, in the file of them, in the language of who downloads it.
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene, TREES } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal, usernameOf } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv } = loadScene(() => t);
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
/** Publishes a text; gives the address of the file of rows that were left out. */
async function publish(text: string): Promise<string> {
  const petra = t.as('petra');
  const publishParameters = { name: `said_${published++}` };
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  await t.runJobs();
  return `content/items/${reply.services[0].serviceItemId}/info/refusedRows.csv`;
}

const download = (address: string, headers: Record<string, string> = {}) => t.as('petra').raw('GET', address, { f: '' }, headers);
const TEXT = 'name,lat,lon\na,1,2\n"b\n""c""",far,2\n';
const setCulture = (culture: string | null): Promise<unknown> =>
  t.portal.db.updateTable('account').set({ culture }).where('username', '=', usernameOf('petra')).execute();

it.each([
  ['the call', { 'accept-language': 'ar-EG,en;q=0.5' }, null, ARABIC],
  ['the call, whatever the account says', { 'accept-language': 'en' }, 'ar', ENGLISH],
  ['the account where the call says none that is written here', { 'accept-language': 'fr' }, 'ar', ARABIC],
  ['the account where the call says none', {}, 'ar', ARABIC],
  ['English where nobody says any', {}, null, ENGLISH],
])('is that of %s', async (_, headers, culture, reason) => {
  const address = await publish(TEXT);
  await setCulture(culture);
  const reply = await download(address, headers as Record<string, string>);
  // Line ends and quotes in values are as they were.
  expect(reply.body).toBe(`\uFEFF${HEAD}\r\n"said_${published - 1}",3,"${reason}","b\n""c""","far","2"\r\n`);
  await setCulture(null);
});

it('is another answer for each language, of which one that is known already is not sent again', async () => {
  const address = await publish(TEXT);
  const arabic = await download(address, { 'accept-language': 'ar' });
  const english = await download(address, { 'accept-language': 'en' });
  expect([arabic.body.includes(ARABIC), english.body.includes(ENGLISH)]).toEqual([true, true]);
  expect(arabic.headers.etag).not.toBe(english.headers.etag);
  expect(arabic.headers).toMatchObject({ vary: expect.stringContaining('Accept-Language'), 'cache-control': 'private, no-cache' });
  const known = { 'if-none-match': String(arabic.headers.etag) };
  expect((await download(address, { 'accept-language': 'ar', ...known })).statusCode).toBe(304);
  expect((await download(address, { 'accept-language': 'en', ...known })).statusCode).toBe(200);
});

it('files of before, which hold the words themselves, are as they were', async () => {
  const address = await publish(TEXT);
  const row = await t.portal.db
    .selectFrom('item_resource')
    .select(['key'])
    .where('item_id', '=', address.split('/')[2] ?? '')
    .where('path', '=', 'refusedRows.csv')
    .executeTakeFirstOrThrow();
  const old = `\uFEFF${HEAD}\r\n"said",2,"{""code"":""none""} is no reason","b","far","2"\r\n"said",3,"“a” is not b","","",""\r\n`;
  await writeFile(t.portal.files.pathOf(row.key), old);
  expect((await download(address, { 'accept-language': 'ar' })).body).toBe(old);
});

it('goes for large files, and for rows for a layer that is there', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? `"é,${i}",far,2` : `${'x'.repeat(40)}${i},1,2`));
  const large = `name,lat,lon\n${rows.join('\n')}\n`;
  expect(large.length).toBeGreaterThan(1024 * 1024);
  const reasons = reasonsOf((await download(await publish(large), { 'accept-language': 'ar' })).body);
  expect([reasons.length, new Set(reasons)]).toEqual([10_000, new Set([ARABIC])]);

  const layer = await layerOf(TREES);
  const text = 'code,height,lat,lon\nc,1,far,2\nd,2,1,2\nd,3,1,2\n';
  const status = await load(layer, csv(text), { upsert: true, upsertMatchingField: 'code' });
  const address = `${layer.path}/append/jobs/${status.jobId}/refusedRows`;
  const { body } = await download(address, { 'accept-language': 'ar' });
  expect(body).toContain(ARABIC);
  // Rows that turn out to be unusable late are told in the same language.
  expect(body.trimEnd().split('\r\n')).toHaveLength(3);
  for (const line of body.trimEnd().split('\r\n').slice(1)) expect(line).toMatch(/^"[^"]*",\d+,"[^"]*[\u0600-\u06ff]/);
  expect((await download(address)).body).toContain(ENGLISH);
  // What is read by programs, and by pages in any language, is as it was.
  expect(status.problems[0]).toMatchObject({ reason: ENGLISH, said: { code: 'coordinate-not' } });
});
