// The settings of a hosted service as the page shows them, and the change that a person makes.
import { describeFeatureService } from '@graticule/contract/services/feature-server';
import type { FeatureServiceInfo, LayerInfo } from '@graticule/contract/services/layer';
import { updateLayerDefinition, updateServiceDefinition } from '@graticule/contract/services/service-admin';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

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
}

const wordsIn = (capabilities: string): string[] => capabilities.split(',').map((word) => word.trim());

/** The switches that a description tells. */
type Tracking = Partial<
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
  };
}

/** Where nothing can be edited, everything is proposed. */
function scopeOf(has: (word: string) => boolean): EditScope {
  if (has('Delete') || !(has('Create') || has('Update'))) return 'all';
  if (has('Create')) return has('Update') ? 'add-update' : 'add';
  return 'update';
}

/** The capabilities of choices; words that the page does not offer stay. */
export function capabilitiesOf(choices: ServiceChoices, before: string): string {
  // Changes that are kept for another reason than copies go on being kept.
  const syncWords = choices.syncs || wordsIn(before).includes('Sync') ? ['Sync', 'ChangeTracking'] : [];
  const offered = new Set(['Create', 'Update', 'Delete', 'Editing', 'Extract', 'Query', ...syncWords]);
  const others = wordsIn(before).filter((word) => word !== '' && !offered.has(word));
  return [
    ...(choices.reads === 'none' ? [] : ['Query']),
    ...(choices.isEditable ? WORDS[choices.scope] : []),
    ...(choices.mayExport ? ['Extract'] : []),
    ...(choices.syncs ? syncWords : []),
    ...others,
  ].join(',');
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

/** Saves choices; layers with capabilities of their own follow, so that what is chosen is what holds. */
export async function saveChoices(
  service: string,
  info: FeatureServiceInfo,
  layers: readonly LayerInfo[],
  choices: ServiceChoices,
): Promise<void> {
  const capabilities = capabilitiesOf(choices, info.capabilities);
  const updateDefinition = {
    capabilities,
    hasStaticData: choices.isStatic,
    editorTrackingInfo: {
      enableEditorTracking: needsNames(choices),
      enableOwnershipAccessControl: choices.ownRowsOnly || choices.reads === 'own',
      allowOthersToUpdate: !choices.ownRowsOnly,
      allowOthersToDelete: !choices.ownRowsOnly,
      allowOthersToQuery: choices.reads !== 'own',
      allowAnonymousToUpdate: choices.isEditable && choices.visitorsEdit,
      allowAnonymousToDelete: choices.isEditable && choices.visitorsDelete,
    },
  };
  await call(updateServiceDefinition, { service, updateDefinition });
  for (const layer of layers) {
    if (layer.capabilities === info.capabilities) continue;
    await call(updateLayerDefinition, { service, layer: String(layer.id), updateDefinition: { capabilities } });
  }
}

/** Turns files with features on or off. */
export function saveAttachments(service: string, layerId: number, hasAttachments: boolean) {
  return call(updateLayerDefinition, { service, layer: String(layerId), updateDefinition: { hasAttachments } });
}
