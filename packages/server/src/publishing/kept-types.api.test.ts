// What each format keeps of each type of field: a layer goes out and comes back, and the page for people has to say what came of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { loadScene } from '../../testing/load-scene.ts';
import { SAVED_FORMATS } from '../../testing/saved-formats.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let source: { itemId: string; path: string };
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  source = await everyType();
});
afterAll(() => t.close());

type Value = string | number | null;

interface Kind {
  /** As the page for people calls it. */
  label: string;
  type: string;
  values: readonly Value[];
  more?: object;
}

const CODES = {
  type: 'codedValue',
  name: 'surfaces',
  codedValues: [
    { name: 'Asphalt, new', code: 1 },
    { name: 'Kies & Schotter', code: 2 },
  ],
};
const STATES = {
  type: 'codedValue',
  name: 'states',
  codedValues: [
    { name: 'good', code: 'g' },
    { name: 'bad', code: 'b' },
  ],
};
const LONG = `${'lang '.repeat(1000)}Ende`;

/** Columns of the layer, five rows deep; the first row has an ordinary value, the second none. */
const KINDS: Readonly<Record<string, Kind>> = {
  small: { label: 'Small integer', type: 'esriFieldTypeSmallInteger', values: [7, null, -32_768, 32_767, 0] },
  whole: { label: 'Integer', type: 'esriFieldTypeInteger', values: [7, null, -2_147_483_647, 2_147_483_647, 0] },
  big: { label: 'Big integer', type: 'esriFieldTypeBigInteger', values: [7, null, -9_007_199_254_740_991, 9_007_199_254_740_991, 0] },
  single: { label: 'Single', type: 'esriFieldTypeSingle', values: [0.1, null, -3.4e38, 16_777_216, 1.5e-30] },
  exact: {
    label: 'Double',
    type: 'esriFieldTypeDouble',
    values: [0.1, null, -1.7976931348623157e308, 5e-324, 123_456_789_123_456_780],
  },
  words: { label: 'Text', type: 'esriFieldTypeString', more: { length: 6000 }, values: ['Zürich', null, '=1+1', '007', 'O\'Hara, "𝒳"\nx'] },
  longWords: {
    label: 'Text of 5,000 characters',
    type: 'esriFieldTypeString',
    more: { length: 6000 },
    values: ['a', null, LONG, 'b', 'c'],
  },
  blankWords: { label: 'Empty text', type: 'esriFieldTypeString', values: ['a', null, '', 'b', ''] },
  seen: {
    label: 'Date and time',
    type: 'esriFieldTypeDate',
    values: [Date.UTC(2024, 1, 29, 12, 34, 56, 789), null, Date.UTC(1899, 11, 30, 1), -1, Date.UTC(2140, 0, 1, 23)],
  },
  day: { label: 'Date only', type: 'esriFieldTypeDateOnly', values: ['2024-02-29', null, '1850-01-01', '1969-12-31', '2140-12-31'] },
  clock: { label: 'Time only', type: 'esriFieldTypeTimeOnly', values: ['13:45:59', null, '00:00:00', '23:59:59', '06:00:00'] },
  zoned: {
    label: 'Timestamp with offset',
    type: 'esriFieldTypeTimestampOffset',
    values: ['2024-02-29T12:34:56.789+05:30', null, '1969-12-31T23:59:59-11:00', '2040-01-01T00:00:00+00:00', '1850-06-01T06:00:00+01:00'],
  },
  guid: {
    label: 'GUID',
    type: 'esriFieldTypeGUID',
    values: [
      '{A1B2C3D4-0000-4000-8000-00000000000F}',
      null,
      '{00000000-0000-0000-0000-000000000000}',
      '{A1B2C3D4-0000-4000-8000-000000000001}',
      '{A1B2C3D4-0000-4000-8000-000000000002}',
    ],
  },
  surface: { label: 'List of values, numbers', type: 'esriFieldTypeInteger', more: { domain: CODES }, values: [1, null, 2, 2, 1] },
  state: { label: 'List of values, texts', type: 'esriFieldTypeString', more: { domain: STATES }, values: ['g', null, 'b', 'g', 'g'] },
  share: {
    label: 'Range of values',
    type: 'esriFieldTypeDouble',
    more: { domain: { type: 'range', name: 'shares', range: [0, 100] } },
    values: [12.5, null, 0, 100, 50],
  },
};

