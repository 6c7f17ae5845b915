// Layers come to a service and go: all that a call names, or none.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { AddedLayers } from '@graticule/contract/services/service-admin';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { untangled } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import { type AtEnd, administeredService } from '../admin.ts';
import { attachmentKeysOf } from '../attachments/attachments.store.ts';
import { dropTable } from '../hosted-table.store.ts';
import { type HostedLayer, type HostedService, readyIds } from '../layers.rules.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { itemFollowsService } from '../service-item.ts';
import { deleteLayer, serviceOfItem } from '../services.store.ts';
import { settleChangeTracking } from '../sync/change-tracking.store.ts';
import { addedLayers, addViewLayers, partFromSources } from '../views/add-view-layers.ts';
import { joinViews, joinViewsOf } from '../views/join-views.ts';
import { requireNoViews } from '../views/view-parts.ts';
import { lockService, updateLayerSchema } from './definition.store.ts';
import { definedLayer, layerDefinition } from './layer-definition.ts';
import { copyIndexes } from './layer-fields.ts';
import { layerIds } from './layer-ids.rules.ts';
import { emptyLayer, storeEmptyLayer } from './new-layer.ts';
import { placeOf, whileWithin, within } from './refusals.ts';
import { joinLayers, takeToldSides } from './relationships.ts';
import { checked } from './service-settings.ts';
import { withTracking } from './tracking.ts';

/** Layers and tables of one service. */
const MAX_LAYERS = 100;

const additions = z.looseObject({
  layers: z.array(layerDefinition).max(MAX_LAYERS).nullable().optional(),
  tables: z.array(layerDefinition).max(MAX_LAYERS).nullable().optional(),
});
const removals = z.looseObject({
  layers: z
    .array(z.looseObject({ id: z.number().int() }))
    .nullable()
    .optional(),
  tables: z
    .array(z.looseObject({ id: z.number().int() }))
    .nullable()
    .optional(),
});

/** The service with all its layers, its definition held until the transaction ends. */
async function heldService(db: Db, itemId: string): Promise<HostedService> {
  await lockService(db, itemId);
  const service = await serviceOfItem(db, itemId);
  if (service === undefined) throw new Error('A service vanished while it was changed.');
  return service;
}

/**
 * Adds layers and tables, and relationships to layers that are there.
 * @throws INVALID_PARAMETER and changes nothing when one of them cannot be made
 * @source ADM-1 to ADM-4
 */
export async function addLayers(portal: Portal, caller: Caller, name: string, value: unknown, atEnd?: AtEnd): Promise<AddedLayers> {
  const { service } = await administeredService(portal, caller, name);
  if (service.settings.isView) return addViewLayers(portal, caller, service, value, atEnd);
  const { rest, told } = takeToldSides(value);
  const given = checked(additions, rest, 'addToDefinition');
  const wanted = [
    ...(given.layers ?? []).map((one, at) => ({ one, isTable: false, place: placeOf('layers', at, one.name) })),
    ...(given.tables ?? []).map((one, at) => ({ one, isTable: true, place: placeOf('tables', at, one.name) })),
  ];
  if (wanted.length === 0 && told.size === 0)
    throw refuse('nothing-named', { parameter: 'addToDefinition', things: 'layers and no tables' });
  const defined = wanted.map(({ one, isTable, place }) => within(place, () => definedLayer(one, isTable, service.settings.srid)));
  for (const [at, { definition }] of defined.entries())
    await whileWithin(wanted[at]?.place ?? '', async () => {
      if (definition.srid !== undefined && !(await isKnownSrid(portal.database, definition.srid)))
        throw refuse('system-unknown', { parameter: 'spatialReference', wkid: definition.srid });
    });
  return untangled(() =>
    portal.db.transaction().execute(async (db) => {
      const held = await heldService(db, service.itemId);
      if (held.layers.length + defined.length > MAX_LAYERS)
        throw refuse('layers-many', { most: MAX_LAYERS, count: held.layers.length + defined.length });
      const ids = layerIds(
        held.layers.map((layer) => layer.id),
        wanted.map(({ one }) => one.id),
      );
      const layers = defined.map((one, at) => emptyLayer(portal, { itemId: service.itemId, id: ids[at] as number }, one));
      const { added, changed } = joinLayers(
        held.layers,
        layers,
        wanted.map(({ one }) => one.relationships),
        told,
      );
      const joined = added.map((layer, at) => withTracking(held.settings, layer, wanted[at]?.one.editFieldsInfo));
      for (const [at, layer] of joined.entries()) {
        await whileWithin(wanted[at]?.place ?? '', async () => {
          await storeEmptyLayer(db, layer);
          await copyIndexes(db, layer, wanted[at]?.one.indexes ?? []);
        });
      }
      for (const layer of changed) await updateLayerSchema(db, layer, { definition: layer.definition });
      if (changed.length > 0) await joinViewsOf(db, service.itemId);
      await settleChangeTracking(db, await serviceOfItem(db, service.itemId));
      await itemFollowsService(portal, db, service.itemId);
      const answer = addedLayers(joined);
      await atEnd?.(db, answer);
      return answer;
    }),
  );
}

/** Removes layers and tables with their features and files. @throws INVALID_PARAMETER for ids that the service does not have */
export async function removeLayers(portal: Portal, caller: Caller, name: string, value: unknown, atEnd?: AtEnd): Promise<void> {
  const { service } = await administeredService(portal, caller, name);
  const given = checked(removals, value, 'deleteFromDefinition');
  const ids = new Set([...(given.layers ?? []), ...(given.tables ?? [])].map((one) => one.id));
  if (ids.size === 0) throw refuse('nothing-named', { parameter: 'deleteFromDefinition', things: 'layers and no tables' });
  const keys = await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      const held = await heldService(db, service.itemId);
      const going = held.layers.filter((layer) => ids.has(layer.id) && layer.ready);
      const unknown = [...ids].find((id) => !going.some((layer) => layer.id === id));
      if (unknown !== undefined) throw refuse('layer-to-delete', { id: unknown, layers: listed(readyIds(held.layers)) });
      for (const layer of going) await requireNoViews(db, caller, { itemId: layer.itemId, layerId: layer.id });
      const files = await attachmentKeysOf(
        db,
        going.map((layer) => layer.table),
      );
      for (const layer of held.layers) if (!ids.has(layer.id)) await partWith(db, layer, ids);
      for (const layer of going) {
        const table = await deleteLayer(db, layer.itemId, layer.id);
        if (table !== undefined) await dropTable(db, table);
      }
      await (held.settings.isView ? joinViews(db, service.itemId) : joinViewsOf(db, service.itemId));
      await partFromSources(db, service.itemId, going);
      await itemFollowsService(portal, db, service.itemId);
      await atEnd?.(db);
      return files;
    }),
  );
  await dropBytes(portal, keys);
}

/** A layer forgets its relationships to those that go. */
async function partWith(db: Db, layer: HostedLayer, gone: ReadonlySet<number>): Promise<void> {
  const { relationships = [] } = layer.definition;
  const kept = relationships.filter((one) => !gone.has(one.relatedTableId));
  if (kept.length < relationships.length) await updateLayerSchema(db, layer, { definition: { ...layer.definition, relationships: kept } });
}
