// Changes to the settings of hosted services and layers, by those who may change the item.
import { fail } from '@graticule/contract/errors';
import type { DrawingInfo } from '@graticule/contract/services/layer';
import { z } from 'zod';
import { mayDo, updateItemRow } from '../content/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { LayerDefinition, ServiceSettings } from '../schema/features.ts';
import { tableFacts, truncateTable } from './hosted-table.store.ts';
import { fieldByName, type HostedLayer } from './layers.rules.ts';
import { updateLayerDefinition, updateLayerFacts, updateServiceSettings } from './services.store.ts';
import { findLayer, findService, type VisibleService } from './services.ts';

const words = z.string().max(32_000).optional();
const serviceChange = z.looseObject({
  capabilities: words,
  maxRecordCount: z.number().int().min(1).max(10_000).optional(),
  description: words,
  serviceDescription: words,
  copyrightText: words,
  hasStaticData: z.boolean().optional(),
  allowGeometryUpdates: z.boolean().optional(),
});
const layerChange = z.looseObject({
  name: z.string().trim().min(1).max(250).optional(),
  description: words,
  copyrightText: words,
  displayField: words,
  drawingInfo: z.looseObject({ renderer: z.looseObject({ type: z.string() }) }).optional(),
  popupInfo: z.looseObject({}).nullable().optional(),
  minScale: z.number().min(0).optional(),
  maxScale: z.number().min(0).optional(),
});
const CAPABILITIES = ['Query', 'Create', 'Update', 'Delete', 'Editing', 'Sync', 'Extract', 'ChangeTracking', 'Uploads'];

/** @throws FORBIDDEN for everyone but the owner and those who may change the items of others. @source ACC-10 */
function requireAdmin(caller: Caller, { item }: VisibleService): void {
  if (!mayDo(caller, { ...item, group_update: false }, 'update')) throw fail(caller.kind === 'anonymous' ? 'TOKEN_REQUIRED' : 'FORBIDDEN');
}

function checked<T>(schema: z.ZodType<T>, value: unknown, parameter: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw fail('INVALID_PARAMETER', { values: [parameter, `is not as it should be at '${issue?.path.join('.') ?? ''}'`] });
}

/** A service that the caller may administer. */
export async function administeredService(portal: Portal, caller: Caller, name: string): Promise<VisibleService> {
  const found = await findService(portal, caller, name);
  requireAdmin(caller, found);
  return found;
}

/** Changes settings of a service; what is not named stays. @throws INVALID_PARAMETER */
export async function changeService(portal: Portal, caller: Caller, name: string, value: unknown): Promise<void> {
  const { service } = await administeredService(portal, caller, name);
  const change = checked(serviceChange, value, 'updateDefinition');
  const known: ServiceSettings = {};
  for (const key of Object.keys(serviceChange.shape) as (keyof ServiceSettings)[]) {
    if (change[key] !== undefined) Object.assign(known, { [key]: change[key] });
  }
  if (known.capabilities !== undefined) known.capabilities = spelled(known.capabilities);
  await portal.db.transaction().execute(async (db) => {
    await updateServiceSettings(db, service.itemId, { ...service.settings, ...known });
    await updateItemRow(db, service.itemId, { modified: portal.clock.now() });
  });
}

function spelled(capabilities: string): string {
  const names = capabilities.split(',').map((name) => CAPABILITIES.find((known) => known.toLowerCase() === name.trim().toLowerCase()));
  if (names.some((name) => name === undefined)) throw fail('INVALID_PARAMETER', { values: ['capabilities', 'holds an unknown word'] });
  return [...new Set(names)].join(',');
}

/** Changes how a layer looks and what it says about itself. @throws INVALID_PARAMETER */
export async function changeLayer(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  value: unknown,
): Promise<void> {
  const found = await findLayer(portal, caller, address);
  requireAdmin(caller, found);
  const { layer } = found;
  const { name, drawingInfo, displayField, popupInfo, description, copyrightText, minScale, maxScale } = checked(
    layerChange,
    value,
    'updateDefinition',
  );
  if (displayField && fieldByName(layer, displayField) === undefined) {
    throw fail('INVALID_PARAMETER', { values: ['displayField', 'is not a field of the layer'] });
  }
  const given = { displayField, popupInfo: popupInfo ?? undefined, description, copyrightText, minScale, maxScale };
  const definition: LayerDefinition = {
    ...layer.definition,
    ...Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined)),
    ...(drawingInfo === undefined ? {} : { drawingInfo: drawingInfo as unknown as DrawingInfo }),
  };
  if (popupInfo === null) delete definition.popupInfo;
  await portal.db.transaction().execute(async (db) => {
    await updateLayerDefinition(db, layer, name ?? layer.name, definition);
    await updateItemRow(db, found.service.itemId, { modified: portal.clock.now() });
  });
}

/** Deletes all features of a layer; object ids go on growing. */
export async function truncateLayer(portal: Portal, caller: Caller, address: { service: string; layer: string }): Promise<void> {
  const found = await findLayer(portal, caller, address);
  requireAdmin(caller, found);
  await truncateTable(portal.db, found.layer.table);
  await refreshFacts(portal, found.layer);
}

/** Extent, count and version after the features changed. */
export async function refreshFacts(portal: Portal, layer: HostedLayer): Promise<void> {
  await updateLayerFacts(portal.db, layer.table, await tableFacts(portal.db, layer));
}
