// Adds, changes and deletes features in one transaction.
import { fail, PortalError } from '@graticule/contract/errors';
import type { EditResult } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { refreshFacts } from '../admin.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { momentOf } from '../query/query.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { readRecordFilter } from '../query/read-query.ts';
import type { SpatialParameters } from '../query/spatial-filter.ts';
import { capabilitiesOf } from '../service.view.ts';
import { findLayer, type VisibleService } from '../services.ts';
import { EDIT_FAILED, type Edit, type Fault, failedResult, NO_SUCH_FEATURE, undoneResult, wireGlobalId } from './edit.ts';
import { type EditKind, requireEdit } from './edits.rules.ts';
import { deleteFeature, deleteWhere, type EditedRow, inSavepoint, insertFeature, updateFeature } from './edits.store.ts';
import { elementsOf, readAdd, readDeletes, readUpdate } from './read-edits.ts';

/** The parts of an edit call. */
export interface EditsInput {
  adds?: unknown;
  updates?: unknown;
  deletes?: string;
  useGlobalIds?: boolean;
  rollbackOnFailure?: boolean;
}

/** Results in the order of the elements. */
export interface EditsOutcome {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
}

type Target = VisibleService & { layer: HostedLayer };

/** A layer whose features the caller may edit in these ways. */
async function editableLayer(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  kinds: readonly EditKind[],
): Promise<Target> {
  const found = await findLayer(portal, caller, address);
  requireEdit(caller, found.item, found.layer.definition.capabilities ?? capabilitiesOf(found.service), kinds);
  return found;
}

/**
 * Applies edits. One failure undoes them all unless the caller wants each to stand alone.
 * @source EDIT-1 to EDIT-9
 */
export async function editFeatures(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  input: EditsInput,
): Promise<EditsOutcome> {
  const kinds: EditKind[] = [];
  if (input.adds !== undefined) kinds.push('Create');
  if (input.updates !== undefined) kinds.push('Update');
  if (input.deletes !== undefined) kinds.push('Delete');
  const { layer } = await editableLayer(portal, caller, address, kinds);
  const byGlobalId = input.useGlobalIds === true;
  const lists = [
    elementsOf('adds', input.adds).map((one) => readAdd(layer, one, byGlobalId)),
    elementsOf('updates', input.updates).map((one) => readUpdate(layer, one, byGlobalId)),
    readDeletes(input.deletes, byGlobalId),
  ];
  await requireReferences(portal, lists.flat());
  const results = await applyAll(portal, layer, lists, input.rollbackOnFailure !== false);
  if (results.flat().some((one) => one.success)) await refreshFacts(portal, layer);
  const [addResults = [], updateResults = [], deleteResults = []] = results;
  return { addResults, updateResults, deleteResults };
}

async function requireReferences(portal: Portal, edits: readonly (Edit | Fault)[]): Promise<void> {
  const srids = new Set(edits.flatMap((edit) => ('geometry' in edit && edit.geometry ? [edit.geometry.srid] : [])));
  for (const srid of srids) {
    if (!(await isKnownSrid(portal.database, srid)))
      throw fail('INVALID_PARAMETER', { values: ['spatialReference', `${srid} is not known`] });
  }
}

/** Thrown inside the transaction to undo it. */
class Undo extends Error {}

async function applyAll(
  portal: Portal,
  layer: HostedLayer,
  lists: readonly (Edit | Fault)[][],
  together: boolean,
): Promise<EditResult[][]> {
  const results: EditResult[][] = [];
  const work = async (db: Db): Promise<void> => {
    for (const list of lists) {
      const done: EditResult[] = [];
      results.push(done);
      for (const edit of list) done.push(await applyOne(db, layer, edit));
    }
    if (together && results.flat().some((one) => !one.success)) throw new Undo();
  };
  try {
    await portal.db.transaction().execute(work);
    return results;
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
    return lists.map((list, at) =>
      list.map((edit, index) => {
        const result = results[at]?.[index];
        return result !== undefined && !result.success ? result : edit.kind === 'fault' ? failedResult(edit) : undoneResult(edit);
      }),
    );
  }
}

async function applyOne(db: Db, layer: HostedLayer, edit: Edit | Fault): Promise<EditResult> {
  if (edit.kind === 'fault') return failedResult(edit);
  const own = undoneResult(edit);
  try {
    const row = await inSavepoint(db, () => applyEdit(db, layer, edit).catch(translateQueryError));
    if (row !== undefined) return succeeded(row);
    const taken = edit.kind === 'add';
    const error = taken
      ? { code: EDIT_FAILED, description: 'The global id is in use already.' }
      : { code: NO_SUCH_FEATURE, description: 'Feature does not exist.' };
    return { ...own, error };
  } catch (error) {
    if (!(error instanceof PortalError) || error.status >= 500) throw error;
    return { ...own, error: { code: EDIT_FAILED, description: [error.message, ...error.details].join(' ') } };
  }
}

function applyEdit(db: Db, layer: HostedLayer, edit: Edit): Promise<EditedRow | undefined> {
  if (edit.kind === 'add') return insertFeature(db, layer, edit);
  return edit.kind === 'update' ? updateFeature(db, layer, edit) : deleteFeature(db, layer, edit.key);
}

function succeeded(row: EditedRow): EditResult {
  const objectId = Number(row.objectid);
  return { objectId, uniqueId: objectId, globalId: wireGlobalId(row.globalid), success: true };
}

/** Deletes the features that ids, a condition or a place choose. @throws MISSING_PARAMETER when nothing chooses */
export async function deleteChosen(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  input: { objectIds?: string; where?: string; rollbackOnFailure?: boolean } & SpatialParameters,
): Promise<EditResult[]> {
  if (input.objectIds !== undefined && input.where === undefined && input.geometry === undefined) {
    const { objectIds: deletes, rollbackOnFailure } = input;
    return (await editFeatures(portal, caller, address, { deletes, rollbackOnFailure })).deleteResults;
  }
  const { layer } = await editableLayer(portal, caller, address, ['Delete']);
  if (input.where === undefined && input.geometry === undefined) throw fail('MISSING_PARAMETER', { values: ['objectIds'] });
  const filter = readRecordFilter(layer, input);
  const rows = await portal.db
    .transaction()
    .execute((db) => deleteWhere(db, layer, filter, momentOf(portal, caller)))
    .catch(translateQueryError);
  await refreshFacts(portal, layer);
  return rows.map(succeeded);
}
