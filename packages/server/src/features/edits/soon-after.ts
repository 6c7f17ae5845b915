// What follows edits once they are committed: the extent narrows, and other points are drawn instead of those that left their places.
import type { Portal } from '../../platform/context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import { type Box, settleEdge, union } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { drawForGone, forgetGone, tablesWithGone } from '../points-gone.store.ts';

/** While edits of a layer go on, it follows them so often at most, and rests so many times as long as that took; less where much is left to do. */
const PAUSE_MS = 250;
const REST = 9;
const SHORT_REST = 3;

/** A layer that was edited lately. */
interface Lately {
  /** The box around what edits took from inside it since it followed the last time. */
  went: Box | null;
  /** Whether there is something to follow since then. */
  again: boolean;
  /** What is under way. */
  running: Promise<void>;
  /** What is to come after it, for all who wait. */
  next?: Promise<void> | undefined;
}

const latelyOf = perPortal(() => new Map<string, Lately>());

/**
 * The layer follows edits that took boxes from inside it, and, with `gone`, points from where they were drawn: nobody is told of the edits before. Of very
 * many points it does so for the first, and for the others soon.
 */
export async function follows(portal: Portal, layer: HostedLayer, went: readonly Box[], gone: boolean): Promise<void> {
  const { more } = await settled(portal, layer, went, gone);
  if (more) followsSoon(portal, layer, null);
}

async function settled(portal: Portal, layer: HostedLayer, went: readonly Box[], gone: boolean): Promise<{ more: boolean }> {
  try {
    await settleEdge(portal.db, layer, went);
    return gone ? await drawForGone(portal.db, baseTable(layer)) : { more: false };
  } catch (error) {
    // The edits are done: that something does not follow must not fail them.
    portal.log.warn({ err: error, table: baseTable(layer) }, 'a layer did not follow its edits');
    return { more: false };
  }
}

/** The layer follows an edit soon: at once after the first, then after as many as have come meanwhile. */
export function followsSoon(portal: Portal, layer: HostedLayer, was: Box | null): void {
  const all = latelyOf(portal);
  const table = baseTable(layer);
  const lately = all.get(table);
  if (lately === undefined) {
    const fresh: Lately = { went: was, again: true, running: Promise.resolve() };
    all.set(table, fresh);
    follow(portal, layer, fresh);
    return;
  }
  lately.went = union([lately.went, was].filter((box) => box !== null));
  lately.again = true;
}

function follow(portal: Portal, layer: HostedLayer, lately: Lately): void {
  const went = lately.went === null ? [] : [lately.went];
  lately.went = null;
  lately.again = false;
  void afterOthers(lately, async () => {
    const began = performance.now();
    const { more } = await settled(portal, layer, went, isPoint(layer));
    const took = performance.now() - began;
    setTimeout(
      () => {
        if (lately.again || more) follow(portal, layer, lately);
        else latelyOf(portal).delete(baseTable(layer));
      },
      Math.max(PAUSE_MS, (more ? SHORT_REST : REST) * took),
    ).unref();
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
