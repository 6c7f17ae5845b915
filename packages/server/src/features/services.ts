// Finds hosted services and layers for a caller: a service is as visible as its item.
import { fail, PortalError } from '@graticule/contract/errors';
import { withoutEnding } from '@graticule/contract/item-types/classify';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { type ItemRow, newId, requireItem } from '../content/index.ts';
import { homeOrganisation } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Condition } from '../platform/condition.rules.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { lastKnownService, noteSight, rememberedService, rememberService } from './known-services.ts';
import type { HostedLayer, HostedService, NewService } from './layers.rules.ts';
import { asSeenBy } from './own-rows.ts';
import { insertService, isNameFree, serviceByName, serviceNames, serviceSight, serviceWithEdits, sightHolds } from './services.store.ts';

/** A service that the caller may see, with its item. */
export interface VisibleService {
  service: HostedService;
  item: ItemRow & { visible: boolean; group_update: boolean };
}

/**
 * The service of that name.
 * @throws SERVICE_NOT_FOUND unknown name
 * @throws TOKEN_REQUIRED, FORBIDDEN the item is not for the caller
 * @source ACC-3
 */
export async function findService(portal: Portal, caller: Caller, name: string): Promise<VisibleService> {
  const sight = await serviceSight(portal, caller, name);
  if (sight === undefined) throw refuse('service-unknown', { name });
  const { stamp, edits: _edits, ...rights } = sight;
  const known = rememberedService(portal, name, sight);
  if (known !== undefined) {
    noteSight(portal, name, caller, rights.visible);
    if (!rights.visible) throw caller.kind === 'anonymous' ? fail('TOKEN_REQUIRED') : refuse('service-forbidden', { name });
    return { service: asSeenBy(caller, known.service, known.item), item: { ...known.item, ...rights } };
  }
  const stored = await serviceByName(portal.db, name);
  if (stored === undefined) throw refuse('service-unknown', { name });
  const whole = stored.service;
  const service: HostedService = Object.freeze({ ...whole, layers: whole.layers.filter((layer) => layer.ready).map(frozen) });
  const item = await visibleItem(portal, caller, service);
  rememberService(portal, name, { stamp, service, item, scopes: stored.scopes });
  noteSight(portal, name, caller, true);
  return { service: asSeenBy(caller, serviceWithEdits(service, stored.edits), item), item };
}

/** Requests share it. */
const frozen = (layer: HostedLayer): HostedLayer => Object.freeze(layer);

async function visibleItem(portal: Portal, caller: Caller, service: HostedService): Promise<VisibleService['item']> {
  try {
    return await requireItem(portal, caller, service.itemId);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'ITEM_NOT_FOUND') throw refuse('service-unknown', { name: service.name });
    if (error.code === 'FORBIDDEN')
      throw caller.kind === 'anonymous' ? fail('TOKEN_REQUIRED') : refuse('service-forbidden', { name: service.name });
    throw error;
  }
}

/** A layer of a service that the caller may see. */
export type FoundLayer = VisibleService & { layer: HostedLayer };

/** Finds it. @throws LAYER_NOT_FOUND unknown id, or a word where an id belongs */
export async function findLayer(portal: Portal, caller: Caller, address: { service: string; layer: string }): Promise<FoundLayer> {
  const found = await findService(portal, caller, address.service);
  const layer = layerOf(found.service, address.layer);
  if (layer === undefined) {
    const layers = listed(found.service.layers.map(({ id }) => id));
    throw refuse('layer-unknown', { service: found.service.name, layer: address.layer.slice(0, 100), layers });
  }
  return { ...found, layer };
}

/** The layer of a service that has the id in an address; undefined for an unknown id, or a word where an id belongs. */
export function layerOf({ layers }: HostedService, id: string): HostedLayer | undefined {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : Number.NaN;
  return layers.find((one) => one.id === number);
}

/**
 * The layer as it was the last time, without asking anybody, and the proof that all of it is still so and the caller may see it: a condition for
 * the statement that changes something. Undefined when it is not remembered, or the caller was not let in the last time.
 */
export function rememberedLayer(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
): { found: FoundLayer; proof: readonly Condition[] } | undefined {
  const known = lastKnownService(portal, caller, address.service);
  if (known === undefined) return undefined;
  const { item } = known;
  const service = asSeenBy(caller, known.service, item);
  const layer = layerOf(service, address.layer);
  const proof = layer && sightHolds(portal, caller, known, layer.table);
  return layer && proof && { found: { service, item, layer }, proof };
}

/** Names of the services that the caller may see, at most a thousand. */
export async function visibleServiceNames(portal: Portal, caller: Caller): Promise<string[]> {
  return serviceNames(portal.db, caller, 1000);
}

/** Characters of the name of a service. */
const MOST_OF_NAME = 98;
/** Service names: letters, digits and `_`, beginning with a letter or digit. The refusal says the same. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_]*$/;

/** Whether the text may be the name of a service at all. */
export function isServiceName(name: string): boolean {
  return name.length <= MOST_OF_NAME && NAME.test(name);
}

/**
 * The name of a service in addresses. They do not name the organisation, so those of all but the home organisation carry its id:
 * nobody can tell from a refused name what others have published.
 */
export async function serviceNameFor(portal: Portal, orgId: string | null, name: string): Promise<string> {
  if (!portal.config.multiTenant || orgId === null || orgId === (await homeOrganisation(portal)).id) return name;
  const ending = `_${orgId.toLowerCase()}`;
  return name.toLowerCase().endsWith(ending) ? name : `${name}${ending}`;
}

/** What a service is called in addresses when nobody says; files may have names without a plain letter. */
export function nameOfFile(fileName: string): string {
  const stem = withoutEnding(fileName).replace(/[^A-Za-z0-9_]+/g, '_');
  return stem.replace(/^_+/, '').slice(0, 60) || `layer_${newId().slice(0, 8)}`;
}

/** Whether a service may be given the name. @throws SERVICE_NAME_INVALID */
export async function serviceNameAvailable(portal: Portal, name: string): Promise<boolean> {
  if (!isServiceName(name)) throw refuse('service-name', { name: name.slice(0, 100), most: MOST_OF_NAME });
  return isNameFree(portal.db, name);
}

/** The address of a service. */
export function serviceUrl(baseUrl: string, name: string): string {
  return `${baseUrl}/rest/services/Hosted/${name}/FeatureServer`;
}

/** Adds a service without layers, in the caller's transaction. @throws SERVICE_NAME_TAKEN */
export async function addService(db: Db, service: NewService): Promise<void> {
  try {
    await insertService(db, service);
  } catch (error) {
    if (violatedUnique(error) === 'feature_service_name') throw refuse('service-name-taken', { name: service.name }, { cause: error });
    throw error;
  }
}
