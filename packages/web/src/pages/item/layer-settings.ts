// The settings of a hosted service as the page shows them, and the change that a person makes.
import { describeFeatureService, describeLayers } from '@graticule/contract/services/feature-server';
import type { FeatureServiceInfo, LayerInfo } from '@graticule/contract/services/layer';
import { updateServiceDefinition } from '@graticule/contract/services/service-admin';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { changeAsSeen, changeDefinition, DefinitionChanged } from '../../features/change-definition.ts';

/** What members may do with the rows of others. */
export type EditScope = 'all' | 'add-update' | 'add' | 'update';

/** The editing words of the capabilities, by what members may do. */
const WORDS: Readonly<Record<EditScope, readonly string[]>> = {
  all: ['Create', 'Update', 'Delete', 'Editing'],
  'add-update': ['Create', 'Update', 'Editing'],
  add: ['Create', 'Editing'],
  update: ['Update', 'Editing'],
};
export const EDIT_SCOPES: readonly EditScope[] = ['all', 'add-update', 'add', 'update'];

/** What others see of the rows. */
export type ReadScope = 'all' | 'own' | 'none';
export const READ_SCOPES: readonly ReadScope[] = ['all', 'own', 'none'];

export interface ServiceChoices {
  isEditable: boolean;
  scope: EditScope;
  mayExport: boolean;
  tracksEditors: boolean;
  /** Members change and delete only what they added. */
  ownRowsOnly: boolean;
  reads: ReadScope;
  /** People without an account add and change, or delete. */
  visitorsEdit: boolean;
  visitorsDelete: boolean;
  /** Changes are kept for copies. */
  syncs: boolean;
  isStatic: boolean;
  /** Edits that bring markup that can run are refused. */
  refusesScripts: boolean;
}

const wordsIn = (capabilities: string): string[] => capabilities.split(',').map((word) => word.trim());

/** The switches that a description tells. */
export type Tracking = Partial<
  Record<
    | 'enableEditorTracking'
    | 'enableOwnershipAccessControl'
    | 'allowOthersToUpdate'
    | 'allowOthersToDelete'
    | 'allowOthersToQuery'
    | 'allowAnonymousToUpdate'
    | 'allowAnonymousToDelete',
    boolean
  >
>;

/** Reads the description of a service. */
export function choicesOf(info: FeatureServiceInfo): ServiceChoices {
  const words = wordsIn(info.capabilities);
  const has = (word: string): boolean => words.includes(word);
  const isEditable = has('Create') || has('Update') || has('Delete') || has('Editing');
  const tracking = (info.editorTrackingInfo ?? {}) as Tracking;
  const owned = tracking.enableOwnershipAccessControl === true;
  return {
    isEditable,
    scope: scopeOf(has),
    mayExport: has('Extract'),
    tracksEditors: tracking.enableEditorTracking === true,
    ownRowsOnly: owned && (tracking.allowOthersToUpdate === false || tracking.allowOthersToDelete === false),
    reads: has('Query') ? (owned && tracking.allowOthersToQuery === false ? 'own' : 'all') : 'none',
    visitorsEdit: tracking.allowAnonymousToUpdate === true,
    visitorsDelete: tracking.allowAnonymousToDelete === true,
    syncs: has('Sync'),
    isStatic: info.hasStaticData === true,
    refusesScripts: (info.xssPreventionInfo as { xssPreventionEnabled?: boolean } | undefined)?.xssPreventionEnabled === true,
  };
}

/** Where nothing can be edited, everything is proposed. */
function scopeOf(has: (word: string) => boolean): EditScope {
  if (has('Delete') || !(has('Create') || has('Update'))) return 'all';
  if (has('Create')) return has('Update') ? 'add-update' : 'add';
  return 'update';
}

const EDITS = WORDS.all;
const SYNCS: readonly string[] = ['Sync', 'ChangeTracking'];
const isEdited = (words: readonly string[]): boolean => words.some((word) => EDITS.includes(word));

