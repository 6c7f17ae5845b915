// Applies checked edits to one or more layers in one transaction.
import { PortalError } from '@graticule/contract/errors';
import { type Told, told, toldOf } from '@graticule/contract/refusals/refusal';
import { CHANGED_SINCE } from '@graticule/contract/services/feature-server';
import type { EditResult } from '@graticule/contract/services/layer';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { untangled } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import { deleteAttachmentsOf, featureIdentity, objectIdOf } from '../attachments/attachments.store.ts';
import { type Box, refuseReplaced, settleFacts } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { type Gone, goneOf } from '../points-gone.store.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { holdLayers } from '../sync/change-tracking.store.ts';
import {
  codeOfRefused,
  EDIT_FAILED,
  type Edit,
  type Fault,
  failedResult,
  NO_SUCH_FEATURE,
  NOT_ALLOWED,
  undoneResult,
  wireGlobalId,
} from './edit.ts';
import type { FileEdits, FileResults } from './edit-files.ts';
import {
  deleteFeature,
  type EditedRow,
  holdFeatures,
  inSavepoint,
  insertFeature,
  isLost,
  type OwnedBy,
  updateFeature,
} from './edits.store.ts';
import type { Proof } from './edits-at-once.store.ts';
import { editTogether, isUndone } from './edits-together.ts';
import { repairsTold } from './repaired.ts';
import { follows, followsSoon } from './soon-after.ts';
import { holdVersion } from './versions.store.ts';

/** The edits of one layer: lists of additions, changes and deletions, and what must be owned by the caller. */
export interface LayerWork {
  layer: HostedLayer;
  lists: readonly (readonly (Edit | Fault)[])[];
  ownedToUpdate: OwnedBy | null;
  ownedToDelete: OwnedBy | null;
  /** Edits of files, after those of features; what it throws undoes the call. */
  files?: FileEdits;
}

/** What goes with edits, in the same transaction: once their layers are held, and with their results once they are made. */
export interface Beside {
  begin(db: Db): Promise<void>;
  end(db: Db, made: readonly { lists: readonly (readonly EditResult[])[]; files: FileResults | undefined }[]): Promise<void>;
}

/** Thrown inside the transaction to undo it. */
class Undo extends Error {}

/** What happened to a layer. */
interface Tally {
  layer: HostedLayer;
  count: number;
  came: Box[];
  went: Box[];
  gone: Gone[];
  deleted: number[];
  changed: boolean;
}

/**
 * Applies edits; gives for each work the results in the order of its lists. With `together` one failure undoes all.
 * @source EDIT-1, EDIT-7
 */
export async function applyWork(
  portal: Portal,
  works: readonly LayerWork[],
  together: boolean,
  beside?: Beside,
): Promise<EditResult[][][]> {
  const only = beside === undefined ? onlyEdit(works) : undefined;
  const alone = only && (await applyAtOnce(portal, only.work, only.edit));
  if (alone !== undefined) return repairsTold(portal, works, allOf(works, alone));
  let results: EditResult[][][] = [];
  let keys: string[] = [];
  let edges: { layer: HostedLayer; went: readonly Box[]; gone: boolean }[] = [];
  const work = async (db: Db): Promise<void> => {
    [results, keys, edges] = [[], [], []];
    const tallies: Tally[] = [];
    let failed = false;
    await holdAll(db, works);
    await beside?.begin(db);
    // What is undone as a whole need not be undone by itself.
    const alone = together && works.flatMap((one) => one.lists.flat()).length === 1 && works.every((one) => one.files === undefined);
    for (const one of works) await one.files?.begin(db);
    for (const one of works) {
      const tally: Tally = { layer: one.layer, count: 0, came: [], went: [], gone: [], deleted: [], changed: false };
      tallies.push(tally);
      const lists: EditResult[][] = [];
      results.push(lists);
      for (const list of one.lists) {
        const done: EditResult[] = [];
        lists.push(done);
        for (const edit of list) done.push(await applyOne(db, one, edit, { tally, alone }));
      }
      failed ||= lists.flat().some((result) => !result.success);
    }
    // After the features of all parts of the call: a file may come before the part that adds the feature it belongs to.
    for (const one of works) {
      const files = await one.files?.apply(db);
      if (files !== undefined) keys.push(...files.keysGone);
      failed ||= files?.ok === false;
    }
    if (together && failed) throw new Undo();
    const made = works.map(({ files }, at) => ({ lists: results[at] ?? [], files: files?.results }));
    await beside?.end(db, made);
    // Always in the same order, so that calls that edit several layers never wait for each other in a ring.
    for (const tally of tallies.toSorted((a, b) => (baseTable(a.layer) < baseTable(b.layer) ? -1 : 1))) {
      if (!tally.changed) continue;
      if (tally.layer.definition.hasAttachments) keys.push(...(await deleteAttachmentsOf(db, baseTable(tally.layer), tally.deleted)));
      const went = await settleFacts(db, tally.layer, tally);
      edges.push({ layer: tally.layer, went, gone: tally.gone.length > 0 });
    }
    // Last, as everywhere: whose room it is waits for nobody who holds a layer.
    const files = works.flatMap((one) => one.files ?? []);
    for (const one of files.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))) await one.requireRoom(db);
  };
  try {
    // Bytes of files are in the store before, and what became of them is settled after.
    await untangled(() => portal.db.transaction().execute(work));
  } catch (error) {
    for (const one of works) await one.files?.settle(error);
    refuseReplaced(error);
    if (!(error instanceof Undo)) throw error;
    return works.map((one, w) => one.lists.map((list, at) => list.map((edit, index) => undone(edit, results[w]?.[at]?.[index]))));
  }
  for (const one of works) await one.files?.settle();
  await dropBytes(portal, keys);
  for (const { layer, went, gone } of edges) await follows(portal, layer, went, gone);
  return repairsTold(portal, works, results);
}

