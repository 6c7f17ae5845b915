// The standardized SQL of queries: what is understood, what is refused, and that values are always bound.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../testing/processor-time.ts';
import { SqlText } from '../sql-text.rules.ts';
import { checkCondition, checkValue, type Scope } from './check.ts';
import { readTimestamp } from './literals.ts';
import type { ScopeField, ValueType } from './tree.ts';
import { WhereError } from './where-error.ts';
import { writeExpression } from './write.rules.ts';

const TYPES: Readonly<Record<string, ValueType>> = {
  objectid: 'number',
  height: 'number',
  species: 'text',
  planted: 'timestamp',
  day: 'date',
  order: 'text',
  date: 'timestamp',
  globalid: 'guid',
};
const SCOPE: Scope = {
  field(name): ScopeField | undefined {
    const key = name.toLowerCase();
    const type = TYPES[key];
    return type === undefined ? undefined : { name: key, type, sql: `"${key}"` };
  },
  names: () => Object.keys(TYPES),
};
const MOMENT = { now: new Date('2026-05-04T03:02:01.500Z'), username: 'ada' };

function written(where: string, scope = SCOPE): { text: string; values: unknown[] } {
  const sql = new SqlText();
  const text = writeExpression(checkCondition(where, scope), sql, MOMENT);
  return { text, values: sql.values };
}

describe('texts that an expression joins', () => {
  const widths: Readonly<Record<string, number>> = { name: 255, notes: 1_000_000 };
  const scope: Scope = {
    field: (name) => (name in widths ? { name, type: 'text', sql: `"${name}"`, length: widths[name] as number } : undefined),
    names: () => Object.keys(widths),
  };
  const many = (text: string, count: number): string => `CONCAT(${Array.from({ length: count }, () => text).join(', ')})`;

  it.each([
    ['a text alone, however long', "notes LIKE '%a%'"],
    ['twenty long ones', `${many('notes', 20)} LIKE '%a%'`],
    ['three hundred names', `${many(many('name', 100), 3)} LIKE '%a%'`],
    ['long ones that are cut', `${many('CAST(notes AS VARCHAR(10))', 100)} = 'a'`],
    ['long ones of which a part is taken', `${many('SUBSTRING(notes, 1, 10)', 100)} = 'a'`],
    ['one of several', `CONCAT(COALESCE(${Array.from({ length: 100 }, () => 'notes').join(', ')}), name) = 'a'`],
  ])('may be %s', (_, where) => {
    expect(() => checkCondition(where, scope)).not.toThrow();
  });

  it.each([
    ['by CONCAT', `${many('notes', 21)} = 'a'`],
    ['by CONCAT within CONCAT', `${many(many('name', 100), 4)} = 'a'`],
    ['by operators', `${Array.from({ length: 21 }, () => 'notes').join(' || ')} = 'a'`],
    ['within other functions', `CHAR_LENGTH(UPPER(TRIM(${many('notes', 21)}))) > 1`],
    ['little by little', `CHAR_LENGTH(${many('notes', 11)}) + CHAR_LENGTH(${many('notes', 11)}) > 1`],
    ['by numbers and texts', `${many('CONCAT(1, 2, 3)', 96)} = 'a'`],
    ['in a branch', `CASE WHEN 1 = 1 THEN ${many('notes', 21)} ELSE 'a' END = 'a'`],
  ])('are refused early when they grow %s', (_, where) => {
    expect(() => checkCondition(where, scope)).toThrow(WhereError);
    expect(() => checkValue(where.replace(/ (=|>) ('a'|1)$/, ''), scope)).toThrow('joins texts of more than 100000 characters');
  });
});