/** A layer with a column of each type. */
async function everyType(): Promise<{ itemId: string; path: string }> {
  const petra = t.as('petra');
  const made = await petra.post(`content/users/${petra.username}/createService`, {
    createParameters: { name: 'every_type', capabilities: 'Query,Editing' },
  });
  const path = new URL(made.serviceurl).pathname;
  const fields = Object.entries(KINDS).map(([name, { type, more }]) => ({ name, type, alias: `The ${name}`, ...more }));
  const defined = await petra.post(`${path.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'all', geometryType: 'esriGeometryPoint', fields }] },
  });
  expect(defined).toMatchObject({ success: true });
  const adds = [0, 1, 2, 3, 4].map((row) => ({
    attributes: Object.fromEntries(Object.entries(KINDS).map(([name, { values }]) => [name, values[row] ?? null])),
    geometry: { x: row, y: 47, spatialReference: { wkid: 4326 } },
  }));
  const { addResults } = await petra.post(`${path}/0/applyEdits`, { adds });
  expect(addResults.filter((one: AnyReply) => !one.success)).toEqual([]);
  return { itemId: made.itemId, path };
}

let count = 0;

async function publish(fileType: string, bytes: Uint8Array, fileName: string): Promise<string> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name: `kept_${count++}` } },
    { file: { name: fileName, bytes } },
  );
  await t.runJobs();
  const [{ serviceurl, serviceItemId }] = reply.services;
  expect(await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`)).toMatchObject({ status: 'completed' });
  return new URL(serviceurl).pathname;
}

async function content(path: string): Promise<{ fields: AnyReply[]; rows: Record<string, Value>[] }> {
  const { fields } = await t.as('petra').get(`${path}/0`);
  const { features } = await t.as('petra').get(`${path}/0/query`, { where: '1=1', outFields: '*', orderByFields: 'OBJECTID' });
  return { fields, rows: features.map(({ attributes }: AnyReply) => attributes) };
}

const WORDS: Readonly<Record<string, string>> = {
  esriFieldTypeInteger: 'integer',
  esriFieldTypeBigInteger: 'big integer',
  esriFieldTypeDouble: 'double',
  esriFieldTypeString: 'text',
  esriFieldTypeDate: 'date and time',
};

/** What became of a value; undefined where nothing is lost. */
function lossOf(before: Value, after: Value | undefined, kind: Kind): string | undefined {
  if (before === after) return undefined;
  if (before === '' && after === null) return 'becomes none';
  if (typeof before === 'number' && typeof after === 'number') {
    const isDay = kind.type === 'esriFieldTypeDate' && after === Math.floor(before / 86_400_000) * 86_400_000;
    return isDay ? 'without the time' : 'other values';
  }
  if (typeof before === 'string' && typeof after === 'number') {
    if (kind.type === 'esriFieldTypeDateOnly' && Date.parse(`${before}T00:00:00Z`) === after) return undefined;
    if (kind.type === 'esriFieldTypeTimestampOffset' && Date.parse(before) === after) return 'without the offset';
  }
  if (typeof before === 'string' && typeof after === 'string' && after !== '' && before.startsWith(after)) return 'cut';
  return 'other values';
}

/** What a format keeps of a kind of field, in the words of the page. */
function outcome(kind: Kind, name: string, back: Awaited<ReturnType<typeof content>>): string {
  // Names of shapefiles have ten letters.
  const field = back.fields.find((one) => one.name === name || one.name === name.slice(0, 10));
  if (field === undefined) return 'left out';
  const losses = kind.values.map((value, row) => lossOf(value, back.rows[row]?.[field.name], kind));
  const words = [
    ...(field.type === kind.type ? [] : [`as ${WORDS[field.type] ?? field.type}`]),
    ...new Set(losses.filter((loss) => loss !== undefined)),
    ...(kind.more !== undefined && 'domain' in kind.more && !isDeepStrictEqual(field.domain, kind.more.domain) ? ['without the list'] : []),
  ];
  return words.length === 0 ? 'kept' : words.join(', ');
}

async function saved(exportFormat: string): Promise<Buffer> {
  const response = await t.as('petra').raw('GET', `content/items/${source.itemId}/export`, { f: '', exportFormat });
  expect([exportFormat, response.statusCode]).toEqual([exportFormat, 200]);
  return response.rawPayload;
}

