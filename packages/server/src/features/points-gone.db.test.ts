// Points that are drawn instead of those that went.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/crash/seeded-random.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { createIndexes } from './hosted-table.store.ts';
import type { HostedLayer } from './layers.rules.ts';
import { drawnCell, drawnCellAt, standsForOthers, THINNED_ZOOMS, THINNING_CELLS } from './tile-columns.rules.ts';

const HIDDEN = 7;
const LIMIT = 20037508.342789244;
/** Places so far apart that each has cells of its own from zoom level 0 on. */
const x = (n: number): number => -19_000_000 + n * 900_000;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table hosted.drawn (objectid integer primary key, globalid uuid not null default gen_random_uuid(), shape geometry, draw_zoom smallint not null)`.execute(
    database.db,
  );
  await createIndexes(database.db, {
    table: 'drawn',
    geometryType: 'esriGeometryPoint',
    fields: [],
    definition: {},
  } as unknown as HostedLayer);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate hosted.drawn`.execute(database.db);
  await sql`truncate points_gone`.execute(database.db);
});

const put = (points: readonly { id: number; x: number; y?: number; zoom: number }[]): Promise<unknown> =>
  sql`insert into hosted.drawn (objectid, shape, draw_zoom)
    select id, st_setsrid(st_makepoint(x, y), 3857), z from unnest(${points.map(({ id }) => id)}::int[], ${points.map((one) => one.x)}::float8[],
      ${points.map(({ y = 0 }) => y)}::float8[], ${points.map(({ zoom }) => zoom)}::int[]) as p (id, x, y, z)`.execute(database.db);

const gone = (places: readonly { x: number; zoom: number }[]): Promise<unknown> =>
  sql`insert into points_gone select 'drawn', x, 0, z from unnest(${places.map((one) => one.x)}::float8[], ${places.map(({ zoom }) => zoom)}::int[]) as p (x, z)`.execute(
    database.db,
  );

interface Drawn {
  taken: number;
  drawn: number;
  kept: number;
}

async function draw(most = 1000): Promise<Drawn> {
  const { rows } = await sql<Drawn>`
    select taken, drawn, kept from draw_for_gone('drawn', ${THINNED_ZOOMS}::int, ${THINNING_CELLS}::int, ${LIMIT}::float8, ${most}::int)`.execute(
    database.db,
  );
  return rows[0] as Drawn;
}

const zooms = async (): Promise<number[]> =>
  (await sql<{ z: number }>`select draw_zoom as z from hosted.drawn order by objectid`.execute(database.db)).rows.map(({ z }) => z);
const left = async (): Promise<number> =>
  Number((await sql<{ n: number }>`select count(*) as n from points_gone`.execute(database.db)).rows[0]?.n);

