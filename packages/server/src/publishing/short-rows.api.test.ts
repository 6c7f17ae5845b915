// Rows that end before the last column, as spreadsheets leave empty cells out: published, and loaded in each way.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadScene } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
const { layerOf, load, csv, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const HEAD = 'lat,lon,code,species,height,planted\n';
const rowsOf = async (layer: Awaited<ReturnType<typeof layerOf>>): Promise<unknown[]> =>
  (await features(layer)).map(({ attributes: { code, species, height, planted }, geometry }) => [
    code,
    species,
    height,
    planted,
    geometry?.y === undefined ? null : Math.round(geometry.y),
  ]);

it('are published with nothing in the rest, which is told; those without a place and one that is cut off are not', async () => {
  const petra = t.as('petra');
  const text = `${HEAD}1,2,a,oak,12,2020-01-01\n3,4,b\n5\n6,7,c,el`;
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'csv' }, { file: csv(text) });
  const said = [
    { code: 'rows-left-out', values: { left: 2, count: 4 } },
    { code: 'rows-short', values: { short: 1, count: 4 } },
  ];
  expect(publishParameters.warningSentences).toMatchObject(said);
  const layer = await layerOf(text);
  expect(await rowsOf(layer)).toEqual([
    ['a', 'oak', 12, Date.UTC(2020, 0, 1), 1],
    ['b', null, null, null, 3],
  ]);
  const { layers } = await petra.get(`content/items/${layer.itemId}/info/publishReport.json`, { f: '' });
  expect(layers).toMatchObject([
    {
      featuresLoaded: 2,
      rowsRefused: 2,
      warnings: said,
      problems: [
        { row: 4, said: { code: 'cells-few', values: { count: 1, width: 6 } } },
        { row: 5, said: { code: 'cells-cut', values: { count: 4, width: 6 } } },
      ],
    },
  ]);
});

const ADDED = '3,4,b,ash,7\n5,6,c\n';
it.each([
  ['added', {}, ADDED, ['a 12', 'b 7', 'c null']],
  ['merged', { upsert: true, upsertMatchingField: 'code' }, `${ADDED}8,9,a,elm\n`, ['a null', 'b 7', 'c null']],
  ['put in the place of others', { replace: true }, ADDED, ['b 7', 'c null']],
])('are taken where rows are %s, and the load tells of them', async (_, how, text, expected) => {
  const layer = await layerOf(`${HEAD}1,2,a,oak,12,2020-01-01\n`);
  const status = await load(layer, csv(`${HEAD}${text}7\n1,1,z,lat,1,2020-01-01,1`), how);
  const count = text.trim().split('\n').length;
  expect(status).toMatchObject({ status: 'CompletedWithErrors', refusedCount: 2, recordCount: count });
  expect(status.warnings).toMatchObject([{ code: 'rows-short', values: { short: count, count: count + 2 } }]);
  expect((await features(layer)).map(({ attributes: { code, height } }) => `${code} ${height}`).sort()).toEqual(expected);
});