/** Capabilities after a change; words that it does not touch stay. */
export function capabilitiesAfter(before: string, change: Partial<ServiceChoices>): string {
  const words = wordsIn(before).filter((word) => word !== '');
  const next = new Set(words);
  const put = (isOn: boolean, ...names: readonly string[]) => {
    for (const name of names) isOn ? next.add(name) : next.delete(name);
  };
  if (change.reads !== undefined) put(change.reads !== 'none', 'Query');
  if (change.isEditable === false) put(false, ...EDITS);
  // Who chooses what may be edited does not allow it again where somebody else took it away meanwhile.
  const begins = change.isEditable === true && !isEdited(words);
  if (begins || (change.scope !== undefined && change.isEditable === undefined && isEdited(words))) {
    const chosen = WORDS[change.scope ?? 'all'];
    put(false, ...EDITS.filter((word) => !chosen.includes(word)));
    put(true, ...chosen);
  }
  if (change.mayExport !== undefined) put(change.mayExport, 'Extract');
  // Changes that are kept for another reason than copies go on being kept.
  if (change.syncs !== undefined && change.syncs !== words.includes('Sync')) put(change.syncs, ...SYNCS);
  return [...next].join(',');
}

/** Capabilities of the service and of one of its layers, as they were before a change of the service and are after it. */
interface Followed {
  service: { before: string; after: string };
  layer: { before: string; after: string };
}

/**
 * The capabilities that a layer needs of its own, so that what was chosen for its service holds for it too; undefined where it does already.
 * A layer that allows less than its service goes on doing so, but for the words that were added.
 */
export function layerCapabilities({ service, layer }: Followed): string | undefined {
  const [before, after] = [wordsIn(service.before), wordsIn(service.after)];
  const [had, has] = [wordsIn(layer.before), wordsIn(layer.after)];
  // Where editing begins, layers that have a part of it already keep to that; where it is widened, those that nobody edits stay so.
  const follows = isEdited(before) ? isEdited(had) : !isEdited(has);
  const added = after.filter((word) => !before.includes(word) && !has.includes(word) && (follows || !EDITS.includes(word)));
  // The word beside the kinds of edit went with the last of them.
  const edits = isEdited(added) && after.includes('Editing') ? ['Editing'] : [];
  return added.length > 0 ? [...new Set([...has.filter((word) => word !== ''), ...added, ...edits])].join(',') : undefined;
}

/** The switches of tracking that a change turns, as far as they have to be sent. */
export function trackingAfter(before: Tracking, change: Partial<ServiceChoices>, isEditable: boolean): Tracking {
  const wasOwned = before.enableOwnershipAccessControl === true;
  const next: Tracking = {};
  if (change.tracksEditors !== undefined) next.enableEditorTracking = change.tracksEditors;
  if (change.ownRowsOnly !== undefined) {
    next.allowOthersToUpdate = !change.ownRowsOnly;
    next.allowOthersToDelete = !change.ownRowsOnly;
  }
  if (change.reads !== undefined) next.allowOthersToQuery = change.reads !== 'own';
  if (change.ownRowsOnly !== undefined || change.reads !== undefined) {
    // Switches without an effect so far do not come into effect beside the one that was turned.
    const told: Tracking = wasOwned ? before : {};
    const { allowOthersToUpdate = true, allowOthersToDelete = true, allowOthersToQuery = true } = { ...told, ...next };
    const isOwned = !(allowOthersToUpdate && allowOthersToDelete && allowOthersToQuery);
    if (isOwned && !wasOwned) Object.assign(next, { allowOthersToUpdate, allowOthersToDelete, allowOthersToQuery });
    if (isOwned !== wasOwned) {
      next.enableOwnershipAccessControl = isOwned;
      next.enableEditorTracking ??= isOwned || before.enableEditorTracking === true;
    }
  }
  if (change.isEditable === false) Object.assign(next, { allowAnonymousToUpdate: false, allowAnonymousToDelete: false });
  if (change.visitorsEdit !== undefined) next.allowAnonymousToUpdate = isEditable && change.visitorsEdit;
  if (change.visitorsDelete !== undefined) next.allowAnonymousToDelete = isEditable && change.visitorsDelete;
  return next;
}