/** The result of the only edit, in its place. */
function allOf(works: readonly LayerWork[], result: EditResult): EditResult[][][] {
  return works.map(({ lists }) => lists.map((list) => list.map(() => result)));
}

/** Holds the layers, and the features that are changed in the order of their ids, so that two calls never wait for each other in a ring. */
async function holdAll(db: Db, works: readonly LayerWork[]): Promise<void> {
  await holdLayers(
    db,
    works.map(({ layer }) => baseTable(layer)),
  );
  for (const { layer, lists } of works.toSorted((a, b) => (baseTable(a.layer) < baseTable(b.layer) ? -1 : 1))) {
    const keys = lists.flat().flatMap((edit) => (edit.kind === 'update' || edit.kind === 'delete' ? [edit.key] : []));
    if (keys.length > 1) await holdFeatures(db, layer, keys);
  }
}

/** The edit of a call that has no other, and none that concerns files. */
function onlyEdit(works: readonly LayerWork[]): { work: LayerWork; edit: Edit } | undefined {
  let only: { work: LayerWork; edit: Edit | Fault } | undefined;
  for (const work of works) {
    if (work.files !== undefined) return undefined;
    for (const list of work.lists) {
      for (const edit of list) {
        if (only !== undefined) return undefined;
        only = { work, edit };
      }
    }
  }
  if (only === undefined) return undefined;
  const { work, edit } = only;
  if (edit.kind === 'fault' || (edit.kind === 'delete' && work.layer.definition.hasAttachments)) return undefined;
  // compared with the row in the ordinary way
  if (edit.kind !== 'add' && edit.version !== undefined) return undefined;
  return { work, edit };
}

/**
 * Applies the edit of a call that has no other, by a statement that makes it where the proof holds. Undefined when nothing was done: because the proof
 * does not hold, or because the edit needs the ordinary way. @throws when nobody knows whether it was done
 */
export async function applyProven(portal: Portal, work: LayerWork, proof: Proof): Promise<EditResult | undefined> {
  const only = onlyEdit([work]);
  if (only === undefined) return undefined;
  const owned = only.edit.kind === 'delete' ? work.ownedToDelete : work.ownedToUpdate;
  try {
    const row = await editTogether(portal, { layer: work.layer, edit: only.edit, owned, proof });
    if (row?.was) followsSoon(portal, work.layer, row.was);
    return row && succeeded(row);
  } catch (error) {
    if (isUndone(error)) return undefined;
    throw error;
  }
}

/** Undefined when the edit needs the ordinary way. */
async function applyAtOnce(portal: Portal, work: LayerWork, edit: Edit): Promise<EditResult | undefined> {
  try {
    const owned = edit.kind === 'delete' ? work.ownedToDelete : work.ownedToUpdate;
    const row = await editTogether(portal, { layer: work.layer, edit, owned }).catch(translateQueryError);
    if (row?.was) followsSoon(portal, work.layer, row.was);
    return row && succeeded(row);
  } catch (error) {
    refuseReplaced(error);
    return refused(edit, error);
  }
}

