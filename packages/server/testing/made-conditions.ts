// Texts made by chance for where, order, having and calculations: words in any order, and conditions that are right in form.
import fc from 'fast-check';

const WORDS = [
  ...['name', 'n', 'x', 'seen', 'day', 'at', 'big', 'id', 'OBJECTID', 'GlobalID', '"name"', 'nothing', 'shape', 'ctid', 'tableoid'],
  ...['=', '<>', '!=', '<', '>=', '+', '-', '*', '/', '||', '%', '(', ')', ',', ';', '--', '/*', "'", '"', '$1', '::', '\\', '@', '?'],
  ...[
    'AND',
    'OR',
    'NOT',
    'IN',
    'IS',
    'NULL',
    'LIKE',
    'ESCAPE',
    'BETWEEN',
    'CASE',
    'WHEN',
    'THEN',
    'ELSE',
    'END',
    'CAST',
    'AS',
    'INTEGER',
    'DATE',
    'TIMESTAMP',
    'INTERVAL',
    'DAY',
  ],
  ...[
    "'a'",
    "'it''s'",
    "'12'",
    "'2020-01-31'",
    '1',
    '-1',
    '0',
    '1e308',
    '1e999',
    '9223372036854775808',
    '0.1',
    'DATE',
    'CURRENT_TIMESTAMP',
    'CURRENT_USER',
    'TRUE',
  ],
  ...[
    'UPPER(',
    'SUBSTRING(',
    'MOD(',
    'POWER(',
    'SQRT(',
    'LOG(',
    'EXTRACT(',
    'YEAR',
    'FROM',
    'ROUND(',
    'COALESCE(',
    'NULLIF(',
    'POSITION(',
    'SELECT',
    'UNION',
    'pg_sleep(5)',
    'ACOS(',
  ],
];
/** Words in any order. */
export const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 14 }).map((words) => words.join(' '));
/** Numbers, the odd ones among them. */
export const number = fc.oneof(fc.double(), fc.constantFrom(0, -1, 1e308, 90, 180, -20_037_508.34, Number.MAX_SAFE_INTEGER));

/** Values that are right in form, so that they reach the database. */
const value: fc.Arbitrary<string> = fc.letrec((tie) => ({
  expr: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('n', 'x', 'big', 'OBJECTID', '1', '0', '-3', '1e300', '0.5'),
    fc.tuple(tie('expr'), fc.constantFrom('+', '-', '*', '/'), tie('expr')).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc
      .tuple(fc.constantFrom('ABS', 'SQRT', 'LOG', 'LOG10', 'EXP', 'ACOS', 'TAN', 'ROUND', 'SIGN', 'FLOOR'), tie('expr'))
      .map(([f, a]) => `${f}(${a})`),
    fc.tuple(tie('expr'), tie('expr')).map(([a, b]) => `POWER(${a}, ${b})`),
    fc.tuple(tie('expr'), tie('expr')).map(([a, b]) => `MOD(${a}, ${b})`),
    tie('expr').map((a) => `CAST(${a} AS INTEGER)`),
    fc.constantFrom('CHAR_LENGTH(name)', 'EXTRACT(YEAR FROM seen)', 'CAST(name AS FLOAT)', 'CAST(day AS VARCHAR(3))'),
  ),
})).expr as fc.Arbitrary<string>;

const OPERATORS = ['=', '<>', '<', '<=', '>', '>='];

/** Conditions that are right in form; what they compute may have no result. */
export const condition = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(value, fc.constantFrom(...OPERATORS), value).map(([a, o, b]) => `${a} ${o} ${b}`),
    fc.tuple(value, fc.boolean()).map(([a, not]) => `${a} IS ${not ? 'NOT ' : ''}NULL`),
    fc.tuple(value, value, value).map(([a, b, c]) => `${a} BETWEEN ${b} AND ${c}`),
    fc.tuple(fc.constantFrom('n', 'x', 'OBJECTID'), fc.array(fc.constantFrom('1', '-3', 'NULL', '0.5'), { minLength: 1, maxLength: 3 })).map(([a, list]) => `${a} IN (${list.join(', ')})`), // biome-ignore format: one kind in one line
    fc.constantFrom("name LIKE '%''%'", "name LIKE ''", "name = ''", "seen > DATE '1990-01-01'", "day = '2020-01-31'", "at < '14:00:00'", 'id IS NULL'), // biome-ignore format: one kind in one line
    fc.tuple(tie('whole'), fc.constantFrom('AND', 'OR'), tie('whole')).map(([a, o, b]) => `(${a}) ${o} (${b})`),
    tie('whole').map((a) => `NOT (${a})`),
  ),
})).whole;
