// Tiles whose small polygons are merged, against the polygons themselves: what was covered stays covered, what was empty stays empty.
import { tileBounds, tileSize } from '@graticule/geo/project/tile-grid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/crash/seeded-random.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { type MergedSource, receiveMergedRows } from './merged-rows.store.ts';

let test: FreshDatabase;

beforeAll(async () => {
  test = await freshDatabase();
  await test.handle.pool.query('create table shapes (objectid bigint primary key, shape geometry)');
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.handle.pool.query('truncate shapes');
});

const Z = 3;
const TILE = { z: Z, x: 4, y: 3 };
const BOUNDS = tileBounds(Z, TILE.x, TILE.y);
const CELL = tileSize(Z) / 96;
const UNIT = tileSize(Z) / 4096;
/** A pixel where a tile is drawn 683 pixels wide: between 512 and 1,024. */
const PIXEL = 6 * UNIT;

/** What is covered, and of squares what the tile tells of those that they stand for, in metres. */
interface Box {
  id: number;
  side?: number | undefined;
  spread?: number | undefined;
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}
const areaOf = (box: Box): number => (box.xmax - box.xmin) * (box.ymax - box.ymin);

/** A rectangle whose middle lies at so many cells from the corner of the tile, with sides in cells. */
function boxAt(id: number, [column, row]: readonly [number, number], [width, height]: readonly [number, number]): Box {
  const [x, y] = [BOUNDS.xmin + column * CELL, BOUNDS.ymin + row * CELL];
  return { id, xmin: x - (width * CELL) / 2, xmax: x + (width * CELL) / 2, ymin: y - (height * CELL) / 2, ymax: y + (height * CELL) / 2 };
}

async function store(boxes: readonly Box[]): Promise<void> {
  const column = (name: 'id' | 'xmin' | 'ymin' | 'xmax' | 'ymax'): number[] => boxes.map((box) => box[name]);
  await test.handle.pool.query(
    `insert into shapes select id, ST_MakeEnvelope(a, b, c, d, 3857)
     from unnest($1::bigint[], $2::float8[], $3::float8[], $4::float8[], $5::float8[]) t (id, a, b, c, d)`,
    [column('id'), column('xmin'), column('ymin'), column('xmax'), column('ymax')],
  );
}

const SOURCE: MergedSource = {
  table: 'shapes',
  values: [],
  shape: '"shape"',
  condition: '',
  order: '',
  limit: 40_000,
  merged: { cell: CELL, units: 4096 / 96 },
};

/** What the tile shows. */
async function shown(source = SOURCE): Promise<Box[]> {
  const boxes: Box[] = [];
  await receiveMergedRows(test.handle, source, TILE, {
    row: (row) => {
      const at = (index: number): [number, number] => {
        const start = (row.starts[1] as number) + 13 + index * 16;
        return [row.view.getFloat64(start, true), row.view.getFloat64(start + 8, true)];
      };
      const [xmin, ymin] = at(0);
      const [xmax, ymax] = at(2);
      const told = (index: number): number | undefined => (row.isNull(index) ? undefined : row.integer(index));
      boxes.push({ id: row.integer(0), xmin, ymin, xmax, ymax, side: told(2), spread: told(3) });
      return undefined;
    },
  });
  return boxes;
}

/** Whether a place is covered by one of the rectangles, or lies within a distance of one. */
function covers(boxes: readonly Box[], distance = 0): (x: number, y: number) => boolean {
  const buckets = new Map<string, Box[]>();
  const bucket = (value: number): number => Math.floor(value / CELL);
  for (const box of boxes) {
    for (let i = bucket(box.xmin - distance); i <= bucket(box.xmax + distance); i++)
      for (let j = bucket(box.ymin - distance); j <= bucket(box.ymax + distance); j++) {
        const list = buckets.get(`${i} ${j}`) ?? [];
        list.push(box);
        buckets.set(`${i} ${j}`, list);
      }
  }
  return (x, y) =>
    (buckets.get(`${bucket(x)} ${bucket(y)}`) ?? []).some(
      (box) => x > box.xmin - distance && x < box.xmax + distance && y > box.ymin - distance && y < box.ymax + distance,
    );
}