describe('standardized SQL', () => {
  it.each([
    ["species = 'oak'", '("species" = $1::text)', ['oak']],
    ["SPECIES <> 'o''ak' ", '("species" <> $1::text)', ["o'ak"]],
    ['"Species" != N\'oak\'', '("species" <> $1::text)', ['oak']],
    ['height > -1.5e3', '("height" > (- $1::double precision))', [1500]],
    ["height = '12'", '("height" = $1::integer)', [12]],
    ['height = 5000000000', '("height" = $1::bigint)', [5_000_000_000]],
    ['1=1', '($1::integer = $2::integer)', [1, 1]],
    ['height IS NOT NULL', '("height" is not null)', []],
    ['height = NULL', '("height" = null::double precision)', []],
    ['objectid IN (1, 2,3)', '("objectid" = any($1::bigint[]))', [[1, 2, 3]]],
    ["species not in ('a','b')", '("species" <> all($1::text[]))', [['a', 'b']]],
    ['objectid IN (1, height)', '("objectid" in ($1::integer, "height"))', [1]],
    [
      'height BETWEEN 1 AND 2 AND objectid = 3',
      '(("height" between $1::integer and $2::integer) and ("objectid" = $3::integer))',
      [1, 2, 3],
    ],
    ["species LIKE 'a%b_'", '("species" like $1::text escape $2::text)', ['a%b_', '']],
    ["species NOT LIKE 'a!%' ESCAPE '!'", '("species" not like $1::text escape $2::text)', ['a!%', '!']],
    ["NOT (species = 'a' OR height = 1)", '(not (("species" = $1::text) or ("height" = $2::integer)))', ['a', 1]],
    ['height / objectid > 2', '(("height" / nullif("objectid", 0)) > $1::integer)', [2]],
    ["species || 'x' = 'ax'", '(("species" || $1::text) = $2::text)', ['x', 'ax']],
    [
      "CONCAT(species, height, 1.5) = 'ax'",
      '(concat("species", trim_scale(("height")::text::numeric)::text, trim_scale(($1::double precision)::text::numeric)::text) = $2::text)',
      [1.5, 'ax'],
    ],
    ["planted || '' LIKE '2020%'", '((("planted")::text || $1::text) like $2::text escape $3::text)', ['', '2020%', '']],
    ["UPPER(species) = 'OAK'", '(upper("species") = $1::text)', ['OAK']],
    [
      "SUBSTRING(species FROM 1 FOR 2) = 'oa'",
      '(substring("species" from ($1::integer)::integer for greatest(($2::integer)::integer, 0)) = $3::text)',
      [1, 2, 'oa'],
    ],
    ["POSITION('a' IN species) > 0", '(strpos("species", $1::text) > $2::integer)', ['a', 0]],
    ['EXTRACT(YEAR FROM planted) = 2020', '(extract(year from "planted")::double precision = $1::integer)', [2020]],
    ['EXTRACT(HOUR FROM day) = 0', '(extract(hour from "day"::timestamp)::double precision = $1::integer)', [0]],
    ["planted > DATE '2020-1-31'", '("planted" > $1::timestamp)', ['2020-01-31']],
    ["planted > TIMESTAMP '2020-01-31 13:45:00'", '("planted" > $1::timestamp)', ['2020-01-31 13:45:00']],
    ["planted > date '2020-01-31 13:45:00'", '("planted" > $1::timestamp)', ['2020-01-31 13:45:00']],
    [
      "date > '2020-01-31' and day = date '2020-02-01'",
      '(("date" > $1::timestamp) and ("day" = $2::date))',
      ['2020-01-31 00:00:00', '2020-02-01'],
    ],
    [
      "planted > CURRENT_TIMESTAMP - INTERVAL '7' DAY",
      `("planted" > ($1::timestamp - ($2::double precision * interval '1 day')))`,
      ['2026-05-04T03:02:01.500', 7],
    ],
    [
      'planted BETWEEN CURRENT_TIMESTAMP - 7.5 AND 1 + CURRENT_DATE',
      `("planted" between ($1::timestamp - (($2::double precision)::double precision * interval '1 day')) and ((($3::integer)::double precision * interval '1 day') + $4::date))`,
      ['2026-05-04T03:02:01.500', 7.5, 1, '2026-05-04'],
    ],
    ['day = CURRENT_DATE AND species = CURRENT_USER', '(("day" = $1::date) and ("species" = $2::text))', ['2026-05-04', 'ada']],
    ['CAST(species AS INTEGER) = 3', '(("species")::text::bigint = $1::integer)', [3]],
    [
      "CASE WHEN height > 1 THEN 'a' ELSE NULL END = 'a'",
      '((case when ("height" > $1::integer) then $2::text else null::text end) = $3::text)',
      [1, 'a', 'a'],
    ],
    [
      'COALESCE(height, 0) > MOD(objectid, 2)',
      '(coalesce("height", $1::integer) > mod(("objectid")::numeric, nullif(($2::integer)::numeric, 0))::double precision)',
      [0, 2],
    ],
    ["globalid = '{9B1F0000-AAAA-BBBB-CCCC-000000000001}'", '("globalid" = $1::uuid)', ['9b1f0000-aaaa-bbbb-cccc-000000000001']],
    ["\"order\" = 'x' and order <> 'y'", '(("order" = $1::text) and ("order" <> $2::text))', ['x', 'y']],
  ])('writes %s with bound values', (where, text, values) => {
    expect(written(where)).toEqual({ text, values });
  });

  it.each([
    ['', 'ends too early'],
    ['nosuchfield=1', 'the field nosuchfield, which is not there'],
    ["species = 'oak'; DROP TABLE x", 'unexpected character'],
    ['1=1 -- x', 'comments'],
    ['1=1 /* x */', 'comments'],
    ['objectid IN (SELECT 1)', 'not understood'],
    ['1=1 UNION SELECT 1', 'not understood'],
    ["species = 'oak", 'unclosed quote'],
    ['(height = 1', '“)” is expected'],
    ['height == 1', 'a value or a field is expected'],
    ['height = 1)', 'not understood'],
    ["height = 'abc'", 'a number is needed'],
    ['species = 5', 'is needed'],
    ["CONCAT(species, height = 1) = 'a'", 'where a value is needed'],
    ["CONCAT(species, INTERVAL '7' DAY) = 'a'", 'is needed'],
    ['planted > 1580000000000', 'a date is needed'],
    ["planted > DATE '2020-02-30'", 'that is none'],
    ['pg_sleep(10) = 1', 'unknown function'],
    ['version() = 1', 'unknown function'],
    ['constructor(1) = 1', 'unknown function'],
    ['current_setting = 1', 'names the field'],
    ['@@version = 1', 'unexpected character'],
    ['species COLLATE "C" = \'a\'', 'not understood'],
    ['planted > CURRENT_DATE(1)', 'unknown function'],
    ["TRIM(LEADING 'x') = 'a'", '“FROM” is expected'],
    ["TRIM('a', 'b', 'c') = 'a'", '“)” is expected'],
    ["LTRIM(species, 'b', 'c') = 'a'", 'LTRIM'],
    ["species = E'a\\n'", 'not understood'],
    ['TRUE', 'the field TRUE'],
    ['height', 'not a condition'],
    ['height AND 1=1', 'needs a condition'],
    ['height = (1=1)', 'where a value is needed'],
    ['COUNT(height) > 1', 'unknown function'],
    ['height := 1', 'unexpected character'],
    ["species LIKE 'a' ESCAPE 'ab'", 'one character'],
    ["globalid = 'x'", 'an id is needed'],
    ['height = 1abc', 'malformed number'],
    [`height = ${'('.repeat(60)}1${')'.repeat(60)}`, 'nested'],
    [`height in (${Array.from({ length: 1001 }, () => '1').join(',')})`, 'more than 1000 elements'],
    [`species = '${'x'.repeat(20_001)}'`, 'longer than'],
    [`height = ${Array.from({ length: 300 }, () => '1').join('+')}`, 'in a row'],
  ])('refuses %s', (where, message) => {
    expect(() => written(where)).toThrow(WhereError);
    expect(() => written(where)).toThrow(message);
  });

  it('allows aggregates where groups are compared', () => {
    expect(written('COUNT(objectid) > 3 AND AVG(height) < 2', { ...SCOPE, aggregates: true }).text).toBe(
      '((count("objectid") > $1::integer) and (avg("height") < $2::integer))',
    );
  });

  it('reads values as well as conditions', () => {
    expect(checkValue('height * 2', SCOPE).type).toBe('number');
    expect(() => checkValue('height > 2', SCOPE)).toThrow('is not a value');
  });

  it('refuses what is deeper than it can be checked, however it is nested', () => {
    const row = (inner: string): string => `(${inner}${'+height'.repeat(190)})`;
    const nested = (levels: number): string => Array.from({ length: levels }).reduce<string>(row, 'height');
    expect(written(`${nested(2)} > 1`).text.length).toBeGreaterThan(1000);
    for (const [deep, levels] of [
      [`${nested(3)} > 1`, 3],
      [`height > 1 OR ${nested(14)} > 1`, 14],
    ] as const) {
      expect(() => written(deep), `${levels} levels`).toThrow(WhereError);
      expect(() => written(deep)).toThrow('nested more than 500 levels deep');
    }
  });

  it('reads long conditions without running out of stack', () => {
    const long = Array.from({ length: 1300 }, (_, i) => `height=${i}`).join(' OR ');
    expect(written(long).values).toHaveLength(1300);
  });
});

