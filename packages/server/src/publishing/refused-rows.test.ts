import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sentence } from '@graticule/geo/sentence';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RefusedRows } from './refused-rows.ts';

const WHY = sentence('place-blank');
/** The reason, to be said by whoever hands the file out. */
const KEPT = '"{""code"":""place-blank"",""values"":{}}"';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'graticule-refused-'));
});
afterAll(() => rm(folder, { recursive: true }));

const field = (name: string, type: 'esriFieldTypeString' | 'esriFieldTypeDate' = 'esriFieldTypeString') => ({ name, alias: name, type });

it('puts the values of each dataset below the heads of its columns, what is beyond them behind, and formulas out of work', async () => {
  const path = join(folder, 'a.csv');
  const rows = new RefusedRows(path, [{ fields: [field('a'), field('d', 'esriFieldTypeDate')] }, { fields: [field('b'), field('A')] }]);
  const refused = (cells?: unknown[]) => ({ row: 1, said: WHY, cells });
  rows.add('one', refused(['=1+1', Date.UTC(2024, 0, 2), 'more']), 0);
  rows.add('two', refused([null, 'x "y"']), 1);
  rows.add('two', refused(), 1);
  rows.end();
  expect((await readFile(path, 'utf8')).split('\r\n')).toEqual([
    '\uFEFFlayer,row,reason,"a","d","b"',
    `"one",1,${KEPT},"'=1+1","2024-01-02",,"more"`,
    `"two",1,${KEPT},"x ""y""",,`,
    `"two",1,${KEPT},,,`,
    '',
  ]);
});

it('cuts what is very long, and ends when the file is large enough', async () => {
  const path = join(folder, 'b.csv');
  const rows = new RefusedRows(path, [{ fields: Array.from({ length: 30 }, (_, i) => field(`f${i}`)) }]);
  const cells = Array.from({ length: 30 }, () => 'x'.repeat(100_000));
  let count = 0;
  while (rows.add('layer', { row: count + 1, said: WHY, cells })) count++;
  rows.end();
  expect(rows.isOpen).toBe(false);
  const bytes = (await readFile(path)).byteLength;
  expect(bytes).toBeLessThan(21 * 1024 * 1024);
  expect(bytes / count).toBeLessThan(23_000);
  expect((await readFile(path, 'utf8')).split('\r\n')[1]).toMatch(/"x{2000}…",.*,,,$/);
});
