// What of the features of a service one caller may read: all, the own ones alone, or none.
import { refuse } from '@graticule/contract/refusals/refusal';
import { type ItemRow, mayDo } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { ServiceSettings } from '../schema/features.ts';
import { trackingOf } from './definition/tracking.ts';
import { mayEditFully } from './edits/edits.rules.ts';
import { capabilitiesOfLayer, type HostedLayer, type HostedService, hasWord, keptField } from './layers.rules.ts';
import { identifier, type SqlText } from './sql-text.rules.ts';

/** Whether the service shows people only the features that they made. */
function showsOwnOnly(settings: ServiceSettings): boolean {
  const { enableOwnershipAccessControl, allowOthersToQuery } = trackingOf(settings);
  return enableOwnershipAccessControl && !allowOthersToQuery;
}

/** Whether a layer lets people read its features at all: the capability `Query` of the service, unless the layer's own leave it out. */
function letsQuery(service: Pick<HostedService, 'settings'>, layer: Pick<HostedLayer, 'definition'>): boolean {
  return hasWord(capabilitiesOfLayer(service, layer), 'Query');
}

/** Whether some of the features of a service are not for everybody who sees its item. */
export function hidesFeatures(service: HostedService): boolean {
  return showsOwnOnly(service.settings) || service.layers.some((layer) => !letsQuery(service, layer));
}

/** Whether the caller sees all features, also where others see only some: the owner, those who may change the item, and those who edit everything. */
export function seesHidden(caller: Caller, item: ItemRow): boolean {
  return mayEditFully(caller, item) || mayDo(caller, { ...item, visible: true, group_update: false }, 'update');
}

/**
 * The service with layers that show the caller what its owner wants: the caller's own features alone, or none. Its owner and those who may
 * edit everything see it whole. What is said of all features together, such as their extent, is left out with them.
 * @source ACC-9
 */
export function asSeenBy(caller: Caller, service: HostedService, item: ItemRow): HostedService {
  if (!hidesFeatures(service) || seesHidden(caller, item)) return service;
  const ownOnly = showsOwnOnly(service.settings);
  return { ...service, layers: service.layers.map((layer) => seenLayer(service, layer, ownOnly ? (caller.username ?? '') : undefined)) };
}

function seenLayer(service: HostedService, layer: HostedLayer, username: string | undefined): HostedLayer {
  if (!letsQuery(service, layer)) return { ...layer, extent: null, isClosed: true };
  if (username === undefined) return layer;
  const field = keptField(layer, layer.definition.editFields?.creatorField ?? '');
  // Nobody knows whose the features are: then they are nobody's.
  return field === undefined ? { ...layer, extent: null, isClosed: true } : { ...layer, extent: null, onlyOf: { field, username } };
}

/** Refuses to read a layer whose features are not for the caller. @throws QUERY_OFF */
export function requireReadable(layer: Pick<HostedLayer, 'isClosed' | 'name'>): void {
  if (layer.isClosed) throw refuse('layer-unreadable', { layer: layer.name });
}

/** The condition that leaves the rows of others out; undefined where the caller sees all. */
export function ownRowsCondition({ onlyOf }: Pick<HostedLayer, 'onlyOf'>, sql: SqlText): string | undefined {
  return onlyOf === undefined ? undefined : `${identifier(onlyOf.field.column)} = ${sql.bind(onlyOf.username, 'text')}`;
}