/** Places where the one covers and the other does not within a distance. */
function strayed(one: readonly Box[], other: readonly Box[], distance: number): number {
  const random = seededRandom(7);
  const [isCovered, isNear] = [covers(one), covers(other, distance)];
  let count = 0;
  for (let sample = 0; sample < 20_000; sample++) {
    const [x, y] = [BOUNDS.xmin + random.next() * (REACH + 5) * CELL, BOUNDS.ymin + random.next() * (REACH + 5) * CELL];
    if (isCovered(x, y) && !isNear(x, y)) count++;
  }
  return count;
}

/** Cells of the tile, from its corner, in which polygons lie: the embedded engine takes its time. */
const REACH = 40;

/** Polygons of many sizes without overlaps: each has a piece of the plane for itself, of half a cell to three. */
function scattered(seed: number): Box[] {
  const random = seededRandom(seed);
  const pitch = random.pick([0.3, 0.45, 0.6, 1.5, 3]);
  const filled = random.pick([0.2, 0.7, 1]);
  const boxes: Box[] = [];
  const count = Math.floor(REACH / pitch);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (random.next() > filled) continue;
      const side = (): number => pitch * (filled === 1 ? 1 : 0.05 + 0.95 * random.next());
      boxes.push(boxAt(boxes.length + 1, [(i + 0.5) * pitch, (j + 0.5) * pitch], [side(), side()]));
    }
  }
  return boxes;
}

/** Buildings of a fiftieth of a pixel in towns of many sizes, denser in their middle. */
function towns(seed: number): Box[] {
  const random = seededRandom(seed);
  const boxes: Box[] = [];
  for (let town = 0; town < 60; town++) {
    const [x, y] = [2 + random.next() * (REACH - 4), 2 + random.next() * (REACH - 4)];
    const size = Math.ceil(2 / (1 - 0.99 * random.next()));
    const away = (): number => (random.next() + random.next() + random.next() - 1.5) * 0.08 * Math.sqrt(size);
    for (let i = 0; i < size; i++) boxes.push(boxAt(boxes.length + 1, [x + away(), y + away()], [0.004, 0.004]));
  }
  return boxes;
}

/** Share of the cells with polygons that is covered. */
function coveredShare(boxes: readonly Box[]): number {
  const random = seededRandom(9);
  const isCovered = covers(boxes);
  let count = 0;
  for (let sample = 0; sample < 40_000; sample++) {
    if (isCovered(BOUNDS.xmin + random.next() * REACH * CELL, BOUNDS.ymin + random.next() * REACH * CELL)) count++;
  }
  return count / 40_000;
}

