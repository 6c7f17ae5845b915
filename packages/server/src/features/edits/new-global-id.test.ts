import { expect, it } from 'vitest';
import { newGlobalId } from './new-global-id.ts';

const MOMENT = Date.UTC(2026, 10, 28, 21);
const DAY_MS = 86_400_000;

it('makes an id that is read as one, and another one each time', () => {
  const ids = Array.from({ length: 10_000 }, () => newGlobalId(MOMENT));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

it('has ids of the same days begin alike, behind those of the days before, and says no more of when they were made', () => {
  const start = (moment: number): string => newGlobalId(moment).slice(0, 5);
  expect(start(MOMENT)).toBe(start(MOMENT + 60_000));
  expect(start(MOMENT + 4 * DAY_MS) > start(MOMENT)).toBe(true);
  // The sixth digit is as good as any.
  expect(new Set(Array.from({ length: 1_000 }, () => newGlobalId(MOMENT)[5])).size).toBe(16);
});

it('has five digits of days at all times', () => {
  for (const moment of [0, DAY_MS, Date.UTC(9999, 0)]) expect(newGlobalId(moment)).toHaveLength(36);
});
