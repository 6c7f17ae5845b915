// Conditions that the database may give up on are asked of the rows that somebody may see alone; others keep their indexes.
import { expect, it } from 'vitest';
import { checkCondition } from './check.ts';
import { mayFail } from './may-fail.rules.ts';
import type { ValueType } from './tree.ts';

const FIELDS: Readonly<Record<string, ValueType>> = { name: 'text', size: 'number', seen: 'timestamp', day: 'date' };
const read = (where: string) =>
  checkCondition(where, {
    field: (name) => (FIELDS[name] === undefined ? undefined : { name, type: FIELDS[name], sql: `"${name}"` }),
    names: () => Object.keys(FIELDS),
  });

it.each([
  "name = 'a' AND size IN (1, 2, -3)",
  "UPPER(name) LIKE 'A%' OR name LIKE '50!%!!' ESCAPE '!'",
  'size BETWEEN -5 AND 5',
  "seen > CURRENT_TIMESTAMP - INTERVAL '7' DAY",
  "day >= CURRENT_DATE - INTERVAL '1000' YEAR",
  "seen > CAST('2020-01-31 10:00:00' AS TIMESTAMP) AND day < CAST('2020-01-31' AS DATE)",
  "CASE WHEN name = 'a' THEN DATE '2020-01-31' ELSE CURRENT_DATE END > day",
  "name || 'x' = CAST(CURRENT_DATE AS VARCHAR(10))",
])('always has a result: %s', (where) => {
  expect(mayFail(read(where))).toBe(false);
});

it.each([
  'CAST(name AS INTEGER) = 1',
  'size / 2 > 1',
  "name LIKE 'a!' ESCAPE '!'",
  "name LIKE 'a!!!' ESCAPE '!'",
  "name = 'a' OR CAST('x' AS DATE) = day",
  "name = 'a' OR seen > CAST('2020-02-31' AS TIMESTAMP)",
  "CASE WHEN name = 'a' THEN CAST('x' || '' AS TIMESTAMP) ELSE seen END > seen",
  "COALESCE(name, CAST(CAST('x' AS TIMESTAMP) AS VARCHAR)) = 'a'",
  'size > POWER(10, 999)',
  "seen > CURRENT_TIMESTAMP - INTERVAL '1000000' YEAR",
  "seen > CURRENT_TIMESTAMP - INTERVAL '1000' YEAR - INTERVAL '1000' YEAR",
])('may have none: %s', (where) => {
  expect(mayFail(read(where))).toBe(true);
});
