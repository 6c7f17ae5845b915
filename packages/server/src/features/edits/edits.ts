// Adds, changes and deletes features.
import { refuse, told } from '@graticule/contract/refusals/refusal';
import type { EditResult } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { lookedUpAgain } from '../../platform/db/untangled.ts';
import type { LayerAddress } from '../admin.ts';
import { trackingOf } from '../definition/tracking.ts';
import { withoutScripts } from '../definition/xss-prevention.rules.ts';
import { capabilitiesOfLayer, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { ownerOfRows, requireRoomForEdits } from '../row-bytes.ts';
import { type FoundLayer, findLayer } from '../services.ts';
import { applyWork, type LayerWork } from './apply.ts';
import { type Edit, type Fault, faultOf } from './edit.ts';
import { type FileEdits, type FileResults, readFileEdits } from './edit-files.ts';
import { type EditKind, requireEdit } from './edits.rules.ts';
import { asTheyComeBack } from './exact-places.ts';
import { itemsFollow } from './item-follows.ts';
import { elementsOf, meantFor, readAdd, readDeletes, readUpdate, readVersions } from './read-edits.ts';
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
  return mayEdit(portal, caller, await (typeof where === 'function' ? where() : findLayer(portal, caller, where)), kinds);
}

/** The layer that was found, if the caller may edit its features in these ways. @throws TOKEN_REQUIRED, FORBIDDEN, TOO_MANY_REQUESTS */
function mayEdit(portal: Portal, caller: Caller, found: FoundLayer, kinds: readonly EditKind[]): Target {
  const capabilities = capabilitiesOfLayer(found.service, found.layer);
  requireEdit(caller, found.item, { capabilities, tracking: trackingOf(found.service.settings) }, kinds);
  requireCalmVisitor(portal, caller, found.service);
  return found;
}

/** The edits of one layer, read and checked, once the caller may make them; of a layer that was found nothing has to be waited for. */
export async function readWork(portal: Portal, caller: Caller, where: Where | FoundLayer, input: EditsInput): Promise<LayerWork> {
  const kinds: EditKind[] = [];
  if (holdsSome(input.adds)) kinds.push('Create');
  if (holdsSome(input.updates)) kinds.push('Update');
  if (input.deletes !== undefined && !/^\s*\[\s*\]\s*$/.test(input.deletes)) kinds.push('Delete');
  const hasFiles = holdsFiles(input.attachments);
  if (hasFiles) kinds.push('Update');
  if (hasFiles && input.useGlobalIds !== true) throw refuse('files-need-global-ids');
  // Nothing is waited for that is there: each step that waits costs a single edit as much as reading a value.
  const target = 'item' in where ? mayEdit(portal, caller, where, kinds) : await editableLayer(portal, caller, where, kinds);
  const { layer, service } = target;
  const byGlobalId = input.useGlobalIds === true;
  const movable = service.settings.allowGeometryUpdates !== false;
  const versions = readVersions(input.ifUnchanged, byGlobalId);
  const read = [
    elementsOf(input.called ?? 'adds', input.adds).map((one) => readAdd(layer, one, byGlobalId)),
    elementsOf(input.called ?? 'updates', input.updates).map((one) => readUpdate(layer, one, byGlobalId)),
    readDeletes(input.deletes, byGlobalId, input.called),
  ];
  requireFewFeatures(
    portal,
    caller,
    service,
    read.reduce((sum, list) => sum + list.length, 0),
  );
  const room = requireRoomForEdits(portal, caller, layer, read);
  if (room !== undefined) await room;
  const placeable = read.every((list) => list.every(isAsStored))
    ? read
    : await asTheyComeBack(portal, await inKnownReferences(portal, read));
  const known = service.settings.xssPreventionEnabled === true ? placeable.map((list) => list.map(withoutScripts)) : placeable;
  const lists = versions === undefined ? known : known.map((list) => list.map((edit) => meantFor(edit, versions)));
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
    lists: completed(portal, caller, { layer, movable }, lists),
    ownedToUpdate,
    ownedToDelete: kinds.includes('Delete') ? ownFeaturesOnly(caller, target, 'allowOthersToDelete') : null,
  };
}

/** Whether an edit has no geometry, or one in the reference system of the tables, as all that come in degrees have by now. */
const isAsStored = (edit: Edit | Fault): boolean => !('geometry' in edit) || !edit.geometry || edit.geometry.srid === STORED_SRID;

/** The edits with what the portal keeps itself, and without geometries where these stay; as they are where there is nothing of it. */
function completed(
  { clock }: Portal,
  caller: Caller,
  { layer, movable }: { layer: HostedLayer; movable: boolean },
  lists: readonly (readonly (Edit | Fault)[])[],
): LayerWork['lists'] {
  if (movable && layer.definition.editFields === undefined) return lists;
  const now = clock.now();
  return lists.map((list) => list.map((edit) => (edit.kind === 'fault' ? edit : tracked(layer, placed(edit, movable), caller, now))));
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
