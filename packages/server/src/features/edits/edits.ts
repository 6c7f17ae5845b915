// Adds, changes and deletes features.
import { refuse, told } from '@graticule/contract/refusals/refusal';
import type { EditResult } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { lookedUpAgain } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import type { LayerAddress } from '../admin.ts';
import { deleteAttachmentsOf } from '../attachments/attachments.store.ts';
import { changingLayers } from '../changing-layers.ts';
import { trackingOf } from '../definition/tracking.ts';
import { withoutScripts } from '../definition/xss-prevention.rules.ts';
import { settleFacts } from '../layer-facts.store.ts';
import { baseTable, capabilitiesOfLayer } from '../layers.rules.ts';
import { requireReadable } from '../own-rows.ts';
import { goneOf } from '../points-gone.store.ts';
import { withPlace } from '../query/near-places.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { momentOf } from '../query/query.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { readRecordFilter } from '../query/read-query.ts';
import type { SpatialParameters } from '../query/spatial-filter.ts';
import { ownerOfRows, requireRoomForEdits } from '../row-bytes.ts';
import { type FoundLayer, findLayer } from '../services.ts';
import { applyWork, type LayerWork, succeeded } from './apply.ts';
import { type Edit, type Fault, faultOf } from './edit.ts';
import { type FileEdits, type FileResults, readFileEdits } from './edit-files.ts';
import { type EditKind, requireEdit } from './edits.rules.ts';
import { deleteWhere } from './edits.store.ts';
import { asTheyComeBack } from './exact-places.ts';
import { itemsFollow } from './item-follows.ts';
import { elementsOf, meantFor, readAdd, readDeletes, readUpdate, readVersions } from './read-edits.ts';
import { follows } from './soon-after.ts';
import { ownFeaturesOnly, tracked } from './tracked.ts';
import { requireCalmVisitor, requireFewFeatures } from './visitors.ts';

/** The parts of an edit call. */
export interface EditsInput {
  adds?: unknown;
  updates?: unknown;
  deletes?: string;
  attachments?: unknown;
  /** Versions of features, by object id, outside of which they are left as they are. */
  ifUnchanged?: unknown;
  useGlobalIds?: boolean;
  rollbackOnFailure?: boolean;
  /** What the call calls its list, where it has one: refusals name what was sent. */
  called?: 'features' | 'objectIds';
}

/** Results in the order of the elements. */
export interface EditsOutcome {
  addResults: EditResult[];
  updateResults: EditResult[];
  deleteResults: EditResult[];
  /** What became of files, where the call had some. */
  attachments?: FileResults;
}

/** A layer of a visible service. */
export type Target = FoundLayer;

/** Where the layer is, or what finds it. */
export type Where = LayerAddress | (() => Promise<FoundLayer>);

/** A layer whose features the caller may edit in these ways. */
export async function editableLayer(portal: Portal, caller: Caller, where: Where, kinds: readonly EditKind[]): Promise<Target> {
  const found = await (typeof where === 'function' ? where() : findLayer(portal, caller, where));
  const capabilities = capabilitiesOfLayer(found.service, found.layer);
  requireEdit(caller, found.item, { capabilities, tracking: trackingOf(found.service.settings) }, kinds);
  requireCalmVisitor(portal, caller, found.service);
  return found;
}

/** The edits of one layer, read and checked, once the caller may make them. */
export async function readWork(portal: Portal, caller: Caller, where: Where, input: EditsInput): Promise<LayerWork> {
  const kinds: EditKind[] = [];
  if (holdsSome(input.adds)) kinds.push('Create');
  if (holdsSome(input.updates)) kinds.push('Update');
  if (input.deletes !== undefined && !/^\s*\[\s*\]\s*$/.test(input.deletes)) kinds.push('Delete');
  const hasFiles = holdsFiles(input.attachments);
  if (hasFiles) kinds.push('Update');
  if (hasFiles && input.useGlobalIds !== true) throw refuse('files-need-global-ids');
  const target = await editableLayer(portal, caller, where, kinds);
  const { layer, service } = target;
  const byGlobalId = input.useGlobalIds === true;
  const movable = service.settings.allowGeometryUpdates !== false;
  const versions = readVersions(input.ifUnchanged, byGlobalId);
  const read = [
    elementsOf(input.called ?? 'adds', input.adds).map((one) => readAdd(layer, one, byGlobalId)),
    elementsOf(input.called ?? 'updates', input.updates).map((one) => readUpdate(layer, one, byGlobalId)),
    readDeletes(input.deletes, byGlobalId, input.called),
  ];
  requireFewFeatures(portal, caller, service, read.flat().length);
  await requireRoomForEdits(portal, caller, layer, read.flat());
  const placeable = await asTheyComeBack(portal, await inKnownReferences(portal, read));
  const known = service.settings.xssPreventionEnabled === true ? placeable.map((list) => list.map(withoutScripts)) : placeable;
  const lists = versions === undefined ? known : known.map((list) => list.map((edit) => meantFor(edit, versions)));
  const now = portal.clock.now();
  // Only asked for what the call does: where owners are not known it refuses.
  const ownedToUpdate = kinds.includes('Update') ? ownFeaturesOnly(caller, target, 'allowOthersToUpdate') : null;
  const filesOf = async (): Promise<FileEdits> => {
    const owner = await ownerOfRows(portal.db, layer, target.item);
    return readFileEdits(portal, caller, { service: service.name, layer, owner, owned: ownedToUpdate }, input.attachments);
  };
  const files = hasFiles ? await filesOf() : undefined;
  return {
    ...(files === undefined ? {} : { files }),
    layer,
    lists: lists.map((list) => list.map((edit) => (edit.kind === 'fault' ? edit : tracked(layer, placed(edit, movable), caller, now)))),
    ownedToUpdate,
    ownedToDelete: kinds.includes('Delete') ? ownFeaturesOnly(caller, target, 'allowOthersToDelete') : null,
  };
}

