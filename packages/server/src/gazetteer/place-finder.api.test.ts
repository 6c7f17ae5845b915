// Looking up the places of many rows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTestPlaces } from '../../testing/places.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { PlaceFinder } from './place-finder.ts';
import type { PlaceWords } from './row-places.rules.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({});
  await loadTestPlaces(t.portal.db);
});
afterAll(() => t.close());

it('asks for the names of all rows at once, for each only once, and finds those of many more', async () => {
  const finder = new PlaceFinder(t.portal.db);
  const towns = ['Paris', 'Berlin', 'Munich', 'Zürich'].map((name) => ({ name }));
  const rows = Array.from({ length: 4_000 }, (_, i) => towns[i % 4] ?? {});
  let points: unknown[] = [];
  const find = (asked: readonly PlaceWords[]) => async () => {
    points = await finder.find(asked);
  };
  expect(await statementsOf(find(rows))).toBe(1);
  expect(points.slice(0, 5)).toEqual([2.3488, 13.4105, 11.5755, 8.55, 2.3488].map((x) => [x, expect.any(Number)]));
  expect(await statementsOf(find(rows))).toBe(0);
  expect(points.every((point) => point !== null)).toBe(true);
  // 1,500 names more go in two statements.
  const others = Array.from({ length: 1_500 }, (_, i) => ({ name: `Nowhere ${i}` }));
  expect(await statementsOf(find([...others, ...towns]))).toBe(2);
  expect(points.filter((point) => point !== null)).toHaveLength(4);
});

it('forgets names that were not asked for lately, and finds them again', async () => {
  const finder = new PlaceFinder(t.portal.db);
  const paris = await finder.find([{ name: 'Paris' }]);
  for (let from = 0; from < 25_000; from += 5_000)
    await finder.find(Array.from({ length: 5_000 }, (_, i) => ({ name: `Nowhere ${from + i}` })));
  expect(await finder.find([{ name: 'Paris' }, { name: 'Nowhere 7' }])).toEqual([...paris, null]);
});

it('gives a country its capital, and a region the places in it', async () => {
  const finder = new PlaceFinder(t.portal.db);
  const found = await finder.find([
    { country: 'Germany' },
    { line: 'France' },
    { line: 'Paris, Texas' },
    { name: 'Paris', region: 'Bayern', country: 'FR' },
    { name: 'Paris', region: 'Bavaria', country: 'FR' },
    { name: 'Springfield' },
    { name: 'Springfield', region: 'IL' },
    { country: 'Brazil' },
  ]);
  expect(found.map((point) => point?.[0] ?? null)).toEqual([13.4105, 2.3488, -95.5555, 2.3488, null, -93.2982, -89.6437, null]);
});
