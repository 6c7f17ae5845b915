// Lists of names in sentences.
import { expect, it } from 'vitest';
import { someOf } from './some-of.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `n${i}`);

it.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a, b'],
  [names(20), names(20).join(', ')],
  [names(23), `${names(20).join(', ')}, … (+3)`],
  [['x'.repeat(150), 'y'.repeat(60), 'z'], `${'x'.repeat(150)}, … (+2)`],
  [['x'.repeat(300)], `${'x'.repeat(200)}…`],
  [['x'.repeat(300), 'y'], `${'x'.repeat(200)}…, … (+1)`],
])('of %j is told %s', (all, text) => {
  expect(someOf(all)).toBe(text);
});
