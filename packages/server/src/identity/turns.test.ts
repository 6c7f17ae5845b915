// Turns: a few at a time, one for each key, and an end to waiting.
import { describe, expect, it, vi } from 'vitest';
import { Turns } from './turns.ts';

describe('turns', () => {
  it('run a few at a time, in order for each key, and go on after failures', async () => {
    const turns = new Turns(2, 100);
    const running: string[] = [];
    const order: string[] = [];
    let most = 0;
    const work = (key: string, name: string) =>
      turns.run(key, async () => {
        expect(running).not.toContain(key);
        running.push(key);
        most = Math.max(most, running.length);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.splice(running.indexOf(key), 1);
        order.push(name);
        if (name === 'a2') throw new Error('failed');
      });
    const results = await Promise.allSettled([
      ...['a1', 'a2', 'a3'].map((name) => work('a', name)),
      ...['b1', 'c1', 'd1'].map((name) => work(name, name)),
    ]);
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1);
    expect(most).toBe(2);
    expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
    expect(order).toHaveLength(6);
  });

  it('turn away what would wait too long', async () => {
    const turns = new Turns(1, 1);
    const slow = () => turns.run('x', () => new Promise((resolve) => setTimeout(resolve, 10)));
    const [first, second, third] = await Promise.allSettled([slow(), slow(), slow()]);
    expect([first?.status, second?.status, third?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('may be several for each key, and leave room for others where one has much that waits', async () => {
    const turns = new Turns(4, 10, { atOnce: 2, mayWait: 1 });
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const work = (key: string) =>
      turns.run(key, async () => {
        running.push(key);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const first = ['a', 'a', 'a'].map(work);
    await expect(work('a')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const other = work('b');
    expect(running).toEqual(['a', 'a', 'b']);
    for (const end of ends.splice(0)) end();
    await other;
    await vi.waitFor(() => expect(running).toEqual(['a', 'a', 'b', 'a']));
    ends[0]?.();
    await Promise.all(first);
  });
});
