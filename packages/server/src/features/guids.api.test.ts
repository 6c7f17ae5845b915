// Ids in conditions, keys and edits: braces and capitals make no difference, indexes are of use, and values stay as they were sent.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { scopeField } from './layer-scope.ts';
import { SqlText } from './sql-text.rules.ts';
import { checkCondition } from './where/check.ts';
import { writeExpression } from './where/write.rules.ts';

const ID = (n: number): string => `abcdef0${n}-0000-4000-8000-00000000000a`;
/** The same id as clients write it. */
const ways = (id: string): string[] => [id, id.toUpperCase(), `{${id}}`, `{${id.toUpperCase()}}`, `{ABcDEf${id.slice(6)}}`];
const KEPT = [ID(1), `{${ID(2).toUpperCase()}}`, ID(3).toUpperCase(), null, `{${ID(4)}}`];

let t: TestPortal;
let service: string;
let admin: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Ids', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const ref = { name: 'ref', type: 'esriFieldTypeGUID' };
  const side = (role: string, relatedTableId: number, keyField: string) => ({
    id: 1,
    role: `esriRelRole${role}`,
    relatedTableId,
    keyField,
  });
  const wells = {
    name: 'wells',
    geometryType: 'esriGeometryPoint',
    hasAttachments: true,
    fields: [ref, { name: 'n', type: 'esriFieldTypeInteger' }],
    relationships: [side('Origin', 1, 'GlobalID')],
  };
  const samples = { name: 'samples', fields: [{ ...ref, name: 'well' }], relationships: [side('Destination', 0, 'well')] };
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: { layers: [wells], tables: [samples] } });
  const adds = KEPT.map((value, at) => ({
    attributes: { ref: value, n: at + 1, globalid: ways(ID(at + 1))[at] },
    geometry: { x: at, y: 0 },
  }));
  const { addResults } = await petra.post(`${service}/0/applyEdits`, { adds, useGlobalIds: true });
  expect(addResults.map((one: AnyReply) => one.globalId)).toEqual(KEPT.map((_, at) => `{${ID(at + 1).toUpperCase()}}`));
});
afterAll(() => t.close());

const query = (params: object, layer = 0): Promise<AnyReply> =>
  t.as('petra').get(`${service}/${layer}/query`, { outFields: '*', ...params });
const found = async (where: string): Promise<number[]> => (await query({ where })).features.map((one: AnyReply) => one.attributes.n).sort();
const quoted = (ids: string[]): string => ids.map((id) => `'${id}'`).join(', ');

describe.each(['ref', 'GlobalID'])('conditions on %s', (field) => {
  it('find the same, however the id is written', async () => {
    for (const id of ways(ID(2))) {
      expect(await found(`${field} = '${id}'`)).toEqual([2]);
      expect(await found(`'${id}' = ${field}`)).toEqual([2]);
      expect(await found(`${field} <> '${id}' AND n < 4`)).toEqual([1, 3]);
      expect(await found(`${field} BETWEEN '${id}' AND '${id}'`)).toEqual([2]);
      expect(await found(`${field} IN ('${id}', NULL, '${ID(3)}')`)).toEqual([2, 3]);
      expect(await found(`UPPER(${field}) = '${id}' OR LOWER(${field}) = '${id}'`)).toEqual([2]);
      expect(await found(`CASE ${field} WHEN '${id}' THEN 1 ELSE 0 END = 1`)).toEqual([2]);
      expect(await found(`NULLIF(${field}, '${id}') IS NULL AND n < 4`)).toEqual([2]);
    }
    expect(await found(`${field} IN (${quoted(ways(ID(1)))}, ${quoted(ways(ID(3)))})`)).toEqual([1, 3]);
    expect(await found(`${field} NOT IN (${quoted(ways(ID(1)))}) AND n < 4`)).toEqual([2, 3]);
    expect(await found(`${field} LIKE '{ABCDEF02%}' OR ${field} LIKE 'abcdef03%'`)).toEqual([2, 3]);
    expect((await query({ where: `${field} = '${ways(ID(2))[3]}'`, returnCountOnly: true })).count).toBe(1);
  });
});

