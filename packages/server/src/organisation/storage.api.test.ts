// What administrators are told of the storage of their organisation holds nobody up.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import type { Portal } from '../platform/context.ts';
import { storageOfOrganisation } from './storage.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { boss: 'admin', petra: 'publisher' } });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
afterAll(() => t.close());

/** A portal that has added nothing up yet, and what happens before it is told a sum. */
function adding(before: () => Promise<void>): Portal {
  const db = t.portal.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await before();
      return result;
    },
  });
  return { ...t.portal, db };
}

it('is added up once for all who ask at the same time, and told as it was while it is added up anew', async () => {
  let added = 0;
  const portal = adding(async () => void added++);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const first = await Promise.all(Array.from({ length: 5 }, () => storageOfOrganisation(portal, t.orgId)));
  expect([added, new Set(first).size]).toEqual([1, 1]);
  await t.portal.db.updateTable('account').set({ storage_quota: 5 }).where('username', '=', t.as('petra').username).execute();
  now.mockReturnValue(9_000);
  expect(await storageOfOrganisation(portal, t.orgId)).toBe(first[0]);
  now.mockReturnValue(11_000);
  expect(await storageOfOrganisation(portal, t.orgId)).toBe(first[0]);
  await expect.poll(() => storageOfOrganisation(portal, t.orgId)).not.toBe(first[0]);
  expect(added).toBe(2);
  // What is too old is waited for.
  await t.portal.db.updateTable('account').set({ storage_quota: 6 }).where('username', '=', t.as('petra').username).execute();
  const before = await storageOfOrganisation(portal, t.orgId);
  now.mockReturnValue(80_000);
  expect((await storageOfOrganisation(portal, t.orgId))?.storageQuota).toBe((before?.storageQuota ?? 0) + 1);
});

it('is left out where nobody knows, or not in time', async () => {
  const failing = adding(() => Promise.reject(new Error('out of range')));
  expect(await storageOfOrganisation(failing, t.orgId)).toBeUndefined();
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const never = adding(() => held);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const told = storageOfOrganisation(never, t.orgId);
  vi.advanceTimersByTime(2_000);
  expect(await told).toBeUndefined();
  // Nobody waits again for the same sum.
  expect(await storageOfOrganisation(never, t.orgId)).toBeUndefined();
  end();
});

it('is told as the largest number there is where the sum is beyond all numbers', async () => {
  await t.portal.db
    .updateTable('account')
    .set({ storage_quota: '9223372036854775807' as never })
    .execute();
  expect(
    await storageOfOrganisation(
      adding(async () => undefined),
      t.orgId,
    ),
  ).toMatchObject({ storageQuota: Number.MAX_SAFE_INTEGER });
  expect((await t.as('boss').get('portals/self')).storageQuota).toBe(Number.MAX_SAFE_INTEGER);
});
