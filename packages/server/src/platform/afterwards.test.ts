import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { afterwards } from './afterwards.ts';

it('does nothing before the event loop has looked for requests again', async () => {
  const done: string[] = [];
  afterwards(() => done.push('first'));
  await Promise.resolve();
  expect(done).toEqual([]);
  // Comes in the same turn as the first look, and so before what is put off.
  await nextTurn();
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(['first']);
});

it('does what came together together and in order, and what came later later', async () => {
  const done: number[] = [];
  for (const one of [1, 2]) afterwards(() => done.push(one));
  await nextTurn();
  afterwards(() => {
    done.push(3);
    afterwards(() => done.push(4));
  });
  await nextTurn();
  expect(done).toEqual([1, 2, 3]);
  await nextTurn();
  await nextTurn();
  expect(done).toEqual([1, 2, 3, 4]);
});

it('goes on with the others where one throws', async () => {
  const done: string[] = [];
  afterwards(() => {
    throw new Error('a full disk');
  });
  afterwards(() => done.push('other'));
  await nextTurn();
  await nextTurn();
  expect(done).toEqual(['other']);
});
