// What follows edits once they are committed: the extent narrows, and other points are drawn instead of those that left their places.
import type { Portal } from '../../platform/context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { type Box, settleEdge, union } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { drawForGone, forgetGone, tablesWithGone } from '../points-gone.store.ts';

/** While single edits of a layer go on, it follows them so often at most, and no more than a tenth of the time. */
const PAUSE_MS = 250;
const REST = 9;

/** A layer that was edited lately. */
interface Lately {
  /** The box around what single edits took from inside it since it followed the last time. */
  went: Box | null;
  /** What is under way. */
  running: Promise<void>;
  /** What is to come after it, for all who wait. */
  next?: Promise<void> | undefined;
}

const latelyOf = perPortal(() => new Map<string, Lately>());

/** The layer follows edits that took boxes from inside it, and, with `gone`, points from where they were drawn: nobody is told of the edits before. */
export async function follows(portal: Portal, layer: HostedLayer, went: readonly Box[], gone: boolean): Promise<void> {
  // The edits are done: that something does not follow must not fail them.
  await settled(portal, layer, went, gone).catch((error: unknown) =>
    portal.log.warn({ err: error, table: baseTable(layer) }, 'a layer did not follow its edits'),
  );
}

async function settled(portal: Portal, layer: HostedLayer, went: readonly Box[], gone: boolean): Promise<void> {
  await settleEdge(portal.db, layer, went);
  if (gone) while ((await drawForGone(portal.db, baseTable(layer))).more);
}

/** The layer follows a single edit soon: at once after the first, then after as many as have come meanwhile. */
export function followsSoon(portal: Portal, layer: HostedLayer, was: Box): void {
  const all = latelyOf(portal);
  const table = baseTable(layer);
  const lately = all.get(table);
  if (lately === undefined) {
    const fresh: Lately = { went: was, running: Promise.resolve() };
    all.set(table, fresh);
    follow(portal, layer, fresh);
  } else lately.went = union(lately.went === null ? [was] : [lately.went, was]);
}

function follow(portal: Portal, layer: HostedLayer, lately: Lately): void {
  const began = performance.now();
  const went = lately.went === null ? [] : [lately.went];
  lately.went = null;
  void afterOthers(lately, async () => {
    await follows(portal, layer, went, isPoint(layer));
    const pause = Math.max(PAUSE_MS, REST * (performance.now() - began));
    setTimeout(() => {
      if (lately.went === null) latelyOf(portal).delete(baseTable(layer));
      else follow(portal, layer, lately);
    }, pause).unref();
  });
}

/** Before points are drawn from afar: those that come instead of others which edits took away that this process has answered. */
export async function pointsFollow(portal: Portal, layer: HostedLayer): Promise<void> {
  const lately = latelyOf(portal).get(baseTable(layer));
  if (lately === undefined || !isPoint(layer)) return;
  // One statement for all who wait: who draws while others edit on and on does not wait for all of it.
  lately.next ??= afterOthers(lately, async () => {
    lately.next = undefined;
    await drawForGone(portal.db, baseTable(layer)).catch((error: unknown) =>
      portal.log.warn({ err: error }, 'points were drawn as before'),
    );
  });
  await lately.next;
}

/** One after the other: what is under way has taken its places already. */
async function afterOthers(lately: Lately, work: () => Promise<void>): Promise<void> {
  const before = lately.running;
  lately.running = before.then(work);
  await lately.running;
}

const isPoint = ({ geometryType }: HostedLayer): boolean => geometryType === 'esriGeometryPoint';

/** Draws others instead of points that went when a process ended before it could. */
export async function sweepGone(portal: Portal): Promise<void> {
  await forgetGone(portal.db);
  for (const table of await tablesWithGone(portal.db)) while ((await drawForGone(portal.db, table)).more);
}
