// How much an item is used over time.
import { type ItemUsage, MAX_USAGE_DAYS } from '@graticule/contract/content/usage';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { requireItem } from './items.ts';
import { dayOf, writeViews } from './looks.ts';
import { dailyViews } from './usage.store.ts';

const DAY_MS = 86_400_000;

/**
 * Looks at an item by day, today included.
 * @throws ITEM_NOT_FOUND, FORBIDDEN for everybody but the owner and administrators, INVALID_PARAMETER
 */
export async function readUsage(portal: Portal, caller: Caller, id: string, days = 30): Promise<ItemUsage> {
  if (days < 1 || days > MAX_USAGE_DAYS) throw fail('INVALID_PARAMETER', { values: ['days', `must be 1 to ${MAX_USAGE_DAYS}`] });
  const item = await requireItem(portal, caller, id, 'status');
  await writeViews(portal);
  const today = Math.floor(portal.clock.now().getTime() / DAY_MS) * DAY_MS;
  const start = today - (days - 1) * DAY_MS;
  const counted = new Map((await dailyViews(portal.db, item.id, dayOf(start))).map((row) => [row.day, row.views]));
  const views = Array.from({ length: days }, (_, index) => {
    const date = start + index * DAY_MS;
    return { date, count: counted.get(dayOf(date)) ?? 0 };
  });
  return { itemId: item.id, total: views.reduce((sum, { count }) => sum + count, 0), views };
}
