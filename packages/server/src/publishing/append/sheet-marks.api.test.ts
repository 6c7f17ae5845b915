// Sheets whose cells are marked as texts, or hold truth values, go into layers with fields of numbers and days.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { loadScene } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { zipArchive } from '../../../testing/zip-archive.ts';

let t: TestPortal;
const { layerOf, load, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const PLAIN = 0;
const MARKED = 1;
const text = (words: string, style = PLAIN): string => `<c s="${style}" t="inlineStr"><is><t>${words}</t></is></c>`;
const truth = (value: 0 | 1): string => `<c t="b"><v>${value}</v></c>`;
const number = (value: number): string => `<c><v>${value}</v></c>`;

function workbook(names: readonly string[], rows: readonly (readonly string[])[]): { name: string; bytes: Buffer } {
  const all = [names.map((name) => text(name)), ...rows.map((row) => [...row, number(5), number(6)])];
  const files = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="worksheets/s.xml"/></Relationships>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="0" quotePrefix="1"/></cellXfs></styleSheet>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${all.map((row) => `<row>${row.join('')}</row>`).join('')}</sheetData></worksheet>`,
  };
  return { name: 'more.xlsx', bytes: Buffer.from(zipArchive(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))) };
}

const LAYER = 'species,height,planted,lat,lon\noak,1.5,2020-01-01,1,2\nash,7,2020-01-02,3,4\n';
const added = async (layer: Awaited<ReturnType<typeof layerOf>>): Promise<unknown[]> =>
  (await features(layer)).slice(2).map(({ attributes: { species, height, planted } }) => [species, height, planted]);

it.each([
  ['one row', [PLAIN, MARKED, PLAIN]],
  ['every row', [MARKED, MARKED, MARKED]],
])('where %s is marked, numbers and days are read as those of other sheets', async (_, [a, b, c]) => {
  const layer = await layerOf(LAYER);
  const book = workbook(
    ['species', 'height', 'day', 'lat', 'lon'],
    [
      [text('010', a), text('1,234', a), text('25/04/2024', a)],
      [text('011', b), text('2,345', b), text('26/04/2024', b)],
      [text('012', c), text('3', c), text('27/04/2024', c)],
    ],
  );
  const fieldMappings = [{ name: 'planted', source: 'day' }];
  const status = await load(layer, book, { appendUploadFormat: 'excel', fieldMappings });
  expect(status).toMatchObject({ status: 'Completed', insertedCount: 3, refusedCount: 0 });
  expect(await added(layer)).toEqual([
    ['010', 1234, Date.UTC(2024, 3, 25)],
    ['011', 2345, Date.UTC(2024, 3, 26)],
    ['012', 3, Date.UTC(2024, 3, 27)],
  ]);
});

it('truth values are 1 and 0 in a field of numbers, also beside words, and words in one of texts', async () => {
  const layer = await layerOf(LAYER);
  const book = workbook(
    ['species', 'height', 'lat', 'lon'],
    [
      [truth(1), truth(1)],
      [text('elm'), truth(0)],
      [text('yew'), text('unknown')],
    ],
  );
  const status = await load(layer, book, { appendUploadFormat: 'excel' });
  expect(status).toMatchObject({ status: 'CompletedWithErrors', insertedCount: 2, refusedCount: 1 });
  expect(await added(layer)).toEqual([
    ['TRUE', 1, null],
    ['elm', 0, null],
  ]);
});

it('truth values alone are words in a field of texts, as those of CSV are, whatever the column is called', async () => {
  const layer = await layerOf(LAYER);
  const book = workbook(
    ['species', 'height', 'sure', 'lat', 'lon'],
    [
      [truth(1), truth(1), truth(0)],
      [truth(0), truth(0), truth(1)],
    ],
  );
  expect(await load(layer, book, { appendUploadFormat: 'excel' })).toMatchObject({ status: 'Completed', insertedCount: 2 });
  const fieldMappings = [{ name: 'species', source: 'sure' }];
  expect(await load(layer, book, { appendUploadFormat: 'excel', fieldMappings })).toMatchObject({ status: 'Completed', insertedCount: 2 });
  expect(await added(layer)).toEqual([
    ['TRUE', 1, null],
    ['FALSE', 0, null],
    ['FALSE', 1, null],
    ['TRUE', 0, null],
  ]);
});

it('what is told of a file beforehand is what is loaded: columns of fields as their fields have them, others as they are', async () => {
  const layer = await layerOf(LAYER);
  const book = workbook(
    ['species', 'height', 'other', 'lat', 'lon'],
    [
      [truth(1), text('1', MARKED), text('1', MARKED)],
      [truth(0), text('2', MARKED), text('2', MARKED)],
    ],
  );
  const { item } = await t.as('petra').upload(`${layer.service}/uploads/upload`, {}, { file: book });
  const asked = { appendUploadId: item.itemID, appendUploadFormat: 'excel' };
  const { publishParameters, records } = await t.as('petra').get(`${layer.path}/append/analyze`, asked);
  const types = Object.fromEntries(publishParameters.layerInfo.fields.map(({ name, type }: AnyReply) => [name, type]));
  expect(types).toMatchObject({ species: 'esriFieldTypeString', height: 'esriFieldTypeInteger', other: 'esriFieldTypeString' });
  expect(records).toMatchObject([
    { species: 'TRUE', height: 1, other: '1' },
    { species: 'FALSE', height: 2, other: '2' },
  ]);
});
