// Workbooks whose sheets say where their rows are in columns of other names, or not at all: what is proposed for them can be sent back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

type Row = readonly (string | number)[];
const WELLS: readonly Row[] = [
  ['name', 'lat', 'lon'],
  ['Well A', 50.1, 7.1],
];
const STATIONS: readonly Row[] = [
  ['station', 'latitude', 'longitude'],
  ['007', 50.4, 7.4],
];
const NOTES: readonly Row[] = [
  ['note', 'count'],
  ['nothing to see', 3],
];

function workbook(sheets: Readonly<Record<string, readonly Row[]>>): Uint8Array {
  const cell = (value: string | number, at: number, row: number): string =>
    typeof value === 'number'
      ? `<c r="${'ABC'[at]}${row}"><v>${value}</v></c>`
      : `<c r="${'ABC'[at]}${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const rowsOf = (rows: readonly Row[]): string =>
    rows.map((row, i) => `<row r="${i + 1}">${row.map((value, at) => cell(value, at, i + 1)).join('')}</row>`).join('');
  const names = Object.keys(sheets);
  const list = names.map((name, i) => `<sheet name="${name}" r:id="r${i}"/>`).join('');
  const targets = names.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/s${i}.xml"/>`).join('');
  return zipArchive([
    { name: 'xl/workbook.xml', bytes: `<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', bytes: `<Relationships>${targets}</Relationships>` },
    ...Object.values(sheets).map((rows, i) => ({
      name: `xl/worksheets/s${i}.xml`,
      bytes: `<worksheet><sheetData>${rowsOf(rows)}</sheetData></worksheet>`,
    })),
  ]);
}

/** What is proposed, and the layers and tables that are made by it. */
async function publishAsProposed(name: string, sheets: Readonly<Record<string, readonly Row[]>>): Promise<[AnyReply, AnyReply]> {
  const petra = t.as('petra');
  const file = { name: `${name}.xlsx`, bytes: workbook(sheets) };
  const { publishParameters } = await petra.upload('content/features/analyze', { fileType: 'excel' }, { file });
  const wishes = { fileType: 'excel', publishParameters: { ...publishParameters, name } };
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, wishes, { file });
  await t.runJobs();
  return [publishParameters, await petra.get(new URL(services[0].serviceurl).pathname)];
}

const partsOf = ({ layers, tables }: AnyReply) => [layers, tables].map((list: AnyReply[]) => list.map(({ name }) => name));

it('publishes sheets with places in columns of other names beside one without places', async () => {
  const [proposed, service] = await publishAsProposed('mixed', { Wells: WELLS, Stations: STATIONS, Notes: NOTES });
  expect(proposed.locationType).toBe('coordinates');
  expect(proposed).not.toHaveProperty('latitudeFieldName');
  expect(partsOf(service)).toEqual([['Wells', 'Stations'], ['Notes']]);
});

it('makes no table of a sheet with places because the first has none', async () => {
  const [, service] = await publishAsProposed('table_first', { Notes: NOTES, Wells: WELLS });
  expect(partsOf(service)).toEqual([['Wells'], ['Notes']]);
});

it('names the columns that all sheets have', async () => {
  const [proposed, service] = await publishAsProposed('alike', { Wells: WELLS, More: WELLS });
  expect(proposed).toMatchObject({ locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' });
  expect(partsOf(service)).toEqual([['Wells', 'More'], []]);
});