/** Whether there is anything in a parameter that is a list; an empty one asks for no right. */
function holdsSome(list: unknown): boolean {
  return list !== undefined && !(Array.isArray(list) && list.length === 0);
}

/** Some clients send the member with empty lists in every call. */
function holdsFiles(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return given !== undefined && given !== null;
  return Object.values(given).some((list) => list !== null && holdsSome(list));
}

/** Where geometries stay as they are, an update loses its geometry. */
function placed(edit: Edit, movable: boolean): Edit {
  return movable || edit.kind !== 'update' ? edit : { ...edit, geometry: undefined };
}

/**
 * Applies edits. One failure undoes them all unless the caller wants each to stand alone.
 * @source EDIT-1 to EDIT-9
 */
export async function editFeatures(portal: Portal, caller: Caller, where: Where, input: EditsInput): Promise<EditsOutcome> {
  const { work, results } = await lookedUpAgain(async () => {
    const read = await readWork(portal, caller, where, input);
    const [made = []] = await applyWork(portal, [read], input.rollbackOnFailure !== false);
    return { work: read, results: made };
  });
  if (results.flat().some((result) => result.success)) await itemsFollow(portal, [work.layer]);
  return { ...outcome(results), ...fileOutcome(work) };
}

/** What became of the files of a call. */
export function fileOutcome(work: LayerWork): { attachments?: FileResults } {
  return work.files === undefined ? {} : { attachments: work.files.results };
}

/** The three lists by their names. */
export function outcome(results: readonly EditResult[][]): EditsOutcome {
  const [addResults = [], updateResults = [], deleteResults = []] = results;
  return { addResults, updateResults, deleteResults };
}

/** The lists with faults in the place of edits whose geometry is in a reference system that nobody knows: the others of the call can be made. */
async function inKnownReferences(portal: Portal, lists: readonly (Edit | Fault)[][]): Promise<(Edit | Fault)[][]> {
  const sridOfEdit = (edit: Edit | Fault): number | undefined => ('geometry' in edit && edit.geometry ? edit.geometry.srid : undefined);
  const unknown = new Set<number>();
  for (const srid of new Set(lists.flat().map(sridOfEdit)))
    if (srid !== undefined && !(await isKnownSrid(portal.database, srid))) unknown.add(srid);
  if (unknown.size === 0) return lists.map((list) => [...list]);
  const checked = (edit: Edit | Fault): Edit | Fault => {
    const srid = sridOfEdit(edit);
    return srid !== undefined && unknown.has(srid) ? faultOf(edit as Edit, told('edit-system-unknown', { wkid: srid })) : edit;
  };
  return lists.map((list) => list.map(checked));
}

const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

/**
 * Deletes the features that ids, a condition or a place choose. Blanks choose nothing.
 * @throws MISSING_PARAMETER when nothing chooses, INVALID_PARAMETER for a place in a table
 */
export async function deleteChosen(portal: Portal, caller: Caller, place: Where, input: Chosen): Promise<EditResult[]> {
  if (!isGiven(input.objectIds) || isGiven(input.where) || isGiven(input.geometry))
    return lookedUpAgain(() => deletedOf(portal, caller, place, input));
  const { objectIds: deletes, ifUnchanged, rollbackOnFailure } = input;
  return (await editFeatures(portal, caller, place, { deletes, ifUnchanged, rollbackOnFailure, called: 'objectIds' })).deleteResults;
}

type Chosen = { objectIds?: string; where?: string; ifUnchanged?: unknown; rollbackOnFailure?: boolean } & SpatialParameters;

/** By a condition or a place, with or without ids. */
async function deletedOf(portal: Portal, caller: Caller, place: Where, input: Chosen): Promise<EditResult[]> {
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
  const { rows, keys, edge, places } = await changingLayers(portal, [baseTable(layer)], async (db) => {
    const gone = await deleteWhere(db, layer, filter, momentOf(portal, caller));
    const ids = gone.map((row) => row.objectid);
    const files = layer.definition.hasAttachments ? await deleteAttachmentsOf(db, baseTable(layer), ids) : [];
    const went = gone.flatMap((row) => (row.was === null ? [] : [row.was]));
    const change = { count: -gone.length, came: [], went, gone: gone.flatMap(goneOf) };
    const left = gone.length > 0 ? await settleFacts(db, layer, change) : [];
    return { rows: gone, keys: files, edge: left, places: change.gone };
  }).catch(translateQueryError);
  await dropBytes(portal, keys);
  await follows(portal, layer, edge, places.length > 0);
  if (rows.length > 0) await itemsFollow(portal, [layer]);
  return rows.map(succeeded);
}
