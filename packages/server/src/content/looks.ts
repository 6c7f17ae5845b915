// How often items are looked at, in all and on each day: gathered in memory and written now and then, so that a look costs no statement
// and nobody waits for the row of an item that many look at.
import { MAX_USAGE_DAYS } from '@graticule/contract/content/usage';
import type { Portal } from '../platform/context.ts';
import { perPortal } from '../platform/per-portal.ts';
import { addDailyViews, addViews, type DayCount, forgetDailyViews, type Looks } from './usage.store.ts';

const DAY_MS = 86_400_000;
/** Looks that a killed process loses at most. */
const WAIT_MS = 5_000;
/** Different items and days that are held; more are written at once. */
const MAX_HELD = 2_000;
const FORGET_BATCH = 5_000;
/** Items whose rows are locked at a time. */
const VIEWS_BATCH = 200;

/** Looks that are not written yet. */
interface Held {
  counts: Map<string, DayCount>;
  /** The same by item, over all days. */
  looks: Map<string, Looks>;
  timer: NodeJS.Timeout | undefined;
  /** Day whose start forgot what is too old. */
  forgotten: string;
  /** Whether anybody looked at anything since the portal was opened. */
  isUsed: boolean;
}

const heldOf = perPortal((): Held => ({ counts: new Map(), looks: new Map(), timer: undefined, forgotten: '', isUsed: false }));

/** The day of a time as `YYYY-MM-DD`, UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Notes a look at an item. */
export function noteView(portal: Portal, itemId: string): void {
  const held = heldOf(portal);
  held.isUsed = true;
  const at = portal.clock.now();
  const day = dayOf(at.getTime());
  held.looks.set(itemId, { itemId, views: (held.looks.get(itemId)?.views ?? 0) + 1, at });
  const key = `${itemId} ${day}`;
  const known = held.counts.get(key);
  if (known === undefined) held.counts.set(key, { itemId, day, views: 1 });
  else known.views++;
  if (held.counts.size >= MAX_HELD) void writeViews(portal);
  else held.timer ??= setTimeout(() => void writeViews(portal), WAIT_MS).unref();
}

/** Looks at an item that this process has not written yet. */
export function heldViews(portal: Portal, itemId: string): number {
  return heldOf(portal).looks.get(itemId)?.views ?? 0;
}

/** Writes what was noted. Looks that cannot be written are lost: they are worth no retry. @throws never */
export async function writeViews(portal: Portal): Promise<void> {
  const held = heldOf(portal);
  if (!held.isUsed) return;
  clearTimeout(held.timer);
  held.timer = undefined;
  const counts = [...held.counts.values()];
  // In the order of the key, so that two processes never wait for each other.
  const looks = [...held.looks.values()].sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
  held.counts.clear();
  held.looks.clear();
  const today = dayOf(portal.clock.now().getTime());
  try {
    for (let at = 0; at < looks.length; at += VIEWS_BATCH) await addViews(portal.db, looks.slice(at, at + VIEWS_BATCH));
    if (counts.length > 0) await addDailyViews(portal.db, counts);
    if (held.forgotten !== today) await forgetOld(portal, held, today);
  } catch (error) {
    portal.log.warn({ err: error, looks: counts.length }, 'could not write looks at items');
  }
}

/** Some rows with each writing, until nothing that is too old is left for the day. */
async function forgetOld(portal: Portal, held: Held, today: string): Promise<void> {
  const before = dayOf(portal.clock.now().getTime() - MAX_USAGE_DAYS * DAY_MS);
  if ((await forgetDailyViews(portal.db, before, FORGET_BATCH)) < FORGET_BATCH) held.forgotten = today;
}
