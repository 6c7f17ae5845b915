import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { writtenOnce } from './bind-message.ts';
import { runOnce } from './prepared.ts';

let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const TEXT = `select n, words[n] as word, numbers[n] as number, bytes[n] as byte, $4::text as one, $5::boolean as flag
  from (select $1::text[] as words, $2::float8[] as numbers, $3::bytea[] as bytes) given, generate_series(1, cardinality(words)) as n order by n`;

it('gives values of every kind back as they were bound, whichever way a statement goes', async () => {
  const words = ['plain', '', 'NULL', null, 'a "quoted" \\ one, {with} everything', 'ein Tüpfel\n'];
  const numbers = [1, -2.5, 1e300, null, 0, 9_007_199_254_740_991];
  const bytes = words.map((_word, at) => (at === 3 ? null : new Uint8Array([0, 92, 255, at])));
  for (let time = 0; time < 6; time++) {
    const values = [words, numbers, bytes, time % 2 === 0 ? null : '{"as": "it is"}', time > 2];
    const rows = await runOnce<Record<string, unknown>>(database.handle, { text: TEXT, values }, { byKey: true });
    expect(rows.map(({ word }) => word)).toEqual(words);
    expect(rows.map(({ number }) => number)).toEqual(numbers);
    expect(rows.map(({ byte }) => (byte === null ? null : [...(byte as Uint8Array)]))).toEqual(
      bytes.map((one) => (one === null ? null : [...one])),
    );
    expect(rows[0]).toMatchObject({ n: 1, one: values[3], flag: values[4] });
  }
});

it('fails for its own call alone, and with the words of the database', async () => {
  const text = 'select 10 / $1::integer as part';
  for (let time = 0; time < 4; time++)
    expect(await runOnce(database.handle, { text, values: [5] }, { byKey: true })).toEqual([{ part: 2 }]);
  const [bad, good] = await Promise.allSettled([
    runOnce(database.handle, { text, values: [0] }, { byKey: true }),
    runOnce(database.handle, { text, values: [2] }, { byKey: true }),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('division by zero') } });
  expect(good).toMatchObject({ status: 'fulfilled', value: [{ part: 5 }] });
  expect(await runOnce(database.handle, { text, values: [1] }, { byKey: true })).toEqual([{ part: 10 }]);
});

it('binds times as moments, alone and in lists, whichever way a statement goes', async () => {
  const times = [new Date('2020-09-13T12:26:40.123Z'), new Date('0001-01-01T00:00:00Z'), new Date('9999-01-01T00:00:00Z')];
  const text = 'select at from (select $1::timestamptz as at, 0 as n union all select unnest($2::timestamptz[]), 1) t order by n, at';
  for (let time = 0; time < 6; time++) {
    const rows = await runOnce<{ at: Date }>(database.handle, { text, values: [times[0], times] });
    expect(rows.map(({ at }) => at.toISOString())).toEqual([times[0], times[1], times[0], times[2]].map((at) => at?.toISOString()));
  }
});

it('binds values of every length, in one piece and value by value', async () => {
  const text = 'select $1::text as one, $2::text as other, $3::bigint as number';
  for (const length of [0, 1, 127, 128, 255, 256, 4_000, 4_001, 70_000]) {
    for (const letter of ['a', '\u007f', 'ü', '漢']) {
      const values = [letter.repeat(length), null, length];
      const rows = await runOnce(database.handle, { text, values }, { byKey: true });
      expect(rows).toEqual([{ one: values[0], other: null, number: length }]);
    }
  }
});

it('binds bytes of every length and kind, beside texts, in one piece and value by value', async () => {
  const text = 'select $1::bytea as bytes, $2::text as text, $3::bytea as none, $4::float8 as number, $5::text[] as list';
  for (const length of [0, 1, 21, 64, 65, 256, 4_000, 4_001, 70_000]) {
    for (const note of ['plain', 'ü', null]) {
      const bytes = Uint8Array.from({ length }, (_, at) => at % 256);
      // A part of something longer is no more than that part.
      const part = new Uint8Array([9, ...bytes, 9]).subarray(1, length + 1);
      for (const one of [bytes, part, Buffer.from(bytes)]) {
        const rows = await runOnce<Record<string, unknown>>(
          database.handle,
          { text, values: [one, note, null, -0.5, ['a', '"b"', null]] },
          { byKey: true },
        );
        expect(Buffer.compare(rows[0]?.bytes as Buffer, Buffer.from(bytes))).toBe(0);
        expect(rows).toMatchObject([{ text: note, none: null, number: -0.5, list: ['a', '"b"', null] }]);
      }
    }
  }
});

it('binds lists one after the other, those that come again as they were the first time', async () => {
  const text =
    'select $1::text as one, $2::bytea as bytes, $3::text as word, $4::integer as number, $5::text[] as list, $6::text as last, $7::text as end';
  const again = writtenOnce(['a word', 7, ['x', null, '"y"']]);
  const ending = writtenOnce([null, 'end']);
  for (let time = 0; time < 6; time++) {
    // Of the first three times a statement has no name or is not known yet; something that is not plain comes among the others.
    for (const one of ['plain', 'ü'.repeat(time), null]) {
      const rows = await runOnce(
        database.handle,
        { text, values: [one, new Uint8Array([time, 0, 255])], more: [again, ending] },
        { byKey: true },
      );
      expect(rows).toEqual([
        { one, bytes: Buffer.from([time, 0, 255]), word: 'a word', number: 7, list: ['x', null, '"y"'], last: null, end: 'end' },
      ]);
    }
    const same = await runOnce(database.handle, {
      text: 'select $1::text as word, $2::integer as number, $3::text[] as list',
      values: again,
    });
    expect(same).toEqual([{ word: 'a word', number: 7, list: ['x', null, '"y"'] }]);
  }
});

it('writes kept lists of bytes and of what is not plain as any other', async () => {
  const text = 'select $1::integer as number, $2::bytea as bytes, $3::text as word';
  const bytes = writtenOnce([new Uint8Array([1, 2, 0])]);
  const foreign = writtenOnce(['漢字']);
  for (let time = 0; time < 6; time++)
    expect(await runOnce(database.handle, { text, values: [time], more: [bytes, foreign] }, { byKey: true })).toEqual([
      { number: time, bytes: Buffer.from([1, 2, 0]), word: '漢字' },
    ]);
  const plain = 'select $1::bytea as bytes, $2::integer as number';
  for (let time = 0; time < 6; time++)
    expect(await runOnce(database.handle, { text: plain, values: bytes, more: [[time]] }, { byKey: true })).toEqual([
      { bytes: Buffer.from([1, 2, 0]), number: time },
    ]);
});
