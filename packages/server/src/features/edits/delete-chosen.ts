// Deletes the features that ids, a condition or a place choose.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { EditResult } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { takeTime } from '../../platform/db/unhurried.ts';
import { lookedUpAgain } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import { deleteAttachmentsOf } from '../attachments/attachments.store.ts';
import { changingLayers } from '../changing-layers.ts';
import { tableFacts } from '../hosted-table.store.ts';
import { type Box, holdFacts, settleFacts } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { requireReadable } from '../own-rows.ts';
import { forgetGoneOf, goneOf } from '../points-gone.store.ts';
import type { RecordFilter } from '../query/layer-query.rules.ts';
import { withPlace } from '../query/near-places.ts';
import { momentOf } from '../query/query.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { readRecordFilter } from '../query/read-query.ts';
import type { SpatialParameters } from '../query/spatial-filter.ts';
import { updateLayerFacts } from '../services.store.ts';
import type { Moment } from '../where/write.rules.ts';
import { succeeded } from './apply.ts';
import { deleteWhere } from './edits.store.ts';
import { editableLayer, editFeatures, type Where } from './edits.ts';
import { itemsFollow } from './item-follows.ts';
import { choosesMany, partsOf, removeWhere } from './many-rows.store.ts';
import { follows } from './soon-after.ts';
import { ownFeaturesOnly } from './tracked.ts';

type Chosen = { objectIds?: string; where?: string; ifUnchanged?: unknown; rollbackOnFailure?: boolean } & SpatialParameters;

/** What was deleted, one by one; of very many it is only said that they are gone. */
export type Deleted = { deleteResults: EditResult[] } | { success: true };

const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/**
 * Deletes the features that ids, a condition or a place choose. Blanks choose nothing.
 * @throws MISSING_PARAMETER when nothing chooses, INVALID_PARAMETER for a place in a table
 */
export async function deleteChosen(portal: Portal, caller: Caller, place: Where, input: Chosen): Promise<Deleted> {
  if (!isGiven(input.objectIds) || isGiven(input.where) || isGiven(input.geometry))
    return lookedUpAgain(() => deletedOf(portal, caller, place, input));
  const { objectIds: deletes, ifUnchanged, rollbackOnFailure } = input;
  const { deleteResults } = await editFeatures(portal, caller, place, { deletes, ifUnchanged, rollbackOnFailure, called: 'objectIds' });
  return { deleteResults };
}

/** By a condition or a place, with or without ids. */
async function deletedOf(portal: Portal, caller: Caller, place: Where, input: Chosen): Promise<Deleted> {
  const hasWhere = isGiven(input.where);
  const hasPlace = isGiven(input.geometry);
  const target = await editableLayer(portal, caller, place, ['Delete']);
  const { layer } = target;
  if (!hasWhere && !hasPlace) throw refuse('edits-no-choice');
  if (input.ifUnchanged !== undefined && input.ifUnchanged !== null) throw refuse('versions-of-chosen');
  // Its rows have no places: a condition that is left out would choose them all.
  if (hasPlace && layer.geometryType === null) throw refuse('edits-table-place', { layer: layer.name });
  // Which features a condition or a place chooses would tell what they hold.
  requireReadable(layer);
  const owned = ownFeaturesOnly(caller, target, 'allowOthersToDelete');
  const filter = { ...(await withPlace(portal, readRecordFilter(layer, input))), ...(owned === null ? {} : { owned }) };
  const moment = momentOf(portal, caller);
  const went = await changingLayers(portal, [baseTable(layer)], async (db) =>
    (await choosesMany(db, layer, filter, moment)) ? removeMany(db, layer, filter, moment) : removeFew(db, layer, filter, moment),
  ).catch(translateQueryError);
  await dropBytes(portal, went.keys);
  await follows(portal, layer, went.edge, went.stood);
  if (went.count > 0) await itemsFollow(portal, [layer]);
  return went.results === undefined ? { success: true } : { deleteResults: went.results };
}

/** What went, and what has to follow it after the commit. */
interface Went {
  count: number;
  /** Undefined where there are too many. */
  results?: EditResult[];
  keys: readonly string[];
  edge: readonly Box[];
  /** Whether points went that others have to be drawn for. */
  stood: boolean;
}

async function removeFew(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<Went> {
  const gone = await deleteWhere(db, layer, filter, moment);
  const ids = gone.map((row) => row.objectid);
  const keys = layer.definition.hasAttachments ? await deleteAttachmentsOf(db, baseTable(layer), ids) : [];
  const went = gone.flatMap((row) => (row.was === null ? [] : [row.was]));
  const change = { count: -gone.length, came: [], went, gone: gone.flatMap(goneOf) };
  const edge = gone.length > 0 ? await settleFacts(db, layer, change) : [];
  return { count: gone.length, results: gone.map(succeeded), keys, edge, stood: change.gone.length > 0 };
}

/** What is left is measured anew: the index would find the outermost features only behind all that went. */
async function removeMany(db: Db, layer: HostedLayer, filter: RecordFilter, moment: Moment): Promise<Went> {
  const table = baseTable(layer);
  const keys: string[] = [];
  let [count, stood] = [0, 0];
  for await (const part of partsOf(db, layer)) {
    const gone = await removeWhere(db, layer, { ...filter, part }, moment);
    count += gone.count;
    stood += gone.stood;
    for (const key of gone.keys) keys.push(key);
  }
  await holdFacts(db, table);
  // All of a layer is read, however large it is.
  await takeTime(db);
  const left = await tableFacts(db, { ...layer, table });
  await updateLayerFacts(db, table, left);
  if (left.rowCount === 0) await forgetGoneOf(db, table);
  return { count, keys, edge: [], stood: stood > 0 && left.rowCount > 0 };
}
