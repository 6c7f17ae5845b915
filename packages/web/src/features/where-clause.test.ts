// Clauses made from what people choose and type.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { afterEach, describe, expect, test } from 'vitest';
import { numberIn } from './field-kinds.ts';
import { type Condition, conditionClause, conditionsOf, exactly, whereClause } from './where-clause.ts';

const field = (name: string, type: FieldType): WireField => ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null });
const fields = [field('name', 'esriFieldTypeString'), field('pop', 'esriFieldTypeInteger'), field('seen', 'esriFieldTypeDate')];
const where = (name: string, condition: Condition, value = '') => conditionClause({ field: name, condition, value }, fields);

test('without a filter every row counts', () => {
  expect(whereClause(undefined, fields)).toBe('1=1');
});

test('quotes and wildcards stand for themselves', () => {
  expect(where('name', 'is', "O'Hare' OR 1=1 --")).toBe("name = 'O''Hare'' OR 1=1 --'");
  expect(where('name', 'contains', "50%_!'")).toBe("UPPER(name) LIKE UPPER('%50!%!_!!''%') ESCAPE '!'");
});

test('a field that the layer does not have gives no clause', () => {
  expect(where('1=1 OR name', 'empty')).toBeUndefined();
});

test('numbers and days are checked', () => {
  expect(where('pop', 'above', '1.5')).toBe('pop >= 1.5');
  expect(where('pop', 'is', '1 OR 1=1')).toBeUndefined();
  // what is typed with a comma is read where it is typed
  expect(where('pop', 'above', '1,5')).toBeUndefined();
  expect(where('seen', 'above', "2024-02-29' --")).toBeUndefined();
  expect(numberIn('1e400')).toBeUndefined();
});

/** Where clocks stand this many hours after UTC. */
const at = (hours: number) => (day: string) => Date.parse(day) - hours * 3_600_000;
const seen = (condition: Condition, hours: number) => conditionClause({ field: 'seen', condition, value: '2024-02-29' }, fields, at(hours));

test('a day has the moments that the table shows on it: whole days in UTC, others where the reader is', () => {
  expect(seen('below', 0)).toBe("seen < TIMESTAMP '2024-03-01 00:00:00'");
  expect(seen('is', 2)).toBe("(seen >= TIMESTAMP '2024-02-28 22:00:00' AND seen < TIMESTAMP '2024-02-29 22:00:00')");
  // west of Greenwich the evening lies in the next day of UTC, whose whole day does not belong to it
  expect(seen('above', -5)).toBe("(seen >= TIMESTAMP '2024-02-29 05:00:00' OR seen = TIMESTAMP '2024-02-29 00:00:00')");
  expect(seen('below', -5)).toBe("(seen < TIMESTAMP '2024-03-01 05:00:00' AND seen <> TIMESTAMP '2024-03-01 00:00:00')");
});

test('where a field holds times of day, midnight in UTC is a moment like the others', () => {
  const on = (condition: Condition, hours: number) =>
    conditionClause({ field: 'seen', condition, value: '2024-02-29', until: '2024-02-29', isTimed: true }, fields, at(hours));
  expect(on('is', -5)).toBe("(seen >= TIMESTAMP '2024-02-29 05:00:00' AND seen < TIMESTAMP '2024-03-01 05:00:00')");
  expect(on('between', -5)).toBe(on('is', -5));
  expect(on('less', -5)).toBe("NOT (seen >= TIMESTAMP '2024-02-29 05:00:00')");
  expect(on('is', 2)).toBe(seen('is', 2));
});

describe('without anything said, days are those of the time zone that the page shows moments in', () => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  test.each([
    // 23 and 25 hours, where clocks are put forward and back
    ['Europe/Berlin', '2024-03-31', '2024-03-30 23:00:00', '2024-03-31 22:00:00'],
    ['Europe/Berlin', '2024-10-27', '2024-10-26 22:00:00', '2024-10-27 23:00:00'],
    ['America/New_York', '2024-03-10', '2024-03-10 05:00:00', '2024-03-11 04:00:00'],
    ['America/New_York', '2024-11-03', '2024-11-03 04:00:00', '2024-11-04 05:00:00'],
    // a day that begins at one o'clock, and one that has its midnight twice
    ['Africa/Cairo', '2024-04-26', '2024-04-25 22:00:00', '2024-04-26 21:00:00'],
    ['America/Havana', '2024-11-03', '2024-11-03 04:00:00', '2024-11-04 05:00:00'],
    ['Asia/Kolkata', '2024-02-29', '2024-02-28 18:30:00', '2024-02-29 18:30:00'],
  ])('%s, %s', (zone, value, from, until) => {
    process.env.TZ = zone;
    const clause = conditionClause({ field: 'seen', condition: 'is', value }, fields) ?? '';
    expect(clause).toContain(`seen >= TIMESTAMP '${from}'`);
    expect(clause).toContain(`seen < TIMESTAMP '${until}'`);
    const between = conditionClause({ field: 'seen', condition: 'between', value, until: value }, fields) ?? '';
    expect(between).toContain(`seen >= TIMESTAMP '${from}'`);
    expect(between).toContain(`seen < TIMESTAMP '${until}'`);
  });
});

