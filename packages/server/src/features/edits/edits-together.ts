// Single edits that come while others of the same form are being written go together in the statement after them, with one commit for all.
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { EditedRow } from './edits.store.ts';
import { type AlikeEdit, alikeEdit, applyAlike, applyAlone, type SingleEdit } from './edits-at-once.store.ts';

/** What a statement takes at most: edits, and characters or bytes of their values beyond the first. */
const MOST_EDITS = 64;
const MOST_BYTES = 1_000_000;

interface Waiting {
  alike: AlikeEdit;
  done(row: EditedRow | undefined): void;
  failed(error: unknown): void;
}

/** Those of one form that wait, while those before them are on their way. */
interface Lane {
  waiting: Waiting[];
  isWriting: boolean;
  isPlanned: boolean;
}

/** Lanes by the form of their edits. */
const lanesOf = perPortal(({ database }) => ({ database, lanes: new Map<string, Lane>() }));
type Lanes = ReturnType<typeof lanesOf>;

/**
 * Applies a single edit that is a whole call. What is wrong with it, or with others that it goes with, is told of it alone. Undefined when it met
 * no row, or one at the edge of the extent: the ordinary way says why, or looks for the new edge.
 */
export async function editTogether(portal: Portal, single: SingleEdit): Promise<EditedRow | undefined> {
  const alike = alikeEdit(single);
  if (alike === undefined) return undefined;
  const row = await new Promise<EditedRow | undefined>((done, failed) => enter(lanesOf(portal), { alike, done, failed }));
  // Somebody else may be changing the feature: only those who want it wait for that.
  return row ?? applyAlone(portal.database, single);
}

function enter(all: Lanes, one: Waiting): void {
  const { form } = one.alike;
  const lane = all.lanes.get(form) ?? { waiting: [], isWriting: false, isPlanned: false };
  all.lanes.set(form, lane);
  lane.waiting.push(one);
  plan(all, form, lane);
}

/** After what has arrived together with this edit has been read, because it may be of the same form. */
function plan(all: Lanes, form: string, lane: Lane): void {
  if (lane.isWriting || lane.isPlanned) return;
  lane.isPlanned = true;
  setImmediate(() => {
    lane.isPlanned = false;
    lane.isWriting = true;
    void write(all.database, takeFrom(lane)).finally(() => {
      lane.isWriting = false;
      if (lane.waiting.length > 0) plan(all, form, lane);
      else all.lanes.delete(form);
    });
  });
}

/** The next of a lane: each feature once, in the order in which they came. */
function takeFrom(lane: Lane): Waiting[] {
  const taken = new Map<string, Waiting>();
  const left: Waiting[] = [];
  let bytes = 0;
  for (const one of lane.waiting) {
    bytes += sizeOf(one.alike);
    const fits = taken.size === 0 || (taken.size < MOST_EDITS && bytes <= MOST_BYTES);
    if (fits && !taken.has(one.alike.feature)) taken.set(one.alike.feature, one);
    else left.push(one);
  }
  lane.waiting = left;
  return [...taken.values()];
}

function sizeOf({ values }: AlikeEdit): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8), 0);
}

async function write(database: DatabaseHandle, batch: readonly Waiting[]): Promise<void> {
  const [first, ...others] = batch;
  if (first === undefined) return;
  try {
    const rows = await applyAlike(database, [first.alike, ...others.map(({ alike }) => alike)]);
    for (const [at, { done }] of batch.entries()) done(rows[at]);
  } catch (error) {
    if (others.length > 0 && isUndone(error)) await Promise.all(batch.map((one) => write(database, [one])));
    else for (const { failed } of batch) failed(error);
  }
}

/** Whether the database has refused a statement and so kept nothing of it, and not because it is away or had too much to do. */
function isUndone(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const state = [code, cause?.code].find((one) => typeof one === 'string' && /^[0-9A-Z]{5}$/.test(one));
  return typeof state === 'string' && /^(22|23|40|42|44|54|P0|XX)/.test(state);
}
