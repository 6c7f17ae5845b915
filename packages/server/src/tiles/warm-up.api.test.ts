// What is done before anybody asks for a tile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { warmUpTiles } from './warm-up.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal();
});
afterAll(() => t.close());

it('makes tiles of points and polygons, and leaves the connection that did to those who come first', async () => {
  const { pool, engine } = t.portal.database;
  if (engine === 'embedded') return;
  expect(await warmUpTiles(t.portal)).toBe(18_000);
  expect(pool.idleCount).toBeGreaterThan(0);
});
