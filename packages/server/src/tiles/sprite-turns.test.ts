import { expect, it } from 'vitest';
import { SpriteTurns } from './sprite-turns.ts';

/** Turns that one piece of work has begun to hold up, and what is done once it ends. */
function heldUp() {
  const turns = new SpriteTurns();
  const done: string[] = [];
  let end: () => void = () => undefined;
  const first = turns.run({ itemId: 'first', orgId: 'zero' }, () => new Promise<void>((resolve) => (end = resolve)));
  const asked: Promise<unknown>[] = [first];
  return {
    ask: (orgId: string, itemId: string): Promise<boolean> => {
      const run = turns.run({ itemId, orgId }, async () => {
        done.push(`${orgId} ${itemId}`);
        return true;
      });
      asked.push(run);
      return run.then((ran) => ran === true);
    },
    finish: async (): Promise<string[]> => {
      end();
      await Promise.all(asked);
      return done;
    },
  };
}

it('organisations take turns however many services one of them has, and services in each', async () => {
  const { ask, finish } = heldUp();
  const asked = [...['a', 'a', 'a', 'b', 'c'].map((service) => ask('large', service)), ask('small', 'x')];
  expect(await finish()).toEqual(['large a', 'small x', 'large a', 'large b', 'large c', 'large a']);
  expect(await Promise.all(asked)).not.toContain(false);
});

it('an organisation for which too much waits takes no place of another', async () => {
  const { ask, finish } = heldUp();
  const many = Array.from({ length: 200 }, (_, n) => ask('large', `${n}`));
  const other = ask('small', 'x');
  expect((await finish())[1]).toBe('small x');
  expect(await other).toBe(true);
  const ran = (await Promise.all(many)).filter(Boolean).length;
  expect(ran).toBe(21);
});
