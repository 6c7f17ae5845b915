// What follows edits once they are committed: the extent narrows, and other points are drawn instead of those that left their places.
import type { Portal } from '../../platform/context.ts';
import { withoutFence } from '../../platform/db/work-fence.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { type Box, saysReplaced, settleEdge, union } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { drawForGone, forgetGone, MOST_PLACES, tablesWithGone } from '../points-gone.store.ts';

/**
 * While edits of a layer go on, it follows them so often at most, and rests so many times as long as that took. It rests less where much is left to do and no edit has
 * come meanwhile, or where it has been behind for so long: whoever edits comes first, but not for ever.
 */
const PAUSE_MS = 250;
const LONGEST_MS = 5_000;
const REST = 9;
const SHORT_REST = 3;
const PATIENT_MS = 60_000;
/** What did not work comes again after a second, then after two, four and so on, so many times. */
const MOST_TRIES = 8;
const AGAIN_MS = 1_000;
/** After an error so few places are looked at at least: perhaps it took too long. */
const LEAST_PLACES = 50;
/** How long a tile waits at most. */
const TILE_WAITS_MS = 2_000;

/** A layer that was edited lately. */
interface Lately {
  layer: HostedLayer;
  /** The box around what edits took from inside it since it followed the last time. */
  went: Box | null;
  /** Whether there is something to follow since then. */
  again: boolean;
  /** Times that it did not work, one after the other. */
  failures: number;
  /** How many places are looked at at once. */
  places: number;
  /** Since when much has been left to do each time. */
  behindSince?: number | undefined;
  /** What is under way. */
  running: Promise<void>;
  /** What is to come after it, for all who wait. */
  next?: Promise<void> | undefined;
}

/** What came of following: whether there is more, and whether something has to be tried again. */
interface Followed {
  more: boolean;
  failed: boolean;
  /** Whether a part of it was done. */
  got?: boolean;
}

const latelyOf = perPortal(() => new Map<string, Lately>());

/**
 * The layer follows edits that took boxes from inside it, and, with `gone`, points from where they were drawn: nobody is told of the edits before. Of very
 * many points it does so for the first, and for the others soon.
 */
export async function follows(portal: Portal, layer: HostedLayer, went: readonly Box[], gone: boolean): Promise<void> {
  const edge = await edgeFollows(portal, layer, went);
  const points = gone ? await drawn(portal, layer) : { more: false, failed: false };
  if (edge.failed || points.failed || points.more) followsSoon(portal, layer, edge.failed ? union(went) : null);
}

/** The edits are done: that something does not follow must not fail them. */
async function edgeFollows(portal: Portal, layer: HostedLayer, went: readonly Box[]): Promise<{ failed: boolean }> {
  try {
    await settleEdge(portal.db, layer, went);
    return { failed: false };
  } catch (error) {
    if (saysReplaced(error)) return { failed: false };
    portal.log.warn({ err: error, table: baseTable(layer) }, 'the extent of a layer did not follow');
    return { failed: true };
  }
}

async function drawn(portal: Portal, layer: HostedLayer, lately?: Lately): Promise<Followed> {
  const table = baseTable(layer);
  try {
    const done = await drawForGone(portal.db, table, lately?.places);
    if (lately !== undefined) lately.places = MOST_PLACES;
    return { more: done.more, failed: done.kept > 0, got: done.drawn > 0 };
  } catch (error) {
    // Nothing is left to follow of a table that was given up.
    if (saysReplaced(error)) return { more: false, failed: false };
    portal.log.warn({ err: error, table }, 'points are drawn as before');
    if (lately !== undefined) lately.places = Math.max(LEAST_PLACES, Math.floor(lately.places / 2));
    return { more: false, failed: true };
  }
}

