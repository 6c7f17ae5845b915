import { sentence } from '@graticule/geo/sentence';
import { describe, expect, it } from 'vitest';
import { faultIn, listed, refuse, shown, told, toldOf } from './refusal.ts';

describe('a refusal', () => {
  it('says what was wrong in the message, and what to do in the details', () => {
    const error = refuse('upload-part-missing', { number: 3 });
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', status: 400, message: 'Part 3 is missing.' });
    expect(error.details).toEqual(['Send it, and commit again.']);
  });

  it('keeps words that clients know as the message', () => {
    const error = refuse('query-result-type', { value: 'page' });
    expect(error.message).toBe('Cannot perform query. Invalid query parameters.');
    expect(error.details).toEqual(["'resultType' parameter is invalid: 'page' is not known", 'Use none, standard or tile.']);
  });

  it('keeps further details before the advice, and the cause', () => {
    const cause = new Error('underneath');
    const error = refuse('definition-form', { parameter: 'edits', where: '0.id' }, { details: ['edits[0], id: expected a number'], cause });
    expect(error.details.slice(0, -1)).toEqual(['edits[0], id: expected a number']);
    expect(error.details.at(-1)).toMatch(/^Change /);
    expect(error.cause).toBe(cause);
  });

  it('has a reason in the words of people where there are some', () => {
    const values = { name: 'trees' };
    const text = 'Service name “trees” is already in use. Choose another name.';
    expect(refuse('service-name-taken', values).reasons).toEqual([{ code: 'service-name-taken', values, text }]);
    expect(refuse('sync-result-gone').reasons).toEqual([]);
  });

  it('fills in a value as it stands, and no more of it than fits', () => {
    expect(refuse('sync-model', { value: '{value}$&' }).message).toBe("'syncModel' must be perLayer or none, and is '{value}$&'.");
    expect(refuse('sync-model', { value: 'x'.repeat(5_000) }).message.length).toBeLessThan(1_100);
  });
});

describe('what is said of one edit', () => {
  it('ends with the advice, in sentences', () => {
    expect(told('value-empty', { field: 'name' }).description).toBe('name must not be empty. Give it a value.');
    expect(told('edit-no-feature').description).toMatch(/^Feature does not exist\. Read /);
    expect(faultIn('value-empty', { field: 'name' })).toBe('name must not be empty');
  });

  it('comes with a reason for people, which has no more of a value than fits', () => {
    const values = { field: 'people', wanted: sentence('wanted-whole'), value: `'x'` };
    const text = "people must be a whole number, and is 'x'. Change the value.";
    expect(told('value-wanted', values)).toEqual({ description: text, reasons: [{ code: 'value-wanted', values, text }] });
    const [long] = told('file-of-type', { name: 'x'.repeat(5_000) }).reasons ?? [];
    expect(JSON.stringify(long).length).toBeLessThan(2_500);
    expect(told('statement-refused')).not.toHaveProperty('reasons');
  });

  it('is that of an error where the edit met one', () => {
    expect(toldOf(refuse('upload-part-missing', { number: 3 }))).toEqual({ description: 'Part 3 is missing. Send it, and commit again.' });
    const error = refuse('value-taken');
    expect(toldOf(error)).toMatchObject({ reasons: error.reasons });
  });
});

describe('a value from outside', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  it.each<[unknown, string]>([
    ['north', 'north'],
    [1.5, '1.5'],
    [10n ** 20n, '100000000000000000000'],
    [null, 'null'],
    [undefined, ''],
    [{ toString: 1 }, '{"toString":1}'],
    [{ valueOf: null, toString: null }, '{"valueOf":null,"toString":null}'],
    [[{ toString: 1 }], '[{"toString":1}]'],
    [{ toJSON: 1 }, '{"toJSON":1}'],
    [deep, '[…]'],
    [{ deep }, '{…}'],
  ])('is shown whatever it is, case %#', (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it('is cut', () => {
    expect(shown('x'.repeat(200))).toBe('x'.repeat(100));
    expect(shown({ toString: 1 }, 5)).toBe('{"toS');
  });
});

describe('names in advice', () => {
  it('are the first of many', () => {
    expect(listed(['a', 'b'])).toBe('a, b');
    expect(listed([1, 2, 3], 2)).toBe('1, 2 and 1 more');
    expect(listed([])).toBe('none');
  });
});
