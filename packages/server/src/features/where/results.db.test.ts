// What each function and operator of standardized SQL gives, by value, in a real database.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { SqlText } from '../sql-text.rules.ts';
import { checkValue, type Scope } from './check.ts';
import { FUNCTIONS } from './functions.ts';
import type { ValueType } from './tree.ts';
import { writeExpression } from './write.rules.ts';

const TYPES: Readonly<Record<string, ValueType>> = {
  n: 'number',
  whole: 'number',
  none: 'number',
  single: 'number',
  million: 'number',
  big: 'number',
  name: 'text',
  planted: 'timestamp',
  day: 'date',
  noon: 'time',
};
const SCOPE: Scope = {
  field: (name) => {
    const type = TYPES[name.toLowerCase()];
    return type && { name, type, sql: `"${name.toLowerCase()}"` };
  },
  names: () => Object.keys(TYPES),
  aggregates: true,
};
const NOW = { now: new Date('2024-02-29T23:59:58.250Z'), username: 'ada' };

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table hosted.trial (n double precision, whole integer, none double precision, single real, million real, big bigint, name text, planted timestamp(3), day date, noon time)`.execute(
    database.db,
  );
  await sql`insert into hosted.trial values (-2.75, 7, null, 0.1, 1234567, 9007199254740993, ' Öak 💥 ', '2020-01-02 03:04:05.5', '2020-02-29', '12:34:56')`.execute(
    database.db,
  );
});
afterAll(() => database.close());

/** What an expression gives for the one row: numbers as such, everything else as the database writes it. */
async function result(expression: string, from = 'hosted.trial'): Promise<unknown> {
  const text = new SqlText();
  const checked = checkValue(expression, SCOPE);
  const written = writeExpression(checked, text, NOW);
  const { rows } = await database.handle.pool.query<{ value: string | null }>(
    `select (${written})::text as value from ${from}`,
    text.values as unknown[],
  );
  const value = rows[0]?.value ?? null;
  return checked.type === 'number' && value !== null ? Number(value) : value;
}

const RESULTS: readonly (readonly [string, string | number | null])[] = [
  ['UPPER(name)', ' ÖAK 💥 '],
  ['LOWER(name)', ' öak 💥 '],
  ['TRIM(name)', 'Öak 💥'],
  ['LTRIM(name)', 'Öak 💥 '],
  ['RTRIM(name)', ' Öak 💥'],
  ["TRIM(BOTH ' ' FROM name)", 'Öak 💥'],
  ['TRIM(LEADING FROM name)', 'Öak 💥 '],
  ["TRIM(TRAILING ' ' FROM name)", ' Öak 💥'],
  ["TRIM('x' FROM 'xxaxbx')", 'axb'],
  ["TRIM(LEADING '0' FROM '007' || '0')", '70'],
  ["SUBSTRING('abcdef', 2, 3)", 'bcd'],
  ["SUBSTRING('abcdef' FROM 2 FOR 3)", 'bcd'],
  ["SUBSTRING('abcdef' FROM 5)", 'ef'],
  ["SUBSTRING('abcdef', 0, 2)", 'a'],
  ["SUBSTRING('abcdef', 2, -3)", ''],
  ['SUBSTRING(name, 2, 1)', 'Ö'],
  ['CHAR_LENGTH(name)', 7],
  ["CHAR_LENGTH('')", 0],
  ["POSITION('k' IN name)", 4],
  ["POSITION('z' IN name)", 0],
  ["POSITION('k', name)", 4],
  ["POSITION('b' IN 'abab')", 2],
  ["CONCAT('a', 'b')", 'ab'],
  ["CONCAT('a', NULL, 'c', TRIM(name))", 'acÖak 💥'],
  ["CONCAT('n', n, ' of ', whole)", 'n-2.75 of 7'],
  ['CONCAT(single, none, big)', '0.19007199254740993'],
  ["CONCAT('', 1.50, ' ', 007, ' ', -0.250, ' ', 2.0)", '1.5 7 -0.25 2'],
  ["CONCAT(million, ' ', CAST(1e6 AS FLOAT), ' ', 1e21, ' ', 0.00001)", '1234567 1000000 1000000000000000000000 0.00001'],
  ["CONCAT(0.1 + 0.2, ' ', whole / 2.0, ' ', ROUND(n, 1))", '0.30000000000000004 3.5 -2.8'],
  ["CONCAT(planted, ' ', day, ' ', noon, ' ', CURRENT_DATE)", '2020-01-02 03:04:05.5 2020-02-29 12:34:56 2024-02-29'],
  ["CONCAT('on ', DATE '2020-01-31', ' at ', TIMESTAMP '2020-01-31 13:45:00')", 'on 2020-01-31 at 2020-01-31 13:45:00'],
  ["CONCAT(CASE WHEN n < 0 THEN whole END, 'x', NULL)", '7x'],
  ["'a' || whole || ' ' || day", 'a7 2020-02-29'],
  ["none || 'a'", null],
  ["'a' || 'b' || CAST(whole AS VARCHAR(3))", 'ab7'],
  ['CAST(2.50 AS VARCHAR(5))', '2.5'],
  ['CAST(million AS VARCHAR(10))', '1234567'],
  ['ABS(n)', 2.75],
  ['CEILING(n)', -2],
  ['CEILING(2.1)', 3],
  ['FLOOR(n)', -3],
  ['FLOOR(2.9)', 2],
  ['ROUND(2.5)', 3],
  ['ROUND(-2.5)', -3],
  ['ROUND(2.345, 2)', 2.35],
  ['ROUND(1234.5, -2)', 1200],
  ['TRUNCATE(n)', -2],
  ['TRUNCATE(n, 1)', -2.7],
  ['TRUNCATE(1299.9, -2)', 1200],
  ['SIGN(n)', -1],
  ['SIGN(0)', 0],
  ['SIGN(whole)', 1],
  ['POWER(2, 10)', 1024],
  ['POWER(4, -0.5)', 0.5],
  ['SQRT(2)', Math.SQRT2],
  ['SQRT(0)', 0],
  ['SQRT(n)', null],
  ['LOG(EXP(2))', 2],
  ['LOG(10)', Math.LN10],
  ['LOG(0)', null],
  ['LOG10(0.001)', -3],
  ['LOG10(n)', null],
  ['EXP(1)', Math.E],
  ['SIN(1)', Math.sin(1)],
  ['COS(1)', Math.cos(1)],
  ['TAN(1)', Math.tan(1)],
  ['ASIN(0.5)', Math.asin(0.5)],
  ['ACOS(0.5)', Math.acos(0.5)],
  ['ATAN(-2)', Math.atan(-2)],
  ['MOD(whole, 4)', 3],
  ['MOD(-7, 4)', -3],
  ['MOD(7.5, 2)', 1.5],
  ['MOD(whole, 0)', null],
  ['1 + 2 * 3 - 4', 3],
  ['-(1 + whole)', -8],
  ['whole / 2', 3],
  ['whole / 2.0', 3.5],
  ['n / 0', null],
  ['EXTRACT(YEAR FROM planted)', 2020],
  ['EXTRACT(MONTH FROM planted)', 1],
  ['EXTRACT(DAY FROM planted)', 2],
  ['EXTRACT(HOUR FROM planted)', 3],
  ['EXTRACT(MINUTE FROM planted)', 4],
  ['EXTRACT(SECOND FROM planted)', 5.5],
  ['EXTRACT(DAY FROM day)', 29],
  ['EXTRACT(HOUR FROM day)', 0],
  ['EXTRACT(MINUTE FROM noon)', 34],
  ["EXTRACT(YEAR FROM DATE '1999-12-31')", 1999],
  ["CAST('12' AS INTEGER)", 12],
  ['CAST(n AS INTEGER)', -2],
  ["CAST('1.5' AS FLOAT)", 1.5],
  ['CAST(whole AS VARCHAR(5))', '7'],
  ["CAST('abcdef' AS VARCHAR(3))", 'abc'],
  ['CAST(planted AS DATE)', '2020-01-02'],
  ['CAST(day AS TIMESTAMP)', '2020-02-29 00:00:00'],
  ["CAST('2020-01-02' AS DATE)", '2020-01-02'],
  ['COALESCE(none, n, 1)', -2.75],
  ["COALESCE(NULL, 'a')", 'a'],
  ['NULLIF(whole, 7)', null],
  ['NULLIF(whole, 8)', 7],
  ["CASE WHEN n > 0 THEN 'more' WHEN n < 0 THEN 'less' ELSE 'none' END", 'less'],
  ["CASE whole WHEN 7 THEN 'seven' END", 'seven'],
  ['CASE WHEN n > 0 THEN 1 END', null],
  ['CURRENT_DATE', '2024-02-29'],
  ['CURRENT_TIMESTAMP', '2024-02-29 23:59:58.25'],
  ['CURRENT_USER', 'ada'],
  ['CURRENT_DATE()', '2024-02-29'],
  ['CURRENT_TIMESTAMP( )', '2024-02-29 23:59:58.25'],
  ["CURRENT_DATE() - INTERVAL '1' DAY", '2024-02-28 00:00:00'],
  ["CURRENT_DATE - INTERVAL '1' YEAR", '2023-02-28 00:00:00'],
  ["day + INTERVAL '1' MONTH", '2020-03-29 00:00:00'],
  ["planted - INTERVAL '7' DAY", '2019-12-26 03:04:05.5'],
  ["planted + INTERVAL '21' HOUR", '2020-01-03 00:04:05.5'],
  ["planted + INTERVAL '56' MINUTE", '2020-01-02 04:00:05.5'],
  ["planted + INTERVAL '1 02:00:00' DAY TO SECOND", '2020-01-03 05:04:05.5'],
  ['planted - day', -57.872_158_564_814_8],
  ['planted - 7', '2019-12-26 03:04:05.5'],
  ['planted + 0.25', '2020-01-02 09:04:05.5'],
  ['1 + CURRENT_DATE', '2024-03-01 00:00:00'],
  ['CURRENT_DATE - whole', '2024-02-22 00:00:00'],
];
const FUNCTION = /[A-Z][A-Z0-9_]*(?=\()/g;

describe('an expression', () => {
  it.each(RESULTS)('%s gives %j', async (expression, value) => {
    expect(await result(expression)).toEqual(typeof value === 'number' ? expect.closeTo(value, 9) : value);
  });

  it.each([
    ['COUNT(*)', 4],
    ['COUNT(v)', 3],
    ['SUM(v)', 9],
    ['AVG(v)', 3],
    ['MIN(v)', 1],
    ['MAX(v)', 6],
    ['STDDEV(v)', Math.sqrt(7)],
    ['VAR(v)', 7],
  ])('%s of 1, 2, 6 and nothing gives %d', async (expression, value) => {
    const rows = '(values (1), (2), (6), (null)) as given (n)';
    expect(await result(expression.replace('v', 'n'), rows)).toBeCloseTo(value, 9);
  });

  it('has each function of single values in one of these cases', () => {
    const proven = new Set(RESULTS.flatMap(([expression]) => expression.match(FUNCTION) ?? []));
    const ofRows = Object.entries(FUNCTIONS).filter(([, { aggregate }]) => aggregate !== true);
    expect(ofRows.map(([name]) => name).filter((name) => !proven.has(name))).toEqual([]);
  });
});
