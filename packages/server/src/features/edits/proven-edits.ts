// Edits whose right is decided by the very statement that makes them: single ones, by people and of layers that were seen before.
import type { Claim } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { LayerAddress } from '../admin.ts';
import { type HostedService, keepsChanges } from '../layers.rules.ts';
import { rememberedLayer } from '../services.ts';
import { applyProven } from './apply.ts';
import { type EditsInput, type EditsOutcome, outcome, readWork } from './edits.ts';
import { Proof } from './edits-at-once.store.ts';
import { itemsFollow } from './item-follows.ts';
import { repairsTold } from './repaired.ts';

/**
 * Makes the edit of a call that has no other. What the call says is checked against the layer and the person as they were the last time; the
 * statement writes only where the database finds both unchanged. Undefined when nothing was done.
 */
export async function editProven(
  portal: Portal,
  claim: Claim,
  address: LayerAddress,
  input: EditsInput,
): Promise<EditsOutcome | undefined> {
  if (!isSingle(input)) return undefined;
  const known = rememberedLayer(portal, claim.caller, address);
  if (known === undefined) return undefined;
  // Who may not, or asks for what cannot be, is told so by the ordinary way.
  const work = await readWork(portal, claim.caller, known.found, input).catch(() => undefined);
  // The settings that say so are in the row that the proof compares. Of the source of a view it tells nothing.
  const turns = isView(known.found.service) || keepsChanges(known.found.service);
  const result = work && (await applyProven(portal, work, new Proof([claim.proof, ...known.proof], { turns })));
  if (work === undefined || result === undefined) return undefined;
  const following = itemsFollow(portal, [work.layer]);
  if (following !== undefined) await following;
  const told = repairsTold(portal, [work], [work.lists.map((list) => list.map(() => result))]);
  const [results = []] = told instanceof Promise ? await told : told;
  return outcome(results);
}

const isView = ({ settings }: HostedService): boolean => settings.isView === true;

/** Whether there may be one edit and nothing else, told without reading it. */
function isSingle({ adds, updates, deletes, attachments }: EditsInput): boolean {
  if ((attachments ?? null) !== null) return false;
  return lengthOf(adds) + lengthOf(updates) === (deletes === undefined ? 1 : 0);
}

/** How long a list is; not a number for what is none. */
const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : (list ?? null) === null ? 0 : Number.NaN);
