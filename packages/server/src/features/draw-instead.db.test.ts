// Points that are drawn instead of those that went: how long is looked for them.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';

const PLACES = 40;
const HIDDEN = 99;
const x = (n: number): number => -19_000_000 + n * 900_000;

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await sql`create table hosted.drawn (objectid integer primary key, shape geometry(point, 3857), draw_zoom integer not null)`.execute(
    database.db,
  );
  // Each look takes half a second, as where very many points went from one place.
  await sql`create view hosted.slowly as select * from hosted.drawn where (select pg_sleep(0.5)) is not null`.execute(database.db);
});
afterAll(() => database.close());

/** Hides a point at each place and looks for one to draw at all of them; how many were found. */
async function drawn(table: 'drawn' | 'slowly', most: number): Promise<number> {
  const { db } = database;
  await sql`truncate hosted.drawn`.execute(db);
  const xs = Array.from({ length: PLACES }, (_, n) => x(n));
  await sql`insert into hosted.drawn select n, st_setsrid(st_makepoint(x, 0), 3857), ${HIDDEN}
    from unnest(${xs}::float8[]) with ordinality as place (x, n)`.execute(db);
  await sql`select draw_instead(${table}, ${xs}::float8[], ${xs.map(() => 0)}::float8[], 1, 96, 20037508.342789244, ${most})`.execute(db);
  const found = await sql<{ n: number }>`select count(*)::integer as n from hosted.drawn where draw_zoom < ${HIDDEN}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

// The embedded database sleeps with the processor.
describe.runIf(process.env.GRATICULE_TEST_ENGINE !== 'embedded')('what is drawn instead of points that went', () => {
  it('is looked for at each place, up to a number of places', async () => {
    expect([await drawn('drawn', 1_000), await drawn('drawn', 7)]).toEqual([PLACES, 7]);
  });

  it('is not looked for any longer once that has taken some seconds, and what was found stays', async () => {
    // All of them would take forty seconds, and a statement ends with an error after thirty.
    const found = await drawn('slowly', 1_000);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(PLACES / 2);
  });
});

describe('a point of a large layer that goes', () => {
  it('leaves its place to the nearest, which the index gives in the order of distance', async () => {
    const { db } = database;
    // So many points that the database walks the index from the nearest on, and none of them drawn. Numbers of four bytes, as the index has them, do not hold
    // such coordinates: the database then sorts what the index gives once more.
    await sql`create table hosted.crowd (objectid bigint primary key, shape geometry(point, 3857), draw_zoom smallint not null)`.execute(
      db,
    );
    await sql`insert into hosted.crowd select n, st_setsrid(st_makepoint((n % 200) * 10 + 1000000.123, n / 200 * 10 + 1000000.123), 3857), ${HIDDEN}
      from generate_series(0, 39999) as n`.execute(db);
    await sql`create index on hosted.crowd using gist (shape)`.execute(db);
    await sql`analyze hosted.crowd`.execute(db);
    const pages = async (): Promise<number> =>
      Number((await sql<{ n: number }>`select pg_relation_size('hosted.crowd') / 8192 as n`.execute(db)).rows[0]?.n);
    const before = await pages();
    await sql`select draw_instead('crowd', array[1000503.0::float8], array[1000497.0::float8], 1, 96, 20037508.342789244, 1000)`.execute(
      db,
    );
    const { rows } = await sql<{ x: number; y: number }>`
      select st_x(shape) as x, st_y(shape) as y from hosted.crowd where draw_zoom = 0`.execute(db);
    expect(rows).toEqual([{ x: 1_000_500.123, y: 1_000_500.123 }]);
    expect(await pages()).toBeLessThanOrEqual(before + 1);
  });
});
