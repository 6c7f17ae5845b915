import { describe, expect, it } from 'vitest';
import { FreshAnswers } from './fresh-answers.ts';

/** Answers that are given by hand. */
function questions() {
  const given: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const answer = (): Promise<number> => new Promise((resolve, reject) => given.push({ resolve, reject }));
  return { given, answer };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('FreshAnswers', () => {
  it('asks once more for all who came while the question was on its way', async () => {
    const { given, answer } = questions();
    const fresh = new FreshAnswers<number>();
    const first = fresh.ask('a', answer);
    const late = [fresh.ask('a', answer), fresh.ask('a', answer)];
    expect(given).toHaveLength(1);
    given[0]?.resolve(1);
    expect(await first).toBe(1);
    await settled();
    expect(given).toHaveLength(2);
    const later = fresh.ask('a', answer);
    given[1]?.resolve(2);
    expect(await Promise.all(late)).toEqual([2, 2]);
    await settled();
    expect(given).toHaveLength(3);
    given[2]?.resolve(3);
    expect(await later).toBe(3);
    await settled();
    const alone = fresh.ask('a', answer);
    expect(given).toHaveLength(4);
    given[3]?.resolve(4);
    expect(await alone).toBe(4);
  });

  it('keeps questions apart, and a refusal from those who ask later', async () => {
    const { given, answer } = questions();
    const fresh = new FreshAnswers<number>();
    const refused = fresh.ask('a', answer);
    const other = fresh.ask('b', answer);
    const late = fresh.ask('a', answer);
    given[0]?.reject(new Error('no'));
    given[1]?.resolve(5);
    await expect(refused).rejects.toThrow('no');
    expect(await other).toBe(5);
    await settled();
    given[2]?.resolve(6);
    expect(await late).toBe(6);
  });
});
