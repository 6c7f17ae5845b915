// Single edits that come while others of the same form are being written go together in the statement after them, with one commit for all.
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { EditedRow } from './edits.store.ts';
import { type AlikeEdit, alikeEdit, applyAlike, applyAlone, type SingleEdit } from './edits-at-once.store.ts';

/** What a statement takes at most: edits, and characters or bytes of their values beyond the first. */
const MOST_EDITS = 64;
const MOST_BYTES = 1_000_000;
/** Different proofs of a statement: each is a part of its text. */
const MOST_PROOFS = 4;

interface Waiting {
  alike: AlikeEdit;
  done(row: EditedRow | undefined): void;
  failed(error: unknown): void;
}

/**
 * With fewer edits of a lane on their way the next begin at once, so that callers who are few do not wait for one another's disk. With more, those
 * that come meanwhile go together: a statement for many costs less than several for some of them.
 */
const FEW = 3;

/** Those of one form that wait, while those before them are on their way. */
interface Lane {
  waiting: Waiting[];
  writing: number;
  isPlanned: boolean;
  /** Features that statements on their way change: the next edit of one waits for its answer. */
  held: Set<string>;
}

/** Lanes without edits that are kept for the next ones: of layers that are edited one after the other each would be made anew. */
const MOST_IDLE = 100;

/** Lanes by the form of their edits. */
const lanesOf = perPortal(({ database }) => ({ database, lanes: new Map<string, Lane>(), isCalm: true }));
type Lanes = ReturnType<typeof lanesOf>;

/**
 * Applies a single edit that is a whole call. What is wrong with it, or with others that it goes with, is told of it alone. Undefined when it met
 * no row, or one at the edge of the extent: the ordinary way says why, or looks for the new edge. With a proof it is made where that holds, and
 * undefined also when it does not or when somebody else is changing the feature.
 */
export async function editTogether(portal: Portal, single: SingleEdit): Promise<EditedRow | undefined> {
  const alike = alikeEdit(single);
  if (alike === undefined) return undefined;
  const row = await new Promise<EditedRow | undefined>((done, failed) => enter(lanesOf(portal), { alike, done, failed }));
  if (single.proof !== undefined) return row;
  // Somebody else may be changing the feature: only those who want it wait for that.
  return row ?? applyAlone(portal.database, single);
}

function enter(all: Lanes, one: Waiting): void {
  const { form } = one.alike;
  let lane = all.lanes.get(form);
  if (lane === undefined) {
    lane = { waiting: [], writing: 0, isPlanned: false, held: new Set() };
    all.lanes.set(form, lane);
  }
  lane.waiting.push(one);
  plan(all, form, lane);
}

/** After what has arrived together with this edit has been read, because it may be of the same form; at once while edits come one by one. */
function plan(all: Lanes, form: string, lane: Lane): void {
  if (lane.isPlanned || lane.held.size >= FEW) return;
  if (all.isCalm && lane.writing === 0) {
    begin(all, form, lane);
    return;
  }
  lane.isPlanned = true;
  setImmediate(() => {
    lane.isPlanned = false;
    begin(all, form, lane);
  });
}

function begin(all: Lanes, form: string, lane: Lane): void {
  const batch = takeFrom(lane);
  if (batch.length === 0) return;
  lane.writing++;
  void write(all.database, batch).finally(() => {
    lane.writing--;
    for (const { alike } of batch) lane.held.delete(alike.feature);
    all.isCalm = batch.length === 1 && lane.waiting.length === 0;
    if (lane.waiting.length > 0) plan(all, form, lane);
    else if (lane.writing === 0 && all.lanes.size > MOST_IDLE) all.lanes.delete(form);
  });
}

/** The next of a lane: each feature once, in the order in which they came. */
function takeFrom(lane: Lane): Waiting[] {
  const [only, second] = lane.waiting;
  if (only !== undefined && second === undefined && lane.held.size === 0) {
    lane.waiting = [];
    lane.held.add(only.alike.feature);
    return [only];
  }
  const taken = new Map<string, Waiting>();
  const left: Waiting[] = [];
  const proofs = new Set<string | undefined>();
  let bytes = 0;
  for (const one of lane.waiting) {
    bytes += sizeOf(one.alike);
    const key = one.alike.proof?.key;
    const isProven = proofs.has(key) || proofs.size < MOST_PROOFS;
    const fits = taken.size === 0 || (taken.size < MOST_EDITS && bytes <= MOST_BYTES && isProven);
    if (fits && !taken.has(one.alike.feature) && !lane.held.has(one.alike.feature)) {
      taken.set(one.alike.feature, one);
      proofs.add(key);
    } else left.push(one);
  }
  lane.waiting = left;
  for (const feature of taken.keys()) lane.held.add(feature);
  return [...taken.values()];
}

function sizeOf({ values }: AlikeEdit): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8), 0);
}

async function write(database: DatabaseHandle, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  try {
    const rows = await applyAlike(database, batch.length === 1 ? [first.alike] : alikeOf(batch));
    for (let at = 0; at < batch.length; at++) batch[at]?.done(rows[at]);
  } catch (error) {
    if (batch.length > 1 && isUndone(error)) await Promise.all(batch.map((one) => write(database, [one])));
    else for (const { failed } of batch) failed(error);
  }
}

const alikeOf = (batch: readonly Waiting[]): [AlikeEdit, ...AlikeEdit[]] => batch.map(({ alike }) => alike) as [AlikeEdit, ...AlikeEdit[]];

/** Whether the database has refused a statement and so kept nothing of it, and not because it is away or had too much to do. */
export function isUndone(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const state = [code, cause?.code].find((one) => typeof one === 'string' && /^[0-9A-Z]{5}$/.test(one));
  return typeof state === 'string' && /^(22|23|40|42|44|54|P0|XX)/.test(state);
}
