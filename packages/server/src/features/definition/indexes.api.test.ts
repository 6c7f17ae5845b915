// Indexes of layers: made and removed by clients, obeyed by edits.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { hurriedStatementsOf, statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Signs', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  const service = new URL(made.serviceurl).pathname;
  const fields = [
    { name: 'code', type: 'esriFieldTypeString', length: 10 },
    { name: 'height', type: 'esriFieldTypeInteger' },
  ];
  admin = `${service.replace('/rest/services/', '/rest/admin/services/')}/0`;
  layer = `${service}/0`;
  const definition = { layers: [{ name: 'signs', geometryType: 'esriGeometryPoint', fields }] };
  await petra.post(`${admin.slice(0, -2)}/addToDefinition`, { addToDefinition: definition });
  const features = [1, 2, 3].map((n) => ({ attributes: { code: `c${n}`, height: n }, geometry: { x: n, y: n } }));
  await petra.post(`${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

const add = (index: object): Promise<AnyReply> => t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { indexes: [index] } });
const apply = (params: Record<string, object | boolean | string>): Promise<AnyReply> => t.as('petra').post(`${layer}/applyEdits`, params);
const inUse = (code: number): object => ({ success: false, error: { code, description: expect.stringContaining('in use already') } });
const [NOT_ADDED, NOT_CHANGED] = [inUse(1016), inUse(1017)];

const listed = async (path = layer): Promise<AnyReply[]> => (await t.as('petra').get(path)).indexes;
const added = async (): Promise<AnyReply[]> => (await listed()).slice(3);
const remove = (name: string): Promise<AnyReply> =>
  t.as('petra').post(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { indexes: [{ name }] } });
const tableName = async (): Promise<string> =>
  (await t.portal.db.selectFrom('feature_layer').select('table_name').where('name', '=', 'signs').executeTakeFirstOrThrow()).table_name;
/** What the database has of those that were asked for. */
const inDatabase = async (): Promise<string[]> => {
  const { rows } = await sql<{ indexname: string; indexdef: string }>`select indexname, indexdef from pg_indexes
    where schemaname = 'hosted' and tablename = ${await tableName()} and indexname like 'x%'`.execute(t.portal.db);
  return rows.map(({ indexdef }) => indexdef.replace(/^.*\(/, '(').replaceAll(/f\d+_/g, '')).sort();
};

describe('a unique index', () => {
  it('is not made where a value stands twice, and refuses the edits that would write one twice, by name and not as a fault of the server', async () => {
    expect(await add({ name: 'by_code', fields: 'code', isUnique: true })).toMatchObject({ success: true });
    const another = { attributes: { code: 'c1' }, geometry: { x: 0, y: 0 } };
    const fine = { attributes: { code: 'c4' }, geometry: { x: 0, y: 0 } };
    expect((await apply({ adds: [another] })).addResults).toMatchObject([NOT_ADDED]);
    expect((await apply({ updates: [{ attributes: { objectid: 2, code: 'c1' } }] })).updateResults).toMatchObject([NOT_CHANGED]);
    const apart = await apply({ adds: [another, fine, another], rollbackOnFailure: false });
    expect(apart.addResults).toMatchObject([NOT_ADDED, { success: true }, NOT_ADDED]);
    const together = await apply({ adds: [{ ...fine, attributes: { code: 'c5' } }, another] });
    expect(together.addResults).toMatchObject([{ success: false }, NOT_ADDED]);
    const everywhere = await t.as('petra').post(`${layer}/calculate`, { where: '1=1', calcExpression: [{ field: 'code', value: 'same' }] });
    expect(everywhere.error).toMatchObject({ code: 400, message: expect.stringContaining('in use already') });
    const { features } = await t.as('petra').get(`${layer}/query`, { outFields: 'code', orderByFields: 'OBJECTID' });
    expect(features.map((one: AnyReply) => one.attributes.code)).toEqual(['c1', 'c2', 'c3', 'c4']);
    await apply({ updates: [{ attributes: { objectid: 2, height: 1 } }] });
    const twice = await add({ name: 'by_height', fields: 'height', isUnique: true });
    expect(twice.error).toMatchObject({ code: 400, message: expect.stringContaining('stands there twice') });
    expect(await add({ name: 'by_height', fields: 'height' })).toMatchObject({ success: true });
    for (const name of ['by_code', 'by_height']) expect(await remove(name)).toMatchObject({ success: true });
  });
});

describe('the indexes of a layer', () => {
  it('are listed: those of every layer, then those that were added, as they were described', async () => {
    const own = { isAscending: true, isUnique: false };
    expect(await listed()).toEqual([
      { ...own, name: 'PK_OBJECTID', fields: 'OBJECTID', isUnique: true, description: expect.any(String) },
      { ...own, name: 'GlobalID_Index', fields: 'GlobalID', isUnique: true, description: expect.any(String) },
      { ...own, name: 'SHAPE_Index', fields: 'SHAPE', description: expect.any(String) },
    ]);
    expect(await add({ name: 'By height', fields: 'HEIGHT, code', description: 'for lists' })).toMatchObject({ success: true });
    expect(await add({ fields: 'code' })).toMatchObject({ success: true });
    expect(await add({ fields: 'code' })).toMatchObject({ success: true });
    expect(await added()).toEqual([
      { ...own, name: 'By height', fields: 'height,code', description: 'for lists' },
      { ...own, name: 'index_code', fields: 'code', description: '' },
      { ...own, name: 'index_code_2', fields: 'code', description: '' },
    ]);
    expect(await inDatabase()).toEqual(['(code)', '(code)', '(height, code)']);
    for (const name of ['by HEIGHT', 'pk_objectid', 'shape_index'])
      expect((await add({ name, fields: 'code' })).error).toMatchObject({
        code: 400,
        message: expect.stringContaining('have one of the name'),
      });
  });

  it('go by the names that are listed, and with their fields; those of every layer stay', async () => {
    expect(await remove('INDEX_code_2')).toMatchObject({ success: true });
    expect((await remove('index_code_2')).error.message).toContain("hold no 'index_code_2'");
    expect((await remove('PK_OBJECTID')).error.message).toContain('may not lose');
    const brief = { fields: [{ name: 'brief', type: 'esriFieldTypeInteger' }], indexes: [{ name: 'of both', fields: 'brief,height' }] };
    expect(await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: brief })).toMatchObject({ success: true });
    expect((await added()).map((one) => one.name)).toEqual(['By height', 'index_code', 'of both']);
    const gone = { deleteFromDefinition: { fields: [{ name: 'brief' }] } };
    expect(await t.as('petra').post(`${admin}/deleteFromDefinition`, gone)).toMatchObject({ success: true });
    expect((await added()).map((one) => one.name)).toEqual(['By height', 'index_code']);
    expect(await inDatabase()).toEqual(['(code)', '(height, code)']);
  });

  it('may run backwards, and say so', async () => {
    expect(await add({ name: 'latest', fields: 'height,code', isAscending: false })).toMatchObject({ success: true });
    expect((await added()).at(-1)).toEqual({
      name: 'latest',
      fields: 'height,code',
      isAscending: false,
      isUnique: false,
      description: '',
    });
    expect(await inDatabase()).toEqual(['(code)', '(height DESC, code DESC)', '(height, code)']);
  });

  it('are refused where a value is too long for them', async () => {
    const long = Array.from({ length: 20_000 }, (_, n) => String.fromCharCode(0x4e00 + ((n * 7919) % 20_000))).join('');
    const fields = [{ name: 'tale', type: 'esriFieldTypeString', length: 32_000 }];
    await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { fields } });
    await apply({ updates: [{ attributes: { objectid: 1, tale: long } }] });
    expect((await add({ fields: 'tale' })).error).toMatchObject({ code: 400, message: expect.stringContaining('a value is too long') });
    await t.as('petra').post(`${admin}/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'tale' }] } });
  });

  it('stay, with their names and their order, where other rows take the place of all', async () => {
    const petra = t.as('petra');
    const before = await tableName();
    const rows = 'code,height,x,y\nc1,1,1,1\nc2,2,2,2\nc3,3,3,3\n';
    const { item } = await petra.upload(`${layer.slice(0, -2)}/uploads/upload`, {}, { file: { name: 'a.csv', bytes: Buffer.from(rows) } });
    await petra.post(`${admin}/replaceFeatures`, { appendUploadId: item.itemID, appendUploadFormat: 'csv' });
    await t.runJobs();
    expect(await tableName()).not.toBe(before);
    expect((await added()).map((one) => one.name)).toEqual(['By height', 'index_code', 'latest']);
    expect(await inDatabase()).toEqual(['(code)', '(height DESC, code DESC)', '(height, code)']);
    for (const name of ['index_code', 'latest']) expect(await remove(name)).toMatchObject({ success: true });
    expect(await inDatabase()).toEqual(['(height, code)']);
  });

  it('from before they were kept are listed by the migration, and go by that name or by their own', async () => {
    const layers = t.portal.db.updateTable('feature_layer').where('name', '=', 'signs');
    await add({ name: 'Own name', fields: 'code', isUnique: true });
    await layers.set({ definition: sql`definition - 'indexes'` }).execute();
    const migration = await readFile(new URL('../../../migrations/0302-indexes-are-listed.sql', import.meta.url), 'utf8');
    for (let time = 0; time < 2; time++) await sql.raw(migration).execute(t.portal.db);
    const described = [
      ['index_1', 'height,code', false],
      ['index_2', 'code', true],
    ];
    expect((await added()).map((one) => [one.name, one.fields, one.isUnique])).toEqual(described);
    expect(await remove('own name')).toMatchObject({ success: true });
    expect((await added()).map((one) => one.name)).toEqual(['index_1']);
    expect(await remove('index_1')).toMatchObject({ success: true });
    expect([await added(), await inDatabase()]).toEqual([[], []]);
  });
});

