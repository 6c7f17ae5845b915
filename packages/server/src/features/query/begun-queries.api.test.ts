// A query may begin before it is known whether the caller may see the layer; what it found is given to nobody else.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import type { Portal } from '../../platform/context.ts';
import { HandingClient } from '../../platform/db/handing-client.ts';
import type { LookupStatement } from '../../platform/db/lookups.ts';
import { guessService } from '../known-services.ts';

let t: TestPortal;
let path: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', vera: 'user' } });
  const petra = t.as('petra');
  const text = 'name,lat,lon\nBasel,47.56,7.59\nBern,46.95,7.45\n';
  const publishParameters = { name: 'begun' };
  const reply = await petra.post(`content/users/${petra.username}/publish`, { text, fileType: 'csv', publishParameters });
  path = new URL(reply.services[0].serviceurl).pathname;
  itemId = reply.services[0].serviceItemId;
  await t.runJobs();
});
afterAll(() => t.close());
afterEach(() => vi.restoreAllMocks());

type Asker = TestPortal['stranger'];

const isEmbedded = (portal: Portal): boolean => portal.database.engine === 'embedded';
const own = (): string => `user:${t.as('petra').username}`;

/** As another process would: without any call on this one. */
async function setAccess(access: 'public' | 'private'): Promise<void> {
  const scopes = access === 'public' ? ['public', own()] : [own()];
  await t.portal.db.updateTable('item').set({ access, scopes }).where('id', '=', itemId).execute();
}

/** A query, and whether its statement had gone out when the sight of the service was answered. */
async function asked(who: Asker, input: object = {}): Promise<{ reply: Awaited<ReturnType<Asker['get']>>; begun: boolean }> {
  const { lookups } = t.portal.database;
  const ask = lookups.ask.bind(lookups);
  let isOut = false;
  let begun = false;
  type Sends = { query(this: unknown, ...args: unknown[]): unknown };
  const client = HandingClient.prototype as unknown as Sends;
  const { query } = client;
  const asking = vi.spyOn(client, 'query').mockImplementation(function (this: unknown, ...args) {
    isOut ||= /from hosted\."l_/.test((args[0] as { text?: string }).text ?? '');
    return query.apply(this, args);
  });
  const looking = vi.spyOn(lookups, 'ask').mockImplementation(async (statement: LookupStatement) => {
    const rows = await ask(statement);
    begun ||= isOut && statement.text.includes('feature_service');
    return rows;
  });
  const reply = await who.get(`${path}/0/query`, { where: '1=1', outFields: 'name', ...input });
  asking.mockRestore();
  looking.mockRestore();
  return { reply, begun };
}

const names = (reply: { features: { attributes: { name: string } }[] }): string[] =>
  reply.features.map((one) => one.attributes.name).sort();

/** Lets the portal see twice that nothing changes, so that the next query begins early. */
async function settle(who: Asker): Promise<void> {
  for (let round = 0; round < 3; round++) await who.get(`${path}/0/query`, { where: '1=1' });
}

describe('a query that begins early', () => {
  it('begins for those who were let in the last time, and for nobody else', async () => {
    await setAccess('public');
    await settle(t.stranger);
    const stranger = await asked(t.stranger);
    expect(names(stranger.reply)).toEqual(['Basel', 'Bern']);
    expect(stranger.begun).toBe(!isEmbedded(t.portal));
    expect((await asked(t.as('una'))).begun).toBe(false);
    expect((await asked(t.as('una'))).begun).toBe(!isEmbedded(t.portal));
  });

  it('gives nothing to those who may not see the layer any more, and does not begin for them again', async () => {
    await setAccess('public');
    for (const who of [t.stranger, t.as('una')]) await settle(who);
    await setAccess('private');
    for (const [who, code] of [
      [t.stranger, 499],
      [t.as('una'), 403],
    ] as const) {
      const first = await asked(who);
      expect(Object.keys(first.reply)).toEqual(['error']);
      expect(first.reply.error.code).toBe(code);
      const second = await asked(who);
      expect([second.reply.error.code, second.begun]).toEqual([code, false]);
    }
    await setAccess('public');
    expect(names((await asked(t.stranger)).reply)).toEqual(['Basel', 'Bern']);
  });

  it('does not say what is wrong with a question to those who may not ask', async () => {
    await setAccess('public');
    await settle(t.stranger);
    await setAccess('private');
    const { reply } = await asked(t.stranger, { where: 'nobody = 1', f: 'json' });
    expect(reply.error.code).toBe(499);
    await setAccess('public');
  });

  it('is asked again when the layer was changed meanwhile', async () => {
    await setAccess('public');
    await settle(t.stranger);
    const layer = t.portal.db.updateTable('feature_layer').where('item_id', '=', itemId);
    await layer.set({ ready: false }).execute();
    expect((await asked(t.stranger)).reply.error).toBeDefined();
    await layer.set({ ready: true }).execute();
    await settle(t.stranger);
    const settings = JSON.stringify({ maxRecordCount: 1 });
    await t.portal.db.updateTable('feature_service').set({ settings }).where('item_id', '=', itemId).execute();
    const { reply } = await asked(t.stranger);
    expect([names(reply), reply.exceededTransferLimit]).toEqual([['Basel'], true]);
    await t.portal.db.updateTable('feature_service').set({ settings: '{}' }).where('item_id', '=', itemId).execute();
    expect(names((await asked(t.stranger)).reply)).toEqual(['Basel', 'Bern']);
  });

  it('never begins where people see their own features alone', async () => {
    await setAccess('public');
    await settle(t.as('vera'));
    const closed = JSON.stringify({ capabilities: 'Create' });
    await t.portal.db.updateTable('feature_service').set({ settings: closed }).where('item_id', '=', itemId).execute();
    await settle(t.as('vera'));
    const hidden = await asked(t.as('vera'));
    expect([hidden.begun, hidden.reply.features]).toEqual([false, undefined]);
    await t.portal.db.updateTable('feature_service').set({ settings: '{}' }).where('item_id', '=', itemId).execute();
  });

  it('is given up when it turns out that nobody wants it', async () => {
    await setAccess('public');
    await settle(t.stranger);
    const { database } = t.portal;
    const visitor = { username: null, orgId: null } as never;
    expect(guessService(t.portal, visitor, 'begun')).toBeDefined();
    await setAccess('private');
    expect((await asked(t.stranger)).reply.error.code).toBe(499);
    expect(guessService(t.portal, visitor, 'begun')).toBeUndefined();
    await vi.waitFor(() => expect(database.pool.idleCount).toBe(database.pool.totalCount), { timeout: 20_000 });
    await setAccess('public');
  });
});