const WORDS = [
  ...Object.keys(TYPES),
  ...['AND', 'OR', 'NOT', 'IS', 'NULL', 'IN', 'BETWEEN', 'LIKE', 'ESCAPE', 'CASE', 'WHEN', 'THEN', 'ELSE', 'END', 'CAST', 'AS', 'INTEGER'],
  ...['EXTRACT', 'YEAR', 'FROM', 'INTERVAL', 'DAY', 'CURRENT_DATE', 'UPPER', 'COALESCE', 'MOD', 'SELECT', 'pg_sleep', 'DATE'],
  ...['=', '<>', '<', '>', '(', ')', '+', '-', '*', '/', '||', ',', ';', '--', '/*', '$1', '::', '1', '2.5', '1e400'],
  ...["'x'", "'5'", "'2020-01-01'", "''", "'", '"', '\\', '\u0000', '\ud800'],
];

/** Everything the writer may emit when all values are bound: our own words, quoted fields and parameters. */
const SAFE = /^(?:"[a-z]+"|\$\d+|::|[a-z_]+(?:\[\])?|[0-9.e-]+|'1 [a-z]+'|[()=<>+\-*/|,[\]]|\s)*$/;

describe('standardized SQL, fuzzed', () => {
  it('throws nothing but its own error and never writes text of the caller', () => {
    const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 60 })), (where) => {
        try {
          const { text, values } = written(where);
          expect(text).toMatch(SAFE);
          const numbers = [...text.matchAll(/\$(\d+)/g)].map((found) => Number(found[1]));
          expect(Math.max(0, ...numbers)).toBeLessThanOrEqual(values.length);
        } catch (error) {
          if (!(error instanceof WhereError)) throw error;
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('literals', () => {
  it('are read soon with long gaps', () => {
    const begin = processorMs();
    for (let i = 0; i < 10; i++) expect(readTimestamp(`2020-01-01${' '.repeat(19_900)}x`)).toBeUndefined();
    expect(readTimestamp('2020-01-01 10:00 Z ')).toBe(readTimestamp('2020-01-01 10:00'));
    expect(processorMs() - begin).toBeLessThan(1_000);
  });
});

it('takes the words of TRIM for fields where they stand alone', () => {
  const scope: Scope = {
    field: (name) => (/^leading$/i.test(name) ? { name, type: 'text', sql: '"leading"' } : undefined),
    names: () => ['leading'],
  };
  expect(written("TRIM(leading) = 'a'", scope).text).toBe('(btrim("leading") = $1::text)');
  expect(written("TRIM(LEADING leading FROM leading || 'x') = 'a'", scope).text).toBe(
    '(ltrim(("leading" || $1::text), left("leading", 100)) = $2::text)',
  );
});
