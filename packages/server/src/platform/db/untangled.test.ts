import { describe, expect, it } from 'vitest';
import { untangled } from './untangled.ts';

const ring = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

/** Fails so often before it gives its number. */
function failing(times: number, error: () => Error): { run: () => Promise<number>; count: () => number } {
  let count = 0;
  const run = async (): Promise<number> => {
    count++;
    if (count <= times) throw error();
    return count;
  };
  return { run, count: () => count };
}

describe('a transaction', () => {
  it('begins again when the database ended it in favour of another', async () => {
    expect(await untangled(failing(2, ring).run)).toBe(3);
    expect(await untangled(failing(1, () => Object.assign(new Error('translated'), { cause: ring() })).run)).toBe(2);
    expect(await untangled(failing(1, () => Object.assign(new Error('changed meanwhile'), { code: '40001' })).run)).toBe(2);
  });

  it('does not begin again for any other reason, nor for ever', async () => {
    const other = failing(1, () => Object.assign(new Error('not unique'), { code: '23505' }));
    await expect(untangled(other.run)).rejects.toThrow('not unique');
    expect(other.count()).toBe(1);
    const endless = failing(100, ring);
    await expect(untangled(endless.run)).rejects.toThrow('deadlock');
    expect(endless.count()).toBe(4);
  });
});