describe('ids', () => {
  it('of both kinds are compared with each other, and stay as they were sent', async () => {
    expect(await found('ref = GlobalID')).toEqual([1, 2, 3]);
    expect((await query({ where: '1=1', orderByFields: 'n' })).features.map((one: AnyReply) => one.attributes.ref)).toEqual(KEPT);
    expect(await found("ref = ' ' OR ref = 'no id' OR ref = '{}'")).toEqual([]);
    const statistics = [{ statisticType: 'count', onStatisticField: 'n', outStatisticFieldName: 'c' }];
    const having = `ref = '${ID(2)}'`;
    const { features } = await query({ groupByFieldsForStatistics: 'ref', outStatistics: statistics, having });
    expect(features).toMatchObject([{ attributes: { ref: KEPT[1], c: 1 } }]);
    for (const id of ways(ID(3))) expect((await query({ globalIds: id })).features).toHaveLength(1);
  });

  it('of edits are known, however they are written', async () => {
    const apply = (params: object): Promise<AnyReply> => t.as('petra').post(`${service}/0/applyEdits`, { useGlobalIds: true, ...params });
    for (const [at, globalid] of ways(ID(7)).entries()) {
      const { addResults } = await apply({ adds: [{ attributes: { globalid, n: 70 }, geometry: { x: 1, y: 1 } }] });
      expect(addResults[0].success).toBe(at === 0);
      const { updateResults } = await apply({ updates: [{ attributes: { globalid, n: 71 + at } }] });
      expect(updateResults).toMatchObject([{ success: true, globalId: `{${ID(7).toUpperCase()}}` }]);
    }
    expect(await found('n > 70')).toEqual([75]);
    for (const deletes of [ways(ID(7))[4], JSON.stringify(ways(ID(7)).slice(3, 4))]) {
      expect((await apply({ deletes })).deleteResults).toMatchObject([{ success: true }]);
      await apply({ adds: [{ attributes: { globalid: ID(7), n: 70 }, geometry: { x: 1, y: 1 } }] });
    }
    const gone = await t.as('petra').post(`${service}/0/deleteFeatures`, { where: `globalid = '${ways(ID(7))[3]}'` });
    expect(gone.deleteResults).toMatchObject([{ success: true }]);
  });

  it('of files are known, and of the features that have them', async () => {
    const file = { attachment: { name: 'a.txt', bytes: Buffer.from('a'), type: 'text/plain' } };
    expect((await t.as('petra').upload(`${service}/0/1/addAttachment`, {}, file)).addAttachmentResult.success).toBe(true);
    const files = (params: object): Promise<AnyReply> => t.as('petra').get(`${service}/0/queryAttachments`, { ...params });
    for (const id of ways(ID(1))) {
      expect((await files({ globalIds: id })).attachmentGroups).toHaveLength(1);
      expect((await files({ definitionExpression: `ref IN ('${id}')` })).attachmentGroups).toHaveLength(1);
    }
  });

  it('relate records in both directions', async () => {
    const adds = [...ways(ID(1)), ways(ID(2))[1], ID(9), null].map((well) => ({ attributes: { well } }));
    await t.as('petra').post(`${service}/1/addFeatures`, { features: adds });
    const related = (layer: number, objectIds: string): Promise<AnyReply> =>
      t.as('petra').get(`${service}/${layer}/queryRelatedRecords`, { relationshipId: 1, objectIds, outFields: '*' });
    const sizes = (reply: AnyReply): number[] => reply.relatedRecordGroups.map((one: AnyReply) => one.relatedRecords.length);
    expect(sizes(await related(0, '1,2,3'))).toEqual([5, 1]);
    const back = await related(1, '1,2,3,4,5,6,7,8');
    expect(back.relatedRecordGroups.map((one: AnyReply) => one.relatedRecords[0].attributes.n)).toEqual([1, 1, 1, 1, 1, 2]);
  });
});

it('rows are merged by an id, however the file writes it', async () => {
  const petra = t.as('petra');
  const merge = async (text: string): Promise<AnyReply> => {
    const { item } = await petra.upload(`${service}/uploads/upload`, {}, { file: { name: 'a.csv', bytes: Buffer.from(text) } });
    const how = { appendUploadId: item.itemID, appendUploadFormat: 'csv', upsert: true, upsertMatchingField: 'well' };
    const { statusUrl } = await petra.post(`${service}/1/append`, how);
    await t.runJobs();
    return petra.get(new URL(statusUrl).pathname);
  };
  expect(await merge(`well\n${ID(8)}\n{${ID(8).toUpperCase()}}\n`)).toMatchObject({ insertedCount: 1, updatedCount: 0 });
  expect(await merge(`well\n{${ID(8)}}\n`)).toMatchObject({ insertedCount: 0, updatedCount: 1 });
  expect((await query({ where: `well = '${ID(8)}'` }, 1)).features).toHaveLength(1);
});

