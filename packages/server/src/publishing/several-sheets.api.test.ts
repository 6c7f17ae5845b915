// Workbooks whose sheets say where their rows are in columns of other names, or not at all: what is proposed for them can be sent back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { type SheetRow, workbookOf } from '../../testing/workbook.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

const WELLS: readonly SheetRow[] = [
  ['name', 'lat', 'lon'],
  ['Well A', 50.1, 7.1],
];
const STATIONS: readonly SheetRow[] = [
  ['station', 'latitude', 'longitude'],
  ['007', 50.4, 7.4],
];
const NOTES: readonly SheetRow[] = [
  ['note', 'count'],
  ['nothing to see', 3],
];

/** Where a column is named for sheets of which one does not have it. */
async function refused(name: string, chosen: object, sheets: Readonly<Record<string, readonly SheetRow[]>>): Promise<AnyReply> {
  const petra = t.as('petra');
  const file = { name: `${name}.xlsx`, bytes: workbookOf(sheets) };
  const { error } = await petra.upload('content/features/analyze', { fileType: 'excel', analyzeParameters: chosen }, { file });
  const wishes = { fileType: 'excel', publishParameters: { ...chosen, name } };
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, wishes, { file });
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${services[0].serviceItemId}/status`, {
    jobType: 'publish',
    jobId: services[0].jobId,
  });
  return { analyze: error, publish: status, url: new URL(services[0].serviceurl).pathname };
}

/** What is proposed, and the layers and tables that are made by it. */
async function publishAsProposed(name: string, sheets: Readonly<Record<string, readonly SheetRow[]>>): Promise<[AnyReply, AnyReply]> {
  const petra = t.as('petra');
  const file = { name: `${name}.xlsx`, bytes: workbookOf(sheets) };
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

it.each([
  ['places', { locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' }, 'lon'],
  ['shapes', { locationType: 'coordinates', wktFieldName: 'name' }, 'name'],
])('names the sheet that has no column chosen for all, and loads none of the others: %s', async (name, chosen, column) => {
  const { analyze, publish, url } = await refused(name, chosen, { Wells: WELLS, Stations: STATIONS });
  const reasons = [{ code: 'column-missing-in', values: { name: 'Stations', column } }];
  expect(analyze).toMatchObject({ code: 400, reasons });
  expect(analyze.reasons[0].text).toContain('“Stations” has no column');
  expect(publish).toMatchObject({ status: 'failed', reasons });
  expect(await t.as('petra').get(url)).toHaveProperty('error');
});

it('reads the one sheet that has the chosen column when it alone is wanted, and tells of a file with one sheet alone as before', async () => {
  const petra = t.as('petra');
  const analyzed = (sheets: Readonly<Record<string, readonly SheetRow[]>>, more: object) =>
    petra.upload(
      'content/features/analyze',
      { fileType: 'excel', analyzeParameters: { latitudeFieldName: 'lat', longitudeFieldName: 'lon', ...more } },
      { file: { name: 'a.xlsx', bytes: workbookOf(sheets) } },
    );
  const { publishParameters } = await analyzed({ Wells: WELLS, Stations: STATIONS }, { layerNames: ['Wells'] });
  expect(publishParameters).toMatchObject({ name: 'Wells', latitudeFieldName: 'lat' });
  const { error } = await analyzed({ Stations: STATIONS }, {});
  expect(error).toMatchObject({ reasons: [{ code: 'column-missing', values: { column: 'lon' } }] });
});
