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

/** Items of the catalogue that are shared and looked at. */
export interface ChosenItems {
  /** A thousand of the member who has the most, which nobody else sees. */
  own: readonly string[];
  /** Seen by everybody. */
  open: readonly string[];
}

/** Where, on which machine of whose speed, and with which items. */
export interface PagesPlace {
  portal: StartedPortal;
  on: string;
  databasePid: number;
  slower: number;
  chosen: ChosenItems;
}

/** Chooses items in a filled database. */
export async function chooseItems(database: pg.Pool | pg.Client): Promise<ChosenItems> {
  const ids = async (condition: string, count: number): Promise<string[]> =>
    (await database.query<{ id: string }>(`select id from item where ${condition} order by id limit ${count}`)).rows.map((row) => row.id);
  return { own: await ids(`owner = '${ownerNamed(0)}' and access = 'private'`, ITEMS), open: await ids("access = 'public'", VISITS) };
}

/** Shares and moves a thousand items; the clock, and the processor time of the database. */
export async function measureThousand({ portal, on, databasePid, slower, chosen }: PagesPlace): Promise<void> {
  const owner = ownerNamed(0);
  const items = chosen.own.join();
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
    record({ part: 'catalogue', name: `${name}, 1,000 items`, value: seconds, unit: 's', limit: slower * BULK_SECONDS, on });
    record({ part: 'catalogue', name: `${name}, 1,000 items, processor time of the database`, value: processorSeconds, unit: 's', on });
  }
}

/** The time until something of an item's page is seen, each time in a browser without a cache. */
export async function measureItemPage({ portal, on, slower, chosen }: PagesPlace): Promise<void> {
  const browser = await openBrowser();
  const times: number[] = [];
  try {
    for (const id of chosen.open) {
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
  record({ ...how, name: 'first paint of an item page, median', value: percentile(times, 0.5), limit: slower * PAINT_MS });
  record({ ...how, name: 'first paint of an item page, slowest', value: Math.max(...times) });
}