describe('indexes of ids', () => {
  const tableOf = async (): Promise<string> =>
    (await t.portal.db.selectFrom('feature_layer').select('table_name').where('name', '=', 'wells').executeTakeFirstOrThrow()).table_name;
  const column = async (): Promise<string> => {
    const { fields } = await t.portal.db.selectFrom('feature_layer').select('fields').where('name', '=', 'wells').executeTakeFirstOrThrow();
    return fields.find(({ name }) => name === 'ref')?.column ?? '';
  };

  /** How the database looks for an id where it looks through the whole table only if it must. */
  async function planOf(where: string): Promise<string> {
    const ref = { name: 'ref', type: 'esriFieldTypeGUID', alias: 'ref', column: await column(), nullable: true, editable: true } as const;
    const text = new SqlText();
    const condition = writeExpression(checkCondition(where, { field: () => scopeField(ref), names: () => ['ref'] }), text, {
      now: new Date(),
      username: '',
    });
    const literal = condition.replaceAll(/\$(\d+)/g, (_, n) => {
      const value = text.values[Number(n) - 1];
      return Array.isArray(value) ? `'{${value.join(',')}}'` : `'${value}'`;
    });
    const table = sql.id('hosted', await tableOf());
    return t.portal.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      const { rows } = await sql<Record<string, string>>`explain (costs off) select 1 from ${table} where ${sql.raw(literal)}`.execute(db);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  }
  const add = (name: string, isUnique: boolean): Promise<AnyReply> =>
    t.as('petra').post(`${admin}/0/addToDefinition`, { addToDefinition: { indexes: [{ name, fields: 'ref', isUnique }] } });

  it('are used, and tell ids that are written differently as the same', async () => {
    expect(await add('by_ref', true)).toMatchObject({ success: true });
    // PostgreSQL leaves a new index aside while a transaction of another test may still see older versions of its rows.
    for (const where of [`ref = '${ways(ID(2))[3]}'`, `ref IN (${quoted(ways(ID(2)))})`])
      await expect.poll(() => planOf(where), { timeout: 20_000 }).toContain('Index Cond');
    const twice = await t
      .as('petra')
      .post(`${service}/0/addFeatures`, { features: [{ attributes: { ref: ways(ID(2))[4] }, geometry: { x: 0, y: 0 } }] });
    expect(twice.addResults).toMatchObject([{ success: false }]);
    await t.as('petra').post(`${admin}/0/deleteFromDefinition`, { deleteFromDefinition: { indexes: [{ name: 'by_ref' }] } });
    expect(await planOf(`ref = '${ID(2)}'`)).not.toContain('Index Cond');
  });

  it('from before this was so are made anew by the migration, unless the same id stands there twice', async () => {
    const [table, name] = [await tableOf(), await column()];
    const on = sql`on ${sql.id('hosted', table)}`;
    await sql`create index x1_old ${on} (${sql.id(name)}, "globalid")`.execute(t.portal.db);
    await sql`create unique index x2_old ${on} (${sql.id(name)})`.execute(t.portal.db);
    await t
      .as('petra')
      .post(`${service}/0/addFeatures`, { features: [{ attributes: { ref: ways(ID(2))[4], n: 9 }, geometry: { x: 0, y: 0 } }] });
    const migration = await readFile(new URL('../../migrations/0301-indexes-of-ids.sql', import.meta.url), 'utf8');
    for (let time = 0; time < 2; time++) await sql.raw(migration).execute(t.portal.db);
    const { rows } = await sql<{ indexname: string; indexdef: string }>`
      select indexname, indexdef from pg_indexes where schemaname = 'hosted' and indexname like '%x%old' order by 1`.execute(t.portal.db);
    expect(rows.map((row) => [row.indexname, /upper\(/.test(row.indexdef), /globalid/.test(row.indexdef)])).toEqual([
      ['x1_old', true, true],
      ['x2_old', false, false],
    ]);
    await expect.poll(() => planOf(`ref = '${ways(ID(3))[4]}'`), { timeout: 20_000 }).toMatch(/Index Cond|Bitmap Index Scan/);
  });
});
