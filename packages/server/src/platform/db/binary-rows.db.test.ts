import { type BinaryRow, cellKinds } from '@graticule/geo/convert/binary-row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../testing/test-database.ts';
import { receiveRows } from './binary-rows.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('rows in binary form', () => {
  it('give every kind of column its value, and null', async () => {
    const seen: unknown[] = [];
    let kinds: string[] = [];
    const text = `select -7::int2, 70000::int4, -9007199254740991::int8, 0.1::float4, 1e300::float8, 'Çà "ö" 東京'::text,
      '\\xff00fe'::bytea, timestamp '1969-12-31 23:59:59.999', '0b6a1e0c-9d5e-4c3f-8a7b-112233445566'::uuid, true, null::text, $1::int4`;
    await receiveRows(
      database.handle,
      { text, values: [5], timeoutMs: 5_000 },
      {
        columns: (oids) => {
          kinds = cellKinds(oids);
        },
        row: (row) => {
          const guid = new Uint8Array(38);
          row.guid(8, guid, 0);
          seen.push(row.integer(0), row.integer(1), row.integer(2), row.double(3), row.double(4));
          const [start, length] = [row.starts[5] ?? 0, row.lengths[5] ?? 0];
          seen.push(new TextDecoder().decode(row.bytes.subarray(start, start + length)), row.bytes[row.starts[6] ?? 0]);
          seen.push(row.timestamp(7), new TextDecoder().decode(guid), row.boolean(9), row.isNull(10), row.integer(11));
        },
      },
    );
    expect(kinds).toEqual([
      'integer',
      'integer',
      'integer',
      'double',
      'double',
      'text',
      'bytes',
      'timestamp',
      'uuid',
      'boolean',
      'text',
      'integer',
    ]);
    expect(seen).toEqual([
      -7,
      70000,
      -9007199254740991,
      0.1,
      1e300,
      'Çà "ö" 東京',
      255,
      -1,
      '{0B6A1E0C-9D5E-4C3F-8A7B-112233445566}',
      true,
      true,
      5,
    ]);
  });

  it('do not mix with ordinary statements on the same connections', async () => {
    const sums = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        if (n % 3 === 0) return Number((await database.handle.pool.query('select $1::int4 * 1000 as n', [n])).rows[0].n);
        let sum = 0;
        const statement = { text: 'select g from generate_series(1, $1::int4) g', values: [n * 1000], timeoutMs: 20_000 };
        await receiveRows(database.handle, statement, {
          row: (row) => {
            if (row.integer(0) > 0) sum++;
          },
        });
        return sum;
      }),
    );
    expect(sums).toEqual(Array.from({ length: 30 }, (_, n) => n * 1000));
  });

  it('come from connections that keep plans where the statement asks for it, and from others where it does not', async () => {
    const modeOf = async (keepsPlan: boolean): Promise<string> => {
      const modes: string[] = [];
      const text = `select current_setting('plan_cache_mode') where $1::boolean`;
      const row = (one: BinaryRow): undefined => void modes.push(Buffer.from(one.part(0)).toString());
      await receiveRows(database.handle, { text, values: [true], timeoutMs: 20_000, keepsPlan }, { row });
      return modes.join();
    };
    const isEmbedded = database.handle.engine === 'embedded';
    // Under a name from the third time on, on several connections at once.
    for (let round = 0; round < 6; round++) {
      expect(await modeOf(true)).toBe(isEmbedded ? 'auto' : 'force_generic_plan');
      expect(await Promise.all(Array.from({ length: 12 }, () => modeOf(true)))).toHaveLength(12);
      expect(await modeOf(false)).toBe(isEmbedded ? 'auto' : 'force_custom_plan');
    }
  });

  it('say what the database or the receiver has against it, and leave the connection usable', async () => {
    const statement = { text: 'select g from generate_series(1, 10) g', values: [], timeoutMs: 5_000 };
    const fault = (): never => {
      throw new Error('cannot encode');
    };
    await expect(receiveRows(database.handle, statement, { row: fault })).rejects.toThrow('cannot encode');
    const wrong = { ...statement, text: 'select 1/(g-5) from generate_series(1, 10) g' };
    await expect(receiveRows(database.handle, wrong, { row: () => undefined })).rejects.toMatchObject({ code: '22012' });
    let count = 0;
    await receiveRows(database.handle, statement, { row: () => void count++ });
    expect(count).toBe(10);
  });

  it('are the same each time that a statement comes again, with values of every kind, and after its table has changed', async () => {
    const { pool } = database.handle;
    await pool.query('create table told_again (id int primary key, name text)');
    await pool.query(`insert into told_again select n, 'name ' || n from generate_series(1, 20) n`);
    const ask = async (...values: unknown[]): Promise<unknown[]> => {
      const found: unknown[] = [];
      let kinds: readonly string[] = [];
      const text =
        'select id, name, $4::bytea as mark, $5::text as nothing from told_again where id = any($1::int[]) or id = $2::int or $3::boolean';
      await receiveRows(
        database.handle,
        { text, values, timeoutMs: 20_000 },
        {
          columns: (oids) => {
            kinds = cellKinds(oids);
          },
          row: (row) => void found.push([row.integer(0), kinds[1], Buffer.from(row.part(2)).toString('hex'), row.isNull(3)]),
        },
      );
      return found;
    };
    const mark = Uint8Array.from([0, 255, 7]);
    for (let round = 0; round < 6; round++) {
      expect(await ask([1, 2], 3, false, mark, null)).toEqual([1, 2, 3].map((id) => [id, 'text', '00ff07', true]));
      expect(await ask([], '20', 'f', mark, 'x')).toEqual([[20, 'text', '00ff07', false]]);
      await expect(ask([], 'none', false, mark, null)).rejects.toMatchObject({ code: '22P02' });
      if (round === 4) await pool.query('alter table told_again alter column name type varchar(40)');
    }
  });
});
