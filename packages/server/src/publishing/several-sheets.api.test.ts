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