/** The layer follows an edit soon: at once after the first, then after as many as have come meanwhile. */
export function followsSoon(portal: Portal, layer: HostedLayer, was: Box | null): void {
  const all = latelyOf(portal);
  const table = baseTable(layer);
  const lately = all.get(table);
  if (lately === undefined) {
    const fresh: Lately = { layer, went: was, again: true, failures: 0, places: MOST_PLACES, running: Promise.resolve() };
    all.set(table, fresh);
    // It goes on when the job that loaded the rows is over.
    withoutFence(() => follow(portal, fresh));
    return;
  }
  lately.went = around(lately.went, was);
  lately.again = true;
}

const around = (one: Box | null, other: Box | null): Box | null => union([one, other].filter((box) => box !== null));

function follow(portal: Portal, lately: Lately): void {
  void afterOthers(lately, async () => {
    const { layer, went } = lately;
    lately.went = null;
    lately.again = false;
    const began = performance.now();
    const edge = await edgeFollows(portal, layer, went === null ? [] : [went]);
    if (edge.failed) lately.went = around(lately.went, went);
    const points: Followed = isPoint(layer) ? await drawn(portal, layer, lately) : { more: false, failed: false };
    const failed = edge.failed || points.failed;
    lately.failures = failed && !points.got ? lately.failures + 1 : 0;
    const now = performance.now();
    lately.behindSince = points.more ? (lately.behindSince ?? now) : undefined;
    const rest = restAfter({ again: lately.again, behindMs: now - (lately.behindSince ?? now), more: points.more }) * (now - began);
    const pause = failed ? AGAIN_MS * 2 ** lately.failures : Math.min(LONGEST_MS, Math.max(PAUSE_MS, rest));
    setTimeout(() => {
      const all = latelyOf(portal);
      // Nothing comes after the end of the portal.
      if (all.get(baseTable(layer)) !== lately) return;
      if (lately.again || points.more || (failed && lately.failures < MOST_TRIES)) follow(portal, lately);
      else all.delete(baseTable(layer));
    }, pause).unref();
  });
}

/** How many times as long it rests as it took: `again` says whether edits have come meanwhile, `more` whether much is left to do. */
export function restAfter({ again, more, behindMs }: { again: boolean; more: boolean; behindMs: number }): number {
  return more && (!again || behindMs > PATIENT_MS) ? SHORT_REST : REST;
}

/** Before points are drawn from afar: those that come instead of others which edits took away that this process has answered, unless that takes long. */
export async function pointsFollow(portal: Portal, layer: HostedLayer): Promise<void> {
  const lately = latelyOf(portal).get(baseTable(layer));
  if (lately === undefined || !isPoint(layer)) return;
  // One statement for all who wait: who draws while others edit on and on does not wait for all of it.
  lately.next ??= withoutFence(() =>
    afterOthers(lately, async () => {
      lately.next = undefined;
      const { failed } = await drawn(portal, layer, lately);
      if (failed) lately.again = true;
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((done) => {
    timer = setTimeout(done, TILE_WAITS_MS);
  });
  await Promise.race([lately.next, enough]);
  clearTimeout(timer);
}

/** At the end of the portal: layers follow what they have not followed yet, once. @throws never */
export async function followAtEnd(portal: Portal): Promise<void> {
  const all = latelyOf(portal);
  const pending = [...all.values()];
  all.clear();
  for (const lately of pending) {
    if (lately.again) follow(portal, lately);
    await lately.running;
  }
}

/** One after the other: what is under way has taken its places already. */
async function afterOthers(lately: Lately, work: () => Promise<void>): Promise<void> {
  const before = lately.running;
  lately.running = before.then(work);
  await lately.running;
}

const isPoint = ({ geometryType }: HostedLayer): boolean => geometryType === 'esriGeometryPoint';

/** Draws others instead of points that went when a process ended before it could; as far as it gets on. */
export async function sweepGone(portal: Portal): Promise<void> {
  await forgetGone(portal.db);
  for (const table of await tablesWithGone(portal.db)) {
    for (;;) {
      const { more, drawn: came, kept } = await drawForGone(portal.db, table);
      if (!more || (came === 0 && kept > 0)) break;
    }
  }
}