it('each format keeps what the page for people says of it', async () => {
  const before = await content(source.path);
  expect(before.rows.map((row) => Object.keys(KINDS).map((name) => row[name]))).toEqual(
    [0, 1, 2, 3, 4].map((row) => Object.values(KINDS).map(({ values }) => values[row])),
  );
  const cells: Record<string, string[]> = Object.fromEntries(Object.values(KINDS).map(({ label }) => [label, []]));
  const aliases: string[] = [];
  const ids: string[] = [];
  const idsOf = ({ rows }: Awaited<ReturnType<typeof content>>): unknown[] => rows.map(({ GlobalID }) => GlobalID);
  for (const { format, fileType, file } of SAVED_FORMATS) {
    const back = await content(await publish(fileType, await saved(format), file));
    expect([format, back.rows.length]).toEqual([format, 5]);
    for (const [name, kind] of Object.entries(KINDS)) cells[kind.label]?.push(outcome(kind, name, back));
    ids.push(isDeepStrictEqual(idsOf(back), idsOf(before)) ? 'kept' : 'given anew');
    aliases.push(back.fields.some(({ alias }) => alias === 'The whole') ? 'kept' : 'left out');
  }
  const row = (list: readonly string[]): string => `| ${list.join(' | ')} |`;
  const table = [
    row(['', ...SAVED_FORMATS.map(({ label }) => label)]),
    row(['---', ...SAVED_FORMATS.map(() => '---')]),
    ...Object.entries(cells).map(([label, list]) => row([label, ...list])),
    row(['Global ids', ...ids]),
    row(['Names for people (aliases)', ...aliases]),
  ].join('\n');
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/formats.md'), 'utf8');
  const shown = /<!-- types -->\n\n([\s\S]*?)\n\n<!-- end of types -->/.exec(page)?.[1];
  expect(shown).toBe(table);
}, 60_000);

it.each(SAVED_FORMATS.filter(({ format }) => format !== 'Shapefile' && format !== 'Feature Collection'))(
  'a layer takes its own rows back from $label, each value in the type of its field',
  async ({ format, fileType, file }) => {
    const bytes = await saved(format);
    const { load } = loadScene(() => t);
    const layer = { itemId: source.itemId, service: source.path, path: `${source.path}/0`, admin: '' };
    const before = (await content(source.path)).rows;
    const status = await load(layer, { name: file, bytes }, { appendUploadFormat: fileType });
    expect(status).toMatchObject({ status: 'Completed', insertedCount: before.length, refusedCount: 0 });
    const after = (await content(source.path)).rows;
    const own = (row: Record<string, Value>): unknown[] => Object.keys(KINDS).map((name) => row[name] || null);
    const added = after.slice(before.length).map((row) => ({ ...row, zoned: null }));
    expect(added.map(own)).toEqual(before.map((row) => ({ ...row, zoned: null })).map(own));
    // Where the offset is not kept the moment is.
    const moments = (rows: typeof after): unknown[] => rows.map(({ zoned }) => (zoned ? Date.parse(String(zoned)) : null));
    expect(moments(after.slice(before.length))).toEqual(moments(before));
  },
);

it('rows that were changed in a saved file are merged back by their global ids', async () => {
  const petra = t.as('petra');
  const before = (await content(source.path)).rows;
  const collection = JSON.parse(String(await saved('Feature Collection')));
  const [{ featureSet }] = collection.layers;
  featureSet.features = featureSet.features.slice(0, 1);
  featureSet.features[0].attributes.words = 'changed outside';
  const { load } = loadScene(() => t);
  const layer = { itemId: source.itemId, service: source.path, path: `${source.path}/0`, admin: '' };
  const file = { name: 'a.json', bytes: JSON.stringify(collection) };
  const status = await load(layer, file, { appendUploadFormat: 'featureCollection', upsert: true, useGlobalIds: true });
  expect(status).toMatchObject({ status: 'Completed', updatedCount: 1, insertedCount: 0, refusedCount: 0 });
  const after = (await content(source.path)).rows;
  expect(after).toEqual([{ ...before[0], words: 'changed outside' }, ...before.slice(1)]);
  expect(await petra.get(`${source.path}/0/query`, { where: "words = 'changed outside'", returnCountOnly: true })).toEqual({ count: 1 });
});