it('of large layers are made without the time limit of requests', async () => {
  const act = async (): Promise<void> => {
    expect(await add({ name: 'slowly', fields: 'height' })).toMatchObject({ success: true });
  };
  expect(await statementsOf(act, /^create index/)).toBe(1);
  await remove('slowly');
  expect(await hurriedStatementsOf(act, /^create index/)).toEqual([]);
  await remove('slowly');
});

it('fields that may not be empty come with their default, and no row is written anew for them', async () => {
  const given = [
    { name: 'said', type: 'esriFieldTypeString', length: 30, defaultValue: "O'Hara \\ $1 -- 100%" },
    { name: 'count', type: 'esriFieldTypeInteger', defaultValue: -7 },
    { name: 'part', type: 'esriFieldTypeDouble', defaultValue: 1e-9 },
    { name: 'seen', type: 'esriFieldTypeDate', defaultValue: -86_400_001 },
    { name: 'day', type: 'esriFieldTypeDateOnly', defaultValue: '2020-02-29' },
  ];
  const addToDefinition = { fields: given.map((field) => ({ ...field, nullable: false, editable: true })) };
  const act = async (): Promise<void> => {
    expect(await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition })).toMatchObject({ success: true });
  };
  expect(await statementsOf(act, /^update hosted/)).toBe(0);
  const { features } = await t.as('petra').get(`${layer}/query`, { where: '1=1', outFields: '*', returnGeometry: false });
  const wanted = Object.fromEntries(given.map(({ name, defaultValue }) => [name, defaultValue]));
  expect(features.length).toBeGreaterThan(2);
  for (const { attributes } of features) expect(attributes).toMatchObject(wanted);
  // What comes later has to say what it holds, or gets the default of the field from the portal, which may change.
  const columns = await sql<{ n: number }>`select count(*) as n from pg_attrdef where adrelid = ${`hosted.${await tableName()}`}::regclass
    and pg_get_expr(adbin, adrelid) ~ 'Hara|-7|e-09|2020'`.execute(t.portal.db);
  expect(Number(columns.rows[0]?.n)).toBe(0);
});