describe('tiles with merged polygons', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('cover what the polygons cover, and nothing a cell away from them (set %i)', async (seed) => {
    const boxes = scattered(seed);
    await store(boxes);
    const drawn = await shown();
    expect(strayed(drawn, boxes, CELL)).toBe(0);
    // A cell in which little lies shows a square that is as small; it stands where most of it lies.
    expect(strayed(boxes, drawn, CELL)).toBe(0);
  });

  it.each([11, 12, 13, 14])('show in each cell one of its polygons, as large as all of them together (set %i)', async (seed) => {
    const boxes = scattered(seed);
    await store(boxes);
    const drawn = await shown();
    const cells = new Map<string, Box[]>();
    const [small, large] = [boxes.filter((box) => sizeOf(box) <= CELL / 2), boxes.filter((box) => sizeOf(box) > CELL / 2)];
    for (const box of small) {
      const key = `${Math.floor((box.xmin + box.xmax) / 2 / CELL)} ${Math.floor((box.ymin + box.ymax) / 2 / CELL)}`;
      cells.set(key, [...(cells.get(key) ?? []), box]);
    }
    expect(drawn).toHaveLength(large.length + cells.size);
    const byId = new Map(drawn.map((box) => [box.id, box]));
    for (const box of large) expect(areaOf(byId.get(box.id) ?? box)).toBeCloseTo(areaOf(box), -1);
    for (const members of cells.values()) {
      const square = byId.get(Math.min(...members.map(({ id }) => id)));
      const share = Math.min(1, members.reduce((sum, box) => sum + areaOf(box), 0) / CELL ** 2);
      const expected = members.length > 1 && share >= 0.7 ? 1 : share;
      expect(areaOf(square as Box) / CELL ** 2).toBeCloseTo(expected, 6);
    }
  });

  it.each([0.48, 0.4, 0.34])('leave no gaps where polygons lie side by side, %f of a cell wide', async (pitch) => {
    const boxes: Box[] = [];
    const count = Math.floor((REACH + 3) / pitch);
    for (let i = 0; i < count; i++)
      for (let j = 0; j < count; j++) boxes.push(boxAt(boxes.length + 1, [(i + 0.5) * pitch, (j + 0.5) * pitch], [pitch, pitch]));
    await store(boxes);
    const drawn = await shown();
    expect(drawn.length).toBeLessThan(2_200);
    // Cells along the edge are not covered all over.
    const inner = boxes.filter(({ xmax, ymax }) => xmax < BOUNDS.xmin + REACH * CELL && ymax < BOUNDS.ymin + REACH * CELL);
    expect(strayed(inner, drawn, 1)).toBe(0);
    // Nor does anything reach into the next square: nothing is drawn twice.
    const area = drawn.reduce((sum, box) => sum + areaOf(box), 0);
    expect(area / (count * pitch * CELL) ** 2).toBeCloseTo(1, 1);
    const whole = drawn.filter((box) => areaOf(box) > 0.999 * CELL ** 2);
    expect(whole.length).toBeGreaterThan(0.9 * drawn.length);
    for (const box of whole) expect(box.spread).toBeUndefined();
    // Squares tell how wide what they stand for is, in steps of a unit of the tile.
    for (const box of drawn) expect(Math.abs((box.side ?? 0) - pitch * CELL)).toBeLessThan(UNIT);
  });

  it.each([21, 22, 23])('show towns of polygons far below a pixel as large as their outlines make them (set %i)', async (seed) => {
    const boxes = towns(seed);
    await store(boxes);
    const drawn = await shown();
    for (const box of drawn) {
      expect(areaOf(box)).toBeGreaterThanOrEqual(0.99 * UNIT ** 2);
      expect(box.spread ?? 0).toBeGreaterThan(0);
    }
    const widened = (box: Box, by: number): Box => ({
      ...box,
      xmin: box.xmin - by / 2,
      xmax: box.xmax + by / 2,
      ymin: box.ymin - by / 2,
      ymax: box.ymax + by / 2,
    });
    const outlined = boxes.map((box) => widened(box, PIXEL));
    const spread = drawn.map((box) => widened(box, box.spread ?? 0));
    // Nothing reaches further than into the next cell, and all of it together covers about as much.
    expect(strayed(spread, outlined, CELL)).toBe(0);
    expect(strayed(outlined, spread, CELL)).toBe(0);
    const share = coveredShare(spread) / coveredShare(outlined);
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.2);
  });

  it('show what lies alone and is smaller than a unit of the tile', async () => {
    await store([boxAt(1, [10.5, 10.5], [0.001, 0.001]), boxAt(2, [20.5, 20.5], [0.3, 0.3])]);
    const [dust, plain] = await shown();
    expect(areaOf(dust as Box)).toBeCloseTo(UNIT ** 2, -1);
    expect(dust?.spread).toBeGreaterThan(3 * UNIT);
    expect(areaOf(plain as Box)).toBeCloseTo((0.3 * CELL) ** 2, -1);
    expect([plain?.side, plain?.spread]).toEqual([undefined, undefined]);
  });

  it('show the largest where there are too many', async () => {
    await store([boxAt(1, [10, 10], [1, 1]), boxAt(2, [20, 20], [3, 3]), boxAt(3, [30, 30], [2, 2])]);
    expect((await shown({ ...SOURCE, limit: 2 })).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('are empty where nothing lies', async () => {
    expect(await shown()).toEqual([]);
  });
});

const sizeOf = (box: Box): number => Math.max(box.xmax - box.xmin, box.ymax - box.ymin);
