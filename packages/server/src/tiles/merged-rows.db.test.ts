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

interface Box {
  id: number;
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
  const column = (name: keyof Box): number[] => boxes.map((box) => box[name]);
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
  merged: { cell: CELL },
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
      boxes.push({ id: row.integer(0), xmin, ymin, xmax, ymax });
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

  it('leave no gaps where polygons lie side by side', async () => {
    const boxes: Box[] = [];
    for (let i = 0; i < 90; i++)
      for (let j = 0; j < 90; j++) boxes.push(boxAt(boxes.length + 1, [(i + 0.5) * 0.48, (j + 0.5) * 0.48], [0.48, 0.48]));
    await store(boxes);
    const drawn = await shown();
    expect(drawn.length).toBeLessThan(2_200);
    // Cells along the edge are not covered all over.
    const inner = boxes.filter(({ xmax, ymax }) => xmax < BOUNDS.xmin + REACH * CELL && ymax < BOUNDS.ymin + REACH * CELL);
    expect(strayed(inner, drawn, 1)).toBe(0);
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
