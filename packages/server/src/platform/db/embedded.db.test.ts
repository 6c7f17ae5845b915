import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHE_DIR } from '../cache-dir.ts';
import { openDatabase, UNHURRIED } from './database.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts';
import { migrate } from './migrate.ts';
import { preparedTemplate } from './template.ts';

let dataDir: string;
let embedded: EmbeddedDatabase;
let opened: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'graticule-embedded-'));
  embedded = await startEmbeddedDatabase({
    dataDir,
    log: pino({ level: 'silent' }),
    templateDir: await preparedTemplate(CACHE_DIR),
    longestSilenceMs: 8_000,
  });
  opened = openDatabase(embedded.connection, 'embedded', 8);
  // The template may have to be made first.
}, 300_000);
afterAll(async () => {
  await opened?.handle.close();
  await embedded?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function setting(name: string): Promise<string> {
  const result = await opened.handle.pool.query<Record<string, string>>(`show ${name}`);
  return result.rows[0]?.[name] ?? '';
}

describe('the embedded database', () => {
  it('is migrated already when it comes from the template', async () => {
    expect(await migrate(embedded.connection)).toEqual([]);
  });

  it('flushes each commit to the disk by the only call that reaches it', async () => {
    expect([await setting('fsync'), await setting('synchronous_commit'), await setting('wal_sync_method')]).toEqual(['on', 'on', 'fsync']);
  });

  it('transforms from the text of a .prj file', async () => {
    const utm =
      'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
    const result = await opened.handle.pool.query<{ x: number }>(
      "select round(ST_X(ST_Transform('POINT(500000 4649776)'::geometry, $1::text, 4326))::numeric, 6)::float8 as x",
      [utm],
    );
    expect(result.rows[0]?.x).toBe(9);
  });

  it('lets work that nobody waits for wait while it is at something else, and tells others that it is away', async () => {
    const hurried = openDatabase(embedded.connection, 'embedded', 1, { ...UNHURRIED, embeddedConnectMs: 300 });
    const unhurried = openDatabase(embedded.connection, 'embedded', 1, UNHURRIED);
    // As making an index of a very large layer does.
    const busy = opened.handle.pool.query('select pg_sleep(1.5)');
    const ask = (db: typeof opened.db): Promise<unknown> => db.selectFrom('secret').select('name').limit(1).execute();
    try {
      await expect(ask(hurried.db)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(ask(unhurried.db)).resolves.toEqual(expect.any(Array));
    } finally {
      await busy;
      await Promise.all([hurried.handle.close(), unhurried.handle.close()]);
    }
  });

  it('says that it is away while it is dead, comes back by itself, and has kept every acknowledged row', async () => {
    for (let i = 0; i < 30; i++)
      await opened.db
        .insertInto('secret')
        .values({ name: `kept-${i}`, value: 'x' })
        .execute();
    const before = embedded.pid();
    process.kill(before ?? 0, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(opened.db.selectFrom('secret').selectAll().execute()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const rows = await eventually(() => opened.db.selectFrom('secret').select('name').where('name', 'like', 'kept-%').execute());
    expect(rows).toHaveLength(30);
    expect(embedded.pid()).not.toBe(before);
  });

  it('is not lost to a statement that does not come to an end', async () => {
    const before = embedded.pid();
    await expect(opened.handle.pool.query('select count(*) from generate_series(1::bigint, 1000000000000)')).rejects.toThrow();
    const rows = await eventually(() => opened.db.selectFrom('secret').select('name').where('name', '=', 'kept-1').execute());
    expect(rows).toHaveLength(1);
    expect(embedded.pid()).not.toBe(before);
  }, 90_000);
});

/** Tries again while the database is away, for at most 30 seconds. */
async function eventually<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt > 150) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
