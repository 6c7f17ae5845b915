// Rows that go from a stage to a layer, all at once or in parts.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hurriedStatementsOf, statementsOf } from '../../../testing/statements.ts';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { ROWS_OF_PART } from '../row-parts.store.ts';
import { ambiguousKey, insertFromStage, numberedColumn, updateFromStage } from './staging.store.ts';

const CODE = { name: 'code', alias: 'code', column: 'code', type: 'esriFieldTypeInteger', nullable: true, editable: true } as const;
const NOTE = { name: 'note', alias: 'note', column: 'note', type: 'esriFieldTypeString', nullable: true, editable: true } as const;
const tableOf = (table: string, fields: readonly object[]): HostedLayer => ({ table, fields, geometryType: null, definition: {} }) as never;
const layer = tableOf('parted', [CODE, NOTE]);
const stage = tableOf('parted_stage', [CODE, NOTE, numberedColumn()]);

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table hosted.parted (objectid integer generated always as identity primary key, code integer, note text)`.execute(
    database.db,
  );
  await sql`create table hosted.parted_stage (code integer, note text, row_number bigint)`.execute(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate hosted.parted restart identity`.execute(database.db);
  await sql`truncate hosted.parted_stage`.execute(database.db);
  // Several pages, the last of them not full.
  await sql`insert into hosted.parted_stage select n, repeat('x', 500), n from generate_series(1, 100) n`.execute(database.db);
});

const rows = async (): Promise<{ code: number; objectid: number; note: string }[]> =>
  (await sql<{ code: number; objectid: number; note: string }>`select * from hosted.parted order by objectid`.execute(database.db)).rows;

describe.each([null, 1, 40, 1000])('%s rows at a time', (rowsOfPart) => {
  it('all rows come, in their order', async () => {
    expect(await insertFromStage(database.db, layer, stage, { key: null, own: [], rowsOfPart })).toBe(100);
    expect((await rows()).map(({ code }) => code)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  });

  it('features are changed by their key, and the others come', async () => {
    await sql`insert into hosted.parted (code, note) select n, 'old' from generate_series(51, 150) n`.execute(database.db);
    const changed = { key: CODE as never, withGeometry: false, own: [], rowsOfPart };
    expect(await updateFromStage(database.db, layer, stage, changed)).toBe(50);
    expect(await insertFromStage(database.db, layer, stage, { key: CODE as never, own: [], rowsOfPart })).toBe(50);
    const all = await rows();
    expect(all).toHaveLength(150);
    expect(all.filter(({ note }) => note === 'old').map(({ code }) => code)).toEqual(Array.from({ length: 50 }, (_, at) => at + 101));
    expect(all.slice(100).map(({ code }) => code)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  });
});

it('a stage without rows brings none', async () => {
  await sql`truncate hosted.parted_stage`.execute(database.db);
  expect(await insertFromStage(database.db, layer, stage, { key: null, own: [], rowsOfPart: 1 })).toBe(0);
});

describe('values merged by a key, with nothing said of parts', () => {
  const ROWS = ROWS_OF_PART + 10_000;
  it.each([
    ['esriGeometryPolygon', 2],
    ['esriGeometryPoint', 1],
    [null, 1],
  ])('of a layer of %s take %i statements', async (geometryType, statements) => {
    await sql`truncate hosted.parted_stage`.execute(database.db);
    await sql`insert into hosted.parted (code, note) select n, 'old' from generate_series(1, ${sql.lit(ROWS)}) n`.execute(database.db);
    await sql`insert into hosted.parted_stage select n, 'new', n from generate_series(1, ${sql.lit(ROWS)}) n`.execute(database.db);
    const shaped = { ...layer, geometryType } as HostedLayer;
    const changed = { key: CODE as never, withGeometry: false, own: [], rowsOfPart: null };
    let count = 0;
    const update = async (): Promise<void> => {
      count = await updateFromStage(database.db, shaped, stage, changed);
    };
    expect(await statementsOf(update, /^update hosted/)).toBe(statements);
    expect(count).toBe(ROWS);
  });
});

it('keys that several features have are looked for in one pass, however the rows lie', async () => {
  // With few rows on each page a plan seems best that compares every row with every other, as long as one such key is enough.
  for (const [table, rows] of [
    ['parted_wide', 6000],
    ['parted_wide_stage', 3000],
  ] as const) {
    await sql`create table ${sql.table(`hosted.${table}`)} (code integer, filling text) with (fillfactor = 10)`.execute(database.db);
    await sql`insert into ${sql.table(`hosted.${table}`)} select n, repeat('x', 250) from generate_series(1, ${sql.lit(rows)}) n`.execute(
      database.db,
    );
    await sql`analyze ${sql.table(`hosted.${table}`)}`.execute(database.db);
  }
  const [wide, wideStage] = [tableOf('parted_wide', [CODE]), tableOf('parted_wide_stage', [CODE])];
  let found: string | undefined;
  const look = async (): Promise<void> => {
    found = await ambiguousKey(database.db, wide, wideStage, CODE as never);
  };
  const [text = ''] = await hurriedStatementsOf(look, /having/);
  expect(found).toBeUndefined();
  const { rows: plan } = await sql.raw<Record<string, string>>(`explain ${text}`).execute(database.db);
  const steps = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(steps).toMatch(/(Hash|Merge) Join/);
  expect(steps).not.toContain('Nested Loop');
  await sql`insert into hosted.parted_wide values (17, ''), (16, '')`.execute(database.db);
  await look();
  expect(found).toBe('16');
});
