// Edits of more features than one statement changes: so many at a time, all or none of them.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { hurriedStatementsOf, statementsOf } from '../../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { ROWS_OF_PART } from './many-rows.store.ts';

/** Two parts, the last of them short. */
const ROWS = ROWS_OF_PART + 500;
const PER_LINE = 700;

let t: TestPortal;
let layer: string;
let table: string;
let columns: Record<string, string>;

const post = (operation: string, params: object): Promise<AnyReply> => t.as('petra').post(`${layer}/${operation}`, params as never);
const count = async (where: string): Promise<number> => (await t.as('petra').get(`${layer}/query`, { where, returnCountOnly: true })).count;
const notes = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from points_gone where table_name = ${table}`.execute(t.portal.db);
  return Number(rows[0]?.n);
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Many', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  const service = new URL(made.serviceurl).pathname;
  layer = `${service}/0`;
  const fields = [
    { name: 'n', type: 'esriFieldTypeInteger' },
    { name: 'twice', type: 'esriFieldTypeInteger' },
    { name: 'word', type: 'esriFieldTypeString', length: 6 },
  ];
  const layers = [{ name: 'spots', geometryType: 'esriGeometryPoint', hasAttachments: true, fields }];
  await petra.post(`${service.replace('/rest/services/', '/rest/admin/services/')}/addToDefinition`, { addToDefinition: { layers } });
  const stored = await t.portal.db
    .selectFrom('feature_layer')
    .select(['table_name', 'fields'])
    .where('item_id', '=', made.itemId)
    .executeTakeFirstOrThrow();
  table = stored.table_name;
  columns = Object.fromEntries(stored.fields.map(({ name, column }) => [name, column]));
});
afterAll(() => t.close());

/** Rows in another order than that of their ids, which have gaps; all but the last lie on lines. */
beforeEach(async () => {
  const { db } = t.portal;
  await sql`truncate ${sql.table(`hosted.${table}`)}`.execute(db);
  await sql`delete from points_gone`.execute(db);
  await sql`
    insert into ${sql.table(`hosted.${table}`)} (objectid, globalid, ${sql.ref(columns.n as string)}, ${sql.ref(columns.word as string)}, shape, draw_zoom)
    overriding system value select 3 * x, gen_random_uuid(), x, 'w' || x % 1000,
      ST_SetSRID(case when x = ${ROWS} then ST_MakePoint(90000, 90000) else ST_MakePoint(x % ${PER_LINE}, x / ${PER_LINE}) end, 3857), x % 18
    from generate_series(1, ${ROWS}) as i, lateral (select ((i * 7919::bigint) % ${ROWS} + 1)::integer as x) mixed`.execute(db);
  await sql`update feature_layer set row_count = ${ROWS}, extent = array[0, 0, 90000, 90000]::float8[] where table_name = ${table}`.execute(
    db,
  );
  await sql`delete from feature_edits where table_name = ${table}`.execute(db);
});

describe('calculating very many features', () => {
  it('changes each of them once, so many by one statement', async () => {
    const act = (): Promise<AnyReply> =>
      post('calculate', { where: 'n <> 7', calcExpression: [{ field: 'twice', sqlExpression: 'n * 2' }] });
    const updates = await statementsOf(async () => expect(await act()).toMatchObject({ updatedFeatureCount: ROWS - 1 }), /^update hosted/);
    expect(updates).toBe(2);
    expect(await count('twice = n * 2')).toBe(ROWS - 1);
    // what was changed before is changed once more
    await post('calculate', { where: '1=1', calcExpression: [{ field: 'n', sqlExpression: 'n + 1' }] });
    expect(await count('twice = (n - 1) * 2')).toBe(ROWS - 1);
  });

  it('changes none when one of the last cannot be', async () => {
    const calcExpression = [{ field: 'word', sqlExpression: `CASE WHEN n = ${ROWS} THEN 'much too long' ELSE 'new' END` }];
    const reply = await t.as('petra').raw('POST', `${layer}/calculate`, { where: '1=1', calcExpression });
    expect(reply.json().error).toMatchObject({ code: 400 });
    expect(await count("word = 'new'")).toBe(0);
  });

  it('asks for few in one statement, in a large layer too', async () => {
    const act = (): Promise<AnyReply> => post('calculate', { where: 'n < 1000', calcExpression: [{ field: 'twice', value: 1 }] });
    expect(await statementsOf(act, /^update hosted/)).toBe(1);
  });
});

describe('deleting very many features', () => {
  it('says that they are gone, and leaves the others with their extent', async () => {
    const file = await t.as('petra').upload(`${layer}/3/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'text' } });
    expect(file).toMatchObject({ addAttachmentResult: { success: true } });
    const reply = await post('deleteFeatures', { where: `n < ${ROWS - 10} OR n = ${ROWS}` });
    expect(reply).toEqual({ success: true });
    expect(await count('1=1')).toBe(10);
    const { rows } = await sql`select 1 from feature_attachment where table_name = ${table}`.execute(t.portal.db);
    expect(rows).toEqual([]);
    const { extent } = await t.as('petra').get(`${layer}/query`, { where: '1=1', returnExtentOnly: true });
    const told = (await t.as('petra').get(layer)).extent;
    expect(told.xmax).toBeCloseTo(extent.xmax, 3);
    expect(told.xmax).toBeLessThan(PER_LINE);
  });

  it('leaves nothing to be drawn for where all are gone, and is not stopped while all that is left is read', async () => {
    let reply: AnyReply;
    const act = async (): Promise<void> => {
      reply = await post('deleteFeatures', { where: '1=1', returnEditMoment: true });
    };
    expect(await hurriedStatementsOf(act, /ST_Extent/)).toEqual([]);
    expect(reply).toMatchObject({
      success: true,
      editMoment: expect.any(Number),
    });
    expect(await count('1=1')).toBe(0);
    expect(await notes()).toBe(0);
    const { extent } = await t.portal.db
      .selectFrom('feature_layer')
      .select('extent')
      .where('table_name', '=', table)
      .executeTakeFirstOrThrow();
    expect(extent).toBeNull();
  });
});