test('a key is written as its field holds it', () => {
  expect(exactly(field('pop', 'esriFieldTypeBigInteger'), '9007199254740993')).toBe('pop = 9007199254740993');
  expect(exactly(field('pop', 'esriFieldTypeInteger'), '1 OR 1=1')).toBe('1=0');
  expect(exactly(field('name', 'esriFieldTypeString'), "O'Hare")).toBe("name = 'O''Hare'");
});

test('a number keeps all of its digits, as it was typed', () => {
  expect(where('pop', 'is', '9007199254740993')).toBe('pop = 9007199254740993');
  expect(where('pop', 'is-not', ' +0009223372036854775807 ')).toBe('(pop <> 9223372036854775807 OR pop IS NULL)');
  expect(where('pop', 'less', '-9007199254740993')).toBe('pop < -9007199254740993');
  expect(conditionClause({ field: 'pop', condition: 'between', value: '000', until: '9007199254740993' }, fields)).toBe(
    '(pop >= 0 AND pop <= 9007199254740993)',
  );
  expect([where('pop', 'above', '.5'), where('pop', 'above', '2.')]).toEqual(['pop >= 0.5', 'pop >= 2']);
});

test('nothing typed for a text is no condition: rows without a text stay', () => {
  const blank = { field: 'name', condition: 'contains', value: '' } as const;
  const number = { field: 'pop', condition: 'is', value: '3' } as const;
  for (const condition of ['contains', 'starts', 'is', 'is-not'] as const) expect(where('name', condition)).toBe('1=1');
  expect(whereClause({ joined: 'and', conditions: [blank] }, fields)).toBe('1=1');
  // it must not make any of several hold for all rows either
  expect(whereClause({ joined: 'or', conditions: [blank, number] }, fields)).toBe('pop = 3');
  expect(where('name', 'contains', ' ')).toContain("'% %'");
  expect(where('pop', 'is')).toBeUndefined();
});

test('rows without a value are not what was named', () => {
  expect(where('pop', 'is-not', '3')).toBe('(pop <> 3 OR pop IS NULL)');
  expect(where('pop', 'empty')).toBe('pop IS NULL');
  expect(where('name', 'empty')).toBe("(name IS NULL OR name = '')");
});

test('every kind of field has conditions', () => {
  expect(conditionsOf(field('a', 'esriFieldTypeGUID'))).toContain('is');
  expect(conditionsOf(field('a', 'esriFieldTypeDate'))).not.toContain('contains');
});

test('several conditions are joined, each in brackets of its own', () => {
  const conditions = [
    { field: 'name', condition: 'is', value: "x' OR 1=1 --" },
    { field: 'pop', condition: 'between', value: '1', until: '5' },
  ] as const;
  expect(whereClause({ joined: 'and', conditions }, fields)).toBe("(name = 'x'' OR 1=1 --') AND ((pop >= 1 AND pop <= 5))");
  expect(whereClause({ joined: 'or', conditions }, fields)).toBe("(name = 'x'' OR 1=1 --') OR ((pop >= 1 AND pop <= 5))");
  expect(whereClause({ joined: 'or', conditions: [...conditions, { field: 'pop', condition: 'is', value: 'x' }] }, fields)).toBeUndefined();
});

test('between needs both ends, greater and less leave the value out', () => {
  expect(conditionClause({ field: 'pop', condition: 'between', value: '1', until: '' }, fields)).toBeUndefined();
  expect(conditionClause({ field: 'pop', condition: 'between', value: '1' }, fields)).toBeUndefined();
  expect(where('pop', 'greater', '3')).toBe('pop > 3');
  expect(where('pop', 'less', '3')).toBe('pop < 3');
  expect(seen('greater', 0)).toBe("NOT (seen < TIMESTAMP '2024-03-01 00:00:00')");
});
