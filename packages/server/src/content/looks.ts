// How often items are looked at on each day: gathered in memory and written now and then, so that a look costs no statement more.
import { MAX_USAGE_DAYS } from '@graticule/contract/content/usage';
import type { Portal } from '../platform/context.ts';
import { addDailyViews, type DayCount, forgetDailyViews } from './usage.store.ts';

const DAY_MS = 86_400_000;
/** Looks that a killed process loses at most. */
const WAIT_MS = 5_000;
/** Different items and days that are held; more are written at once. */
const MAX_HELD = 2_000;
const FORGET_BATCH = 5_000;

/** Looks that are not written yet. */
interface Held {
  counts: Map<string, DayCount>;
  timer: NodeJS.Timeout | undefined;
  /** Day whose start forgot what is too old. */
  forgotten: string;
}

const holding = new WeakMap<Portal['db'], Held>();

function heldOf(portal: Portal): Held {
  const known = holding.get(portal.db);
  if (known !== undefined) return known;
  const fresh: Held = { counts: new Map(), timer: undefined, forgotten: '' };
  holding.set(portal.db, fresh);
  return fresh;
}

/** The day of a time as `YYYY-MM-DD`, UTC. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Notes a look at an item. */
export function noteView(portal: Portal, itemId: string): void {
  const held = heldOf(portal);
  const day = dayOf(portal.clock.now().getTime());
  const key = `${itemId} ${day}`;
  const known = held.counts.get(key);
  if (known === undefined) held.counts.set(key, { itemId, day, views: 1 });
  else known.views++;
  if (held.counts.size >= MAX_HELD) void writeViews(portal);
  else held.timer ??= setTimeout(() => void writeViews(portal), WAIT_MS).unref();
}

/** Writes what was noted. Looks that cannot be written are lost: they are worth no retry. @throws never */
export async function writeViews(portal: Portal): Promise<void> {
  const held = holding.get(portal.db);
  if (held === undefined) return;
  clearTimeout(held.timer);
  held.timer = undefined;
  const counts = [...held.counts.values()];
  held.counts.clear();
  const today = dayOf(portal.clock.now().getTime());
  try {
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
