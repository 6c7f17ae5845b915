// A service of several layers is overwritten, again and again, while people read all of them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply, TestFile } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const POINTS = 1_500;
const TRACKS = 300;

/** Points and tracks that all have the name; how many there are tells the edition too. */
function edition(name: string, more: number): TestFile {
  const place = (at: number): string => `lat="${at % 80}" lon="${at % 170}"`;
  const points = Array.from({ length: POINTS + more }, (_, at) => `<wpt ${place(at)}><name>${name}</name></wpt>`);
  const way = (at: number): string => `<trkseg><trkpt ${place(at)}/><trkpt ${place(at + 1)}/></trkseg>`;
  const tracks = Array.from({ length: TRACKS + more }, (_, at) => `<trk><name>${name}</name>${way(at)}</trk>`);
  const text = `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">${[...points, ...tracks].join('')}</gpx>`;
  return { name: 'walks.gpx', bytes: Buffer.from(text) };
}

it('every answer is of one edition, and of all of its rows', async () => {
  const petra = t.as('petra');
  const content = `content/users/${petra.username}`;
  const { id } = await petra.upload(`${content}/addItem`, { type: 'GPX', title: 'walks' }, { file: edition('first', 0) });
  const publish = async (overwrite: boolean): Promise<AnyReply> => {
    const reply = await petra.post(`${content}/publish`, { itemid: id, filetype: 'gpx', publishParameters: { name: 'walks' }, overwrite });
    expect(reply.services?.[0]?.error).toBeUndefined();
    return reply.services[0];
  };
  const path = new URL((await publish(false)).serviceurl).pathname;
  await t.runJobs();
  const { layers } = await petra.get(path);
  expect(layers).toHaveLength(2);

  const seen = layers.map(() => new Set<string>());
  let isDone = false;
  const reading = layers.map(async ({ id: layer }: AnyReply, at: number) => {
    while (!isDone) {
      const reply = await petra.get(`${path}/${layer}/query`, {
        groupByFieldsForStatistics: 'name',
        outStatistics: [{ statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' }],
      });
      seen[at].add(JSON.stringify(reply.features?.map((one: AnyReply) => [one.attributes.name, one.attributes.n]) ?? reply));
      const page = await petra.get(`${path}/${layer}/query`, { where: '1=1', outFields: 'name', resultRecordCount: 50 });
      const names = new Set(page.features?.map((one: AnyReply) => one.attributes.name) ?? [JSON.stringify(page)]);
      if (names.size !== 1) seen[at].add(`a page of ${[...names].join()}`);
    }
  });
  const editions = ['second', 'third', 'fourth'];
  for (const [at, name] of editions.entries()) {
    expect(await petra.upload(`${content}/items/${id}/update`, {}, { file: edition(name, at + 1) })).toMatchObject({ success: true });
    await publish(true);
    await t.runJobs();
  }
  isDone = true;
  await Promise.all(reading);
  const whole = (rows: number): string[] => ['first', ...editions].map((name, at) => JSON.stringify([[name, rows + at]]));
  for (const [at, rows] of [POINTS, TRACKS].entries()) {
    expect([...seen[at]].filter((one) => !whole(rows).includes(one))).toEqual([]);
    expect([...seen[at]].length).toBeGreaterThan(1);
  }
});