describe('instead of points that went', () => {
  it('others are drawn, of so many places at once', async () => {
    const all = Array.from({ length: 40 }, (_, n) => n);
    await put(all.map((n) => ({ id: n, x: x(n), zoom: HIDDEN })));
    await gone(all.map((n) => ({ x: x(n) + 100, zoom: 3 })));
    expect([await draw(30), await left()]).toEqual([{ taken: 30, drawn: 30, kept: 0 }, 10]);
    expect([await draw(30), await draw(30), await left()]).toEqual([{ taken: 10, drawn: 10, kept: 0 }, { taken: 0, drawn: 0, kept: 0 }, 0]);
    expect(new Set(await zooms())).toEqual(new Set([3]));
  });

  // Two points, each by its metres to the east and the level from which on it is drawn; the level of the one that went; the levels of both afterwards.
  it.each([
    ['the nearest comes', [500, 7, 90, 7], 4, [7, 4]],
    ['none comes where one stands for the cell', [90, 7, 500, 2], 4, [7, 2]],
    ['one that stands for a nearer level stands for this one too', [90, 6, 500, 7], 0, [0, 7]],
    ['the nearest comes for all levels, though others stand for nearer ones', [250_000, 1, 90, 7], 0, [1, 0]],
    ['one at the next finest level is found beside its cell', [7_000, 5, 90, 7], 5, [5, 6]],
    ['one that came by an edit is drawn beside it and stands for none', [90, -1, 500, 7], 3, [-1, 3]],
  ])('%s', async (_what, [east = 0, from = 0, otherEast = 0, otherFrom = 0], zoom, expected) => {
    await put([
      { id: 1, x: east, zoom: from },
      { id: 2, x: otherEast, zoom: otherFrom },
    ]);
    await gone([{ x: 100, zoom }]);
    await draw();
    expect(await zooms()).toEqual(expected);
  });

  it('the place is kept where somebody is changing the only one that could come', async (context) => {
    context.skip(process.env.GRATICULE_TEST_ENGINE === 'embedded', 'The embedded engine has one session.');
    await put([{ id: 1, x: 90, zoom: HIDDEN }]);
    await gone([{ x: 100, zoom: 2 }]);
    await database.db.transaction().execute(async (other) => {
      await sql`select 1 from hosted.drawn for update`.execute(other);
      expect([await draw(), await left(), await zooms()]).toEqual([{ taken: 1, drawn: 0, kept: 1 }, 1, [HIDDEN]]);
    });
    expect([await draw(), await left(), await zooms()]).toEqual([{ taken: 1, drawn: 1, kept: 0 }, 0, [2]]);
  });

  it('the nearest is found which the index gives in the order of distance', async () => {
    // So many points that the database walks the index from the nearest on, and none of them drawn. Numbers of four bytes, as the index has them, do not hold
    // such coordinates: the database then sorts what the index gives once more.
    await sql`insert into hosted.drawn (objectid, shape, draw_zoom) select n, st_setsrid(st_makepoint((n % 200) * 10 + 1000000.123, n / 200 * 10 - 1000.123), 3857), ${HIDDEN}
      from generate_series(0, 39999) as n`.execute(database.db);
    await sql`analyze hosted.drawn`.execute(database.db);
    const pages = async (): Promise<number> =>
      Number((await sql<{ n: number }>`select pg_relation_size('hosted.drawn') / 8192 as n`.execute(database.db)).rows[0]?.n);
    const before = await pages();
    await gone([{ x: 1_000_503, zoom: 0 }]);
    await draw();
    const { rows } = await sql<{ x: number; y: number }>`
      select st_x(shape) as x, st_y(shape) as y from hosted.drawn where draw_zoom = 0`.execute(database.db);
    expect(rows).toEqual([{ x: 1_000_500.123, y: -0.123 }]);
    expect(await pages()).toBeLessThanOrEqual(before + 1);
  });
});

it('whether a cell has a point that stands for others is asked of the index of cells', async () => {
  const { db } = database;
  await sql`insert into hosted.drawn (objectid, shape, draw_zoom) select n, st_setsrid(st_makepoint(n * 3000, n % 7 * 100000), 3857), n % 8
    from generate_series(-5000, 5000) as n`.execute(db);
  await sql`analyze hosted.drawn`.execute(db);
  const one = `${drawnCell('"shape"')} = ${drawnCell("ST_GeomFromText('POINT(3000 100000)', 3857)")} and ${standsForOthers('"draw_zoom"')}`;
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select 1 from hosted.drawn where ${sql.raw(one)} limit 1`.execute(db);
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using d_/);
});

it('the database and the server number the cells alike', async () => {
  const random = seededRandom(3);
  const side = 6522.626413668374;
  const places = Array.from({ length: 2_000 }, (_, n) => {
    const place = (): number => (random.next() * 2 - 1) * LIMIT;
    // A third of them at the very edges of cells.
    return n % 3 === 0 ? [random.integer(-3000, 3000) * side, random.integer(-3000, 3000) * side] : [place(), place()];
  }) as [number, number][];
  const { rows } = await sql<{ cell: number }>`
    select ${sql.raw(drawnCell('st_setsrid(st_makepoint(x, y), 3857)'))} as cell
    from unnest(${places.map(([at]) => at)}::float8[], ${places.map(([, at]) => at)}::float8[]) with ordinality as p (x, y, n) order by n`.execute(
    database.db,
  );
  expect(rows.map(({ cell }) => cell)).toEqual(places.map(([at, north]) => drawnCellAt(at, north)));
});