function undone(edit: Edit | Fault, result: EditResult | undefined): EditResult {
  if (result !== undefined && !result.success) return result;
  return edit.kind === 'fault' ? failedResult(edit) : undoneResult(edit);
}

async function applyOne(
  db: Db,
  work: LayerWork,
  edit: Edit | Fault,
  { tally, alone }: { tally: Tally; alone: boolean },
): Promise<EditResult> {
  if (edit.kind === 'fault') return failedResult(edit);
  try {
    const apply = (): Promise<EditedRow | undefined> => applyEdit(db, work, edit).catch(translateQueryError);
    const row = await (alone ? apply() : inSavepoint(db, apply));
    if (row === undefined) return { ...undoneResult(edit), error: await whyNot(db, work, edit) };
    note(tally, edit, row);
    return succeeded(row);
  } catch (error) {
    return refused(edit, error);
  }
}

/** The result of an edit that the database refused. @throws what is no fault of the edit */
function refused(edit: Edit, error: unknown): EditResult {
  if (!(error instanceof PortalError) || error.status >= 500) throw error;
  return { ...undoneResult(edit), error: { code: codeOfRefused(edit), ...toldOf(error) } };
}

async function applyEdit(db: Db, work: LayerWork, edit: Edit): Promise<EditedRow | undefined> {
  if (edit.kind === 'add') return insertFeature(db, work.layer, edit);
  if (!(await isAsMeant(db, work, edit))) return undefined;
  if (edit.kind === 'update') return updateFeature(db, work.layer, edit, work.ownedToUpdate);
  return deleteFeature(db, work.layer, edit.key, work.ownedToDelete);
}

/** Whether the feature has the version that the edit is meant for, where it is meant for one. */
async function isAsMeant(db: Db, { layer }: LayerWork, edit: Exclude<Edit, { kind: 'add' }>): Promise<boolean> {
  return edit.version === undefined || !('objectId' in edit.key) || holdVersion(db, layer, edit.key.objectId, edit.version);
}

/** Why an edit met no row. */
async function whyNot(db: Db, work: LayerWork, edit: Edit): Promise<{ code: number } & Told> {
  const { layer } = work;
  if (edit.kind === 'add') {
    const isWithoutArea = await isLost(db, layer, edit.geometry);
    return isWithoutArea
      ? { code: EDIT_FAILED, ...told('edit-without-area') }
      : { code: codeOfRefused(edit), ...told('edit-global-id-taken') };
  }
  const exists =
    'objectId' in edit.key
      ? (await featureIdentity(db, layer, edit.key.objectId)) !== undefined
      : await isSeen(db, layer, edit.key.globalId);
  if (exists && !(await isAsMeant(db, work, edit))) {
    return { code: CHANGED_SINCE, ...told('edit-changed-since') };
  }
  if (exists && edit.kind === 'update' && (await isLost(db, layer, edit.geometry)))
    return { code: EDIT_FAILED, ...told('edit-without-area') };
  return exists ? { code: NOT_ALLOWED, ...told('edit-of-others') } : { code: NO_SUCH_FEATURE, ...told('edit-no-feature') };
}

async function isSeen(db: Db, layer: HostedLayer, globalId: string): Promise<boolean> {
  const objectId = await objectIdOf(db, layer, globalId);
  return objectId !== undefined && (await featureIdentity(db, layer, objectId)) !== undefined;
}

function note(tally: Tally, edit: Edit, row: EditedRow): void {
  tally.changed = true;
  if (edit.kind === 'add') tally.count += 1;
  if (edit.kind === 'delete') {
    tally.count -= 1;
    tally.deleted.push(row.objectid);
  }
  if (row.box !== null) tally.came.push(row.box);
  if (row.was !== null) tally.went.push(row.was);
  tally.gone.push(...goneOf(row));
}

/** The result of an edit that worked. */
export function succeeded(row: Pick<EditedRow, 'objectid' | 'globalid'>): EditResult {
  return { objectId: row.objectid, uniqueId: row.objectid, globalId: wireGlobalId(row.globalid), success: true };
}
