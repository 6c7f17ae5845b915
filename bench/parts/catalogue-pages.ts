// What else a large catalogue must not slow down: a thousand items at once, and the page of an item.
import type pg from 'pg';
import type { StartedPortal } from '../../packages/server/testing/started-portal.ts';
import { openBrowser } from '../browser.ts';
import { groupIdOf, groupsOfMember, ownerNamed } from '../catalogue.ts';
import { percentile, processorMs, record, timed } from '../measure.ts';
import { ADMIN } from '../portal.ts';

const ITEMS = 1_000;
const BULK_SECONDS = 2;
const PAINT_MS = 1_000;
const VISITS = 9;

/** Shares and moves a thousand items of the member who has the most; the clock, and the processor time of the database. */
export async function measureThousand(portal: StartedPortal, pool: pg.Pool, on: string, databasePid: number): Promise<void> {
  const owner = ownerNamed(0);
  const found = await pool.query<{ id: string }>(`select id from item where owner = $1 and access = 'private' order by id limit ${ITEMS}`, [
    owner,
  ]);
  const items = found.rows.map((row) => row.id).join();
  const body = new URLSearchParams({ f: 'json', username: owner, password: ADMIN.password, client: 'requestip' });
  const call = async (
    path: string,
    params: Record<string, string>,
  ): Promise<{ token: string; folder: { id: string }; error?: unknown }> => {
    const reply = await (await fetch(`${portal.url}/sharing/rest/${path}`, { method: 'POST', body: new URLSearchParams(params) })).json();
    if (reply.error !== undefined) throw new Error(`${path}: ${JSON.stringify(reply.error)}`);
    return reply;
  };
  const { token } = await call('generateToken', Object.fromEntries(body));
  const content = `content/users/${owner}`;
  const { folder } = await call(`${content}/createFolder`, { f: 'json', token, title: `A thousand ${Date.now()}` });
  const groups = groupsOfMember(0).slice(0, 2).map(groupIdOf).join();
  const steps: [string, string, Record<string, string>][] = [
    ['sharing with the organisation and two groups', 'shareItems', { org: 'true', groups }],
    ['making private', 'shareItems', { org: 'false', everyone: 'false' }],
    ['taking out of two groups', 'unshareItems', { groups }],
    ['moving to a folder', 'moveItems', { folder: folder.id }],
  ];
  for (const [name, operation, params] of steps) {
    const before = processorMs([databasePid]);
    const { seconds } = await timed(() => call(`${content}/${operation}`, { f: 'json', token, items, ...params }));
    const processorSeconds = (processorMs([databasePid]) - before) / 1_000;
    record({ part: 'catalogue', name: `${name}, 1,000 items`, value: seconds, unit: 's', limit: BULK_SECONDS, on });
    record({ part: 'catalogue', name: `${name}, 1,000 items, processor time of the database`, value: processorSeconds, unit: 's', on });
  }
}

/** The time until something of an item's page is seen, each time in a browser without a cache. */
export async function measureItemPage(portal: StartedPortal, pool: pg.Pool, on: string): Promise<void> {
  const found = await pool.query<{ id: string }>(`select id from item where access = 'public' order by id limit ${VISITS}`);
  const browser = await openBrowser();
  const times: number[] = [];
  try {
    for (const { id } of found.rows) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
      const page = await context.newPage();
      await page.goto(`${portal.url}/home/item.html?id=${id}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const how = { part: 'catalogue', unit: 'ms', on } as const;
  record({ ...how, name: 'first paint of an item page, median', value: percentile(times, 0.5), limit: PAINT_MS });
  record({ ...how, name: 'first paint of an item page, slowest', value: Math.max(...times) });
}
