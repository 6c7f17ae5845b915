// Boxes drawn on the small map.
import { expect, test } from 'vitest';
import { boxBetween, readBox, viewAround, WORLD, zoomed } from './area-box.ts';

test('two corners in any order make a box in degrees', () => {
  expect(boxBetween(WORLD, [0.75, 0.75], [0.5, 0.25])).toEqual([0, -45, 90, 45]);
});

test('a drag past the edge ends at the edge of the world', () => {
  expect(boxBetween(WORLD, [-0.2, 0.5], [1.3, 1.4])).toEqual([-180, -90, 180, 0]);
});

test('zooming keeps the point under the pointer and stays within the world', () => {
  const nearer = zoomed(WORLD, 0.5, [0.25, 0.5]);
  expect(nearer).toEqual({ x: 45, y: 45, width: 180 });
  expect(zoomed(nearer, 8)).toEqual(WORLD);
});

test('a view around a box shows all of it', () => {
  const view = viewAround([5, 58, 25, 70]);
  expect(view.x).toBeLessThan(185);
  expect(view.x + view.width).toBeGreaterThan(205);
  expect(view.y).toBeLessThan(20);
  expect(view.y + view.width / 2).toBeGreaterThan(32);
});

test('a small box is shown with a coast around it, and looked at more closely', () => {
  const around = viewAround([10, 50, 10.01, 50.01]);
  expect(around.width).toBe(16);
  const near = [1, 2, 3, 4, 5, 6, 7, 8].reduce((view) => zoomed(view, 0.5), around);
  expect(near.width).toBe(0.125);
  const [west, south, east, north] = boxBetween(near, [0, 0], [1, 1]);
  expect([east - west, north - south].map((side) => Math.round(side * 1e4) / 1e4)).toEqual([0.125, 0.0625]);
});

test('what is no box is none', () => {
  expect(readBox('5,58,25,70')).toEqual([5, 58, 25, 70]);
  for (const text of [undefined, '', '1,2,3', '10,0,5,1', 'a,b,c,d']) expect(readBox(text)).toBeUndefined();
});