/** Description of a service, as one entry of the cache. */
export function serviceQuery(itemId: string, service: string) {
  return {
    queryKey: keys.itemPart(itemId, 'service'),
    queryFn: () => call(describeFeatureService, { service }, { quiet: true }),
  };
}

/** Whether the names of those who made the rows have to be kept. */
export function needsNames({ tracksEditors, ownRowsOnly, reads }: ServiceChoices): boolean {
  return tracksEditors || ownRowsOnly || reads === 'own';
}

/** What of a description has to be changed. */
function definitionAfter(info: FeatureServiceInfo, change: Partial<ServiceChoices>) {
  const capabilities = capabilitiesAfter(info.capabilities, change);
  const editorTrackingInfo = trackingAfter((info.editorTrackingInfo ?? {}) as Tracking, change, isEdited(wordsIn(capabilities)));
  return {
    ...(capabilities === info.capabilities ? {} : { capabilities }),
    ...(change.isStatic === undefined ? {} : { hasStaticData: change.isStatic }),
    ...(change.refusesScripts === undefined ? {} : { xssPreventionInfo: { xssPreventionEnabled: change.refusesScripts } }),
    ...(Object.keys(editorTrackingInfo).length > 0 ? { editorTrackingInfo } : {}),
  };
}

/** Choices that mean something only where others are as they were seen. */
const RESTS_ON: Partial<Record<keyof ServiceChoices, readonly (keyof ServiceChoices)[]>> = {
  scope: ['isEditable'],
  visitorsEdit: ['isEditable'],
  visitorsDelete: ['isEditable', 'scope'],
};

/** Whether somebody else chose something else meanwhile of what a person changes: neither what was seen nor what is wanted. */
export function isTaken(change: Partial<ServiceChoices>, seen: ServiceChoices, now: ServiceChoices): boolean {
  const touched = Object.keys(change).flatMap((key) => {
    const name = key as keyof ServiceChoices;
    return [name, ...(RESTS_ON[name] ?? [])];
  });
  return touched.some((name) => now[name] !== seen[name] && now[name] !== change[name]);
}

/**
 * Saves what somebody changed and nothing else, beside what others changed since the page was opened.
 * @throws DefinitionChanged where they changed the same, ApiError
 */
export async function saveChange(service: string, seen: FeatureServiceInfo, change: Partial<ServiceChoices>): Promise<void> {
  const read = async () => {
    const { layers, tables } = await call(describeLayers, { service }, { quiet: true });
    return [...layers, ...tables];
  };
  const before = await read();
  const { was, is } = await changeAsSeen({
    seen,
    look: () => call(describeFeatureService, { service }, { quiet: true }),
    isTaken: (now) => isTaken(change, choicesOf(seen), choicesOf(now)),
    change: async (info, guard) => {
      const updateDefinition = definitionAfter(info, change);
      if (Object.keys(updateDefinition).length > 0) await call(updateServiceDefinition, { service, updateDefinition, ...guard });
      return { was: info.capabilities, is: updateDefinition.capabilities };
    },
  });
  if (is === undefined) return;
  for (const layer of await read()) {
    const had = before.find(({ id }) => id === layer.id)?.capabilities ?? layer.capabilities;
    await followService(service, layer, had, { before: was, after: is });
  }
}

/** Gives a layer the capabilities that it needs after a change of its service; `had` are those of before. */
async function followService(service: string, layer: LayerInfo, had: string, ofService: Followed['service']): Promise<void> {
  const capabilities = layerCapabilities({ service: ofService, layer: { before: had, after: layer.capabilities } });
  if (capabilities === undefined) return;
  try {
    await changeDefinition({ service, layer }, { capabilities }, (now) => now.capabilities);
  } catch (error) {
    if (!(error instanceof DefinitionChanged)) throw error;
    // the service is changed by now: what somebody else said of the layer in between is added to
    await followService(service, error.now, had, ofService);
  }
}

/** Turns files with features on or off. */
export function saveAttachments(service: string, layer: LayerInfo, hasAttachments: boolean): Promise<void> {
  return changeDefinition({ service, layer }, { hasAttachments }, (now) => now.hasAttachments === true);
}
