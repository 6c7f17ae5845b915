// Many connections at once on the embedded database: every answer belongs to its question.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CACHE_DIR } from '../cache-dir.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts';
import { preparedTemplate } from './template.ts';

let dataDir: string;
let embedded: EmbeddedDatabase;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'graticule-exchanges-'));
  embedded = await startEmbeddedDatabase({ dataDir, log: pino({ level: 'silent' }), templateDir: await preparedTemplate(CACHE_DIR) });
  // The template may have to be made first.
}, 300_000);
afterAll(async () => {
  await embedded?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(embedded.connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

describe('the embedded database', () => {
  it('never mixes the statements of different connections, however large their values are', async () => {
    const big = 'x'.repeat(700_000);
    const clients = await Promise.all(Array.from({ length: 6 }, connect));
    const wrong: string[] = [];
    await Promise.all(
      clients.map(async (client, who) => {
        for (let turn = 0; turn < 25; turn++) {
          const value = `${who}-${turn}`;
          const text = who % 2 === 0 ? `select $1::text as v, length($2::text) as n` : 'select $1::text as v';
          const { rows } = await client.query<{ v: string; n?: number }>(text, who % 2 === 0 ? [value, big] : [value]);
          if (rows[0]?.v !== value) wrong.push(`${value} got ${rows[0]?.v}`);
          if (who % 2 === 0 && rows[0]?.n !== big.length) wrong.push(`${value} got no length`);
        }
      }),
    );
    expect(wrong).toEqual([]);
    await Promise.all(clients.map((client) => client.end()));
  });

  it('is started again when errors have worn its stack, and a statement that asks for too much does not do so', async () => {
    const client = await connect();
    const pid = embedded.pid();
    await expect(client.query(`select ${'('.repeat(20_000)}1${')'.repeat(20_000)}`)).rejects.toThrow();
    expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    expect(embedded.pid()).toBe(pid);
    const lost = "select ST_Transform(ST_SetSRID('POINT(17000000 8600000)'::geometry, 54030), 3857)";
    let failed = 0;
    while (embedded.pid() === pid && failed < 20_000) {
      const error: unknown = await client.query(lost).catch((one: unknown) => one);
      failed++;
      if ((error as { code?: string }).code !== 'XX000') await new Promise((resolve) => setTimeout(resolve, 200));
      if (!(error as { code?: string }).code) break;
    }
    expect(failed).toBeGreaterThan(500);
    const again = async (): Promise<unknown> => {
      const other = await connect();
      const { rows } = await other.query('select 2 as n');
      await other.end();
      return rows;
    };
    await expect.poll(() => again().catch(() => 'away'), { timeout: 30_000, interval: 300 }).toEqual([{ n: 2 }]);
    expect(embedded.pid()).not.toBe(pid);
  }, 120_000);

  it('goes on when a connection breaks in the middle of an exchange or a transaction', async () => {
    const [broken, other] = [await connect(), await connect()];
    await broken.query('begin');
    void broken.query('select $1::text, pg_sleep(0.2)', ['y'.repeat(500_000)]).catch(() => undefined);
    (broken as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect((await other.query<{ n: number }>('select 1 + $1::integer as n', [1])).rows).toEqual([{ n: 2 }]);
    await other.end();
  });

  it('answers the next question after one that failed', async () => {
    const client = await connect();
    await expect(client.query('select 1 / $1::integer', [0])).rejects.toThrow('division by zero');
    expect((await client.query<{ n: number }>('select $1::integer as n', [3])).rows).toEqual([{ n: 3 }]);
    await client.end();
  });
});
