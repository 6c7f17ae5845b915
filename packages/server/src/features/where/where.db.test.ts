// Expressions of every shape against a real database: whatever passes our check, the database understands.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { SqlText } from '../sql-text.rules.ts';
import { checkCondition, type Scope } from './check.ts';
import type { ValueType } from './tree.ts';
import { WhereError } from './where-error.ts';
import { writeExpression } from './write.rules.ts';

const TYPES: Readonly<Record<string, ValueType>> = {
  id: 'number',
  height: 'number',
  small: 'number',
  name: 'text',
  planted: 'timestamp',
  day: 'date',
  noon: 'time',
  gid: 'guid',
  kept: 'text',
};
const SCOPE: Scope = {
  field: (name) => {
    const type = TYPES[name.toLowerCase()];
    return type && { name, type, sql: `"${name.toLowerCase()}"`, isGuid: name.toLowerCase() === 'kept' };
  },
  names: () => Object.keys(TYPES),
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table hosted.tree (id bigint, height double precision, small smallint, name text, planted timestamp(3),
    day date, noon time, gid uuid, kept text)`.execute(database.db);
  await sql`insert into hosted.tree values (1, 2.5, 3, 'oak', '2020-01-02 03:04:05', '2020-01-02', '12:00', gen_random_uuid(), '{ABCDEF01-0000-4000-8000-00000000000A}'),
    (2, null, -1, null, null, null, null, gen_random_uuid(), null)`.execute(database.db);
});
afterAll(() => database.close());

const number = fc.letrec<Record<'value', string>>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('id', 'height', 'small', '1', '2.5', '-3', "'7'", 'NULL', '5000000000'),
    fc
      .tuple(fc.constantFrom('ABS', 'CEILING', 'FLOOR', 'ROUND', 'TRUNCATE', 'SIGN', 'SQRT', 'LOG', 'LOG10', 'SIN', 'ATAN'), tie('value'))
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(fc.constantFrom('+', '-', '*', '/'), tie('value'), tie('value')).map(([op, a, b]) => `(${a} ${op} ${b})`),
    fc.tuple(fc.constantFrom('MOD', 'COALESCE', 'NULLIF'), tie('value'), tie('value')).map(([f, a, b]) => `${f}(${a}, ${b})`),
    tie('value').map((a) => `- ${a}`),
    tie('value').map((a) => `CAST(${a} AS FLOAT)`),
    fc.constantFrom('CHAR_LENGTH(name)', "POSITION('a' IN name)", 'EXTRACT(YEAR FROM planted)', 'EXTRACT(HOUR FROM noon)', 'planted - day'),
    fc
      .tuple(fc.constantFrom('YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND'), fc.constantFrom('planted', 'day', 'noon', "'2020-01-02'"))
      .map(([part, of]) => `EXTRACT(${part} FROM ${of})`),
  ),
})).value;
const moments = fc.constantFrom(
  ...[
    'planted',
    'day',
    'CURRENT_TIMESTAMP',
    'CURRENT_DATE',
    "DATE '2020-01-31'",
    "TIMESTAMP '2020-01-31 13:45:00'",
    "'2020-05-05'",
    'NULL',
  ],
  ...[
    "planted - INTERVAL '7' DAY",
    'CURRENT_TIMESTAMP - 7',
    '0.5 + day',
    "day + INTERVAL '1' MONTH",
    "CURRENT_DATE - INTERVAL '1 02:00:00' DAY TO SECOND",
    "CAST('2020-01-01' AS DATE)",
  ],
);
const words = fc.letrec<Record<'value', string>>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('name', "'oak'", "''", 'NULL', 'gid', 'kept', 'CURRENT_USER', "N'ä''b'"),
    fc.tuple(fc.constantFrom('UPPER', 'LOWER', 'TRIM', 'LTRIM', 'RTRIM'), tie('value')).map(([f, a]) => `${f}(${a})`),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => `CONCAT(${a}, ${b}, 'x')`),
    fc.tuple(tie('value'), number, moments).map(([a, n, m]) => `CONCAT(${n}, ${a}, ${m})`),
    fc.tuple(tie('value'), number).map(([a, n]) => `${a} || ${n}`),
    fc.tuple(tie('value'), number).map(([a, n]) => `SUBSTRING(${a}, ${n}, 2)`),
    number.map((n) => `CAST(${n} AS VARCHAR(10))`),
    fc.tuple(number, tie('value')).map(([n, a]) => `CASE WHEN ${n} > 1 THEN ${a} ELSE 'z' END`),
  ),
})).value;
const comparison = fc.constantFrom('=', '<>', '!=', '<', '<=', '>', '>=');
const condition = fc.letrec<Record<'test', string>>((tie) => ({
  test: fc.oneof(
    { maxDepth: 3 },
    ...[number, words, moments].flatMap((value) => [
      fc.tuple(value, comparison, value).map((parts) => parts.join(' ')),
      fc.tuple(value, fc.constantFrom('IS NULL', 'IS NOT NULL')).map((parts) => parts.join(' ')),
      fc.tuple(value, fc.constantFrom('IN', 'NOT IN'), value, value).map(([a, op, b, c]) => `${a} ${op} (${b}, ${c})`),
      fc.tuple(value, value, value).map(([a, b, c]) => `${a} NOT BETWEEN ${b} AND ${c}`),
    ]),
    fc.tuple(words, words).map(([a, b]) => `${a} LIKE ${b} ESCAPE '!'`),
    fc.tuple(tie('test'), fc.constantFrom('AND', 'OR'), tie('test')).map((parts) => `(${parts.join(' ')})`),
    tie('test').map((test) => `NOT (${test})`),
  ),
})).test;

/** Values that cannot be computed with are the caller's business; everything else would be ours. */
const CALLERS_FAULT = /^22/;

describe('standardized SQL in the database', () => {
  it('is understood by the database whenever our check accepts it', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(condition, async (where) => {
        const text = new SqlText();
        let written: string;
        try {
          written = writeExpression(checkCondition(where, SCOPE), text, { now: new Date(), username: 'ada' });
        } catch (error) {
          if (error instanceof WhereError) return;
          throw error;
        }
        accepted++;
        await database.handle.pool
          .query(`select count(*) from hosted.tree where ${written}`, text.values as unknown[])
          .catch((error: unknown) => {
            const { code, message } = error as { code?: string; message: string };
            if (!CALLERS_FAULT.test(code ?? '')) throw new Error(`${message} (${code}) in ${where} written as ${written}`);
          });
      }),
      { numRuns: 600 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it.each([
    ['height / 0 IS NULL', 2],
    ['SQRT(-4) IS NULL AND LOG(0) IS NULL', 2],
    ["name = 'OAK'", 0],
    ["UPPER(name) = 'OAK'", 1],
    ['MOD(id, 2) = 1', 1],
    ["planted > DATE '2020-01-02'", 1],
    ['5 / 2 = 2', 2],
    ['planted - day > 0.1', 1],
    ["CAST('3' AS INTEGER) = 3", 2],
    ["'a%b' LIKE 'a!%b' ESCAPE '!'", 2],
    ["'a\\b' LIKE 'a\\b'", 2],
  ])('gives %s for %i rows', async (where, rows) => {
    const text = new SqlText();
    const written = writeExpression(checkCondition(where, SCOPE), text, { now: new Date(), username: '' });
    const { rows: found } = await database.handle.pool.query<{ n: number }>(
      `select count(*) as n from hosted.tree where ${written}`,
      text.values as unknown[],
    );
    expect(found[0]?.n).toBe(rows);
  });
});
