// Changes to the settings of hosted services and layers, by those who may change the item.
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { untangled } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import type { LayerDefinition, ServiceSettings } from '../../schema/features.ts';
import { type AtEnd, administeredLayer, administeredService, type LayerAddress } from '../admin.ts';
import { attachmentKeysOf, deleteAttachmentsOfLayer } from '../attachments/attachments.store.ts';
import { defaultDrawing } from '../default-renderer.ts';
import { fieldByName, type HostedLayer, MOST_FIELDS } from '../layers.rules.ts';
import { fieldsGone } from '../overwritten.rules.ts';
import { itemFollowsService } from '../service-item.ts';
import { serviceOfItem, updateServiceSettings } from '../services.store.ts';
import { settleChangeTracking } from '../sync/change-tracking.store.ts';
import { administersSource, fieldsAfter, rebuildView, withListedAliases } from '../views/change-view.ts';
import { joinViews } from '../views/join-views.ts';
import { withoutHidden, withoutInherited } from '../views/view-looks.ts';
import { requireOwnTable, requireSomeField, requireUsableArea, withViewsAside } from '../views/view-parts.ts';
import { viewsInUse, viewsOf } from '../views/view-table.store.ts';
import { fieldsSaid, rowsSaid, viewSaid } from '../views/view-wire.ts';
import { addColumn, lockService, timeExtent, updateLayerSchema } from './definition.store.ts';
import { fieldChange } from './fields.ts';
import { forgetInItems } from './item-popups.ts';
import { changedDefinition, layerLooks } from './layer-definition.ts';
import { changedFields, onHeldLayer } from './layer-fields.ts';
import { checked, readSettings } from './service-settings.ts';
import { extentSaid } from './told-extent.ts';
import { requireSameEditFields, trackingOf, withTracking } from './tracking.ts';

/** Of which moment what is changed is that a change is meant for, in epoch milliseconds; whatever it is now without. */
interface MeantFor {
  ifUnchanged?: number | undefined;
}

/**
 * Changes settings of a service; what is not named stays.
 * @throws INVALID_PARAMETER, and CHANGED_SINCE where they are not those that the change is meant for
 */
export async function changeService(
  portal: Portal,
  caller: Caller,
  { service: name, ifUnchanged }: MeantFor & { service: string },
  value: unknown,
  atEnd?: AtEnd,
): Promise<void> {
  const { service } = await administeredService(portal, caller, name);
  const change = await readSettings(portal, value, 'updateDefinition');
  await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await lockService(db, service.itemId);
      const held = (await serviceOfItem(db, service.itemId)) ?? service;
      if (ifUnchanged !== undefined && ifUnchanged !== held.settingsEdited.getTime()) throw refuse('settings-changed');
      const settings = { ...held.settings, ...change, ...(change.initialExtent ? { initialExtentStays: true } : {}) };
      if (change.editorTrackingInfo) {
        settings.editorTrackingInfo = { ...held.settings.editorTrackingInfo, ...change.editorTrackingInfo };
        const [was, is] = [trackingOf(held.settings).enableEditorTracking, trackingOf(settings).enableEditorTracking];
        if (change.editorTrackingInfo.enableEditorTracking === false || (was && !is))
          await requireNoOwners(db, caller, service.itemId, settings);
        // Where it was off and stays off, fields that a view needs to know owners by stay too.
        const follows = !held.settings.isView && (was || is);
        for (const layer of follows ? held.layers : []) await followTracking(db, layer, withTracking(settings, layer));
      }
      await updateServiceSettings(db, service.itemId, settings);
      await settleChangeTracking(db, await serviceOfItem(db, service.itemId));
      await itemFollowsService(portal, db, service.itemId);
      await atEnd?.(db);
    }),
  );
}

/** @throws INVALID_PARAMETER where people may read or change only their own features: whose they are is known from tracking alone */
async function requireNoOwners(db: Db, caller: Caller, itemId: string, settings: ServiceSettings): Promise<void> {
  const needs = (one: ServiceSettings): boolean => trackingOf(one).enableOwnershipAccessControl;
  if (needs(settings)) throw refuse('tracking-needed');
  const views = settings.isView ? [] : (await viewsOf(db, itemId, { inUse: true })).filter((one) => needs(one.settings));
  if (views.length === 0) return;
  const seen = new Set((await viewsInUse(db, caller, { itemId })).filter((one) => one.isSeen).map((one) => one.name));
  const view = views.find((one) => seen.has(one.serviceName));
  throw view === undefined ? refuse('tracking-needed-by-unseen') : refuse('tracking-needed-by-view', { view: view.serviceName });
}

/** Gives a layer and its views the fields of the editors, or takes them for what all others are. */
async function followTracking(db: Db, before: HostedLayer, after: HostedLayer): Promise<void> {
  if (before === after) return;
  await withViewsAside(db, before, async () => {
    for (const field of after.fields.slice(before.fields.length)) await addColumn(db, before, field);
    await updateLayerSchema(db, before, { fields: after.fields, definition: after.definition });
  });
}

const layerChange = layerLooks.extend({
  name: z.string().trim().min(1).max(250).optional(),
  fields: z
    .array(fieldChange.extend({ type: z.unknown().optional() }))
    .max(MOST_FIELDS)
    .nullable()
    .optional(),
  ...viewSaid,
});

/**
 * Changes how a layer looks and what it says about itself and its fields.
 * @throws INVALID_PARAMETER, and CHANGED_SINCE where the layer is not as the change is meant for
 */
export async function changeLayer(
  portal: Portal,
  caller: Caller,
  { ifUnchanged, ...address }: MeantFor & LayerAddress,
  value: unknown,
  atEnd?: AtEnd,
): Promise<void> {
  const { layer, service } = await administeredLayer(portal, caller, address);
  const change = checked(layerChange, value, 'updateDefinition');
  const isView = layer.view !== undefined;
  const { hasAttachments } = change;
  if (isView && typeof hasAttachments === 'boolean' && hasAttachments !== (layer.definition.hasAttachments === true))
    requireOwnTable(layer);
  const rows = rowsSaid(change);
  if (rows.condition && !isView) throw refuse('view-only', { parameter: 'viewDefinitionQuery', layer: layer.name });
  if (rows.area && !isView) throw refuse('view-only', { parameter: 'filter', layer: layer.name });
  const listed = fieldsSaid(change);
  if (listed !== undefined && !isView) throw refuse('view-only', { parameter: 'sourceLayerFields', layer: layer.name });
  if (rows.area) await requireUsableArea(portal, layer, rows.area);
  const initialExtent = await extentSaid(portal, service, layer, change.extent);
  const isOfSource = isView && (await administersSource(portal.db, caller, layer));
  const { keys, lost } = await onHeldLayer(portal, layer, async (db, held) => {
    // Held until the end: of two that come at once, the second finds what the first left.
    if (ifUnchanged !== undefined && ifUnchanged !== held.schemaEdited.getTime()) throw refuse('definition-changed');
    requireSameEditFields(held, change.editFieldsInfo);
    const shown = { ...held, fields: fieldsAfter(held, { fields: change.fields, listed }, isOfSource) };
    // In the words of the view: its owner may not know what else its source has.
    requireSomeField(held, shown.fields);
    const filtered = await rebuildView(db, held, shown.fields, { change: rows, isOfSource });
    const said = withListedAliases(change.fields ?? [], listed).filter((one) => !isView || fieldByName(shown, one.name) !== undefined);
    const fields = await changedFields(db, shown, said);
    const told = filtered === undefined ? held.definition : withoutInherited(held.definition, filtered, fields);
    const drawn = held.geometryType === null ? undefined : defaultDrawing(held.geometryType, held.id);
    const looks = changedDefinition(withoutHidden(held, told, fields), change, fields, { isTable: drawn === undefined, drawn });
    const definition = isView ? withoutHidden(held, looks, fields) : looks;
    if (initialExtent) definition.initialExtent = initialExtent;
    else if (initialExtent === null) delete definition.initialExtent;
    await measureTime(db, held, definition);
    const files = held.definition.hasAttachments && definition.hasAttachments !== true ? await attachmentKeysOf(db, [held.table]) : [];
    if (files.length > 0) await deleteAttachmentsOfLayer(db, held.table);
    const store = (): Promise<void> =>
      updateLayerSchema(db, held, { ...(change.name === undefined ? {} : { name: change.name }), fields, definition });
    await (held.definition.hasAttachments === definition.hasAttachments ? store() : withViewsAside(db, held, store));
    // A key may have come or gone with the fields.
    if (isView) await joinViews(db, held.itemId);
    await itemFollowsService(portal, db, service.itemId);
    await atEnd?.(db);
    return { keys: files, lost: { itemId: held.itemId, layerId: held.id, gone: fieldsGone(held, shown) } };
  });
  await dropBytes(portal, keys);
  await forgetInItems(portal, [lost]);
}

/** Says from when to when the features are. */
async function measureTime(db: Db, layer: HostedLayer, definition: LayerDefinition): Promise<void> {
  if (definition.timeInfo === undefined) return;
  const { startTimeField, endTimeField } = definition.timeInfo;
  const start = fieldByName(layer, startTimeField);
  const end = fieldByName(layer, endTimeField ?? startTimeField);
  if (start && end) definition.timeInfo = { ...definition.timeInfo, timeExtent: await timeExtent(db, layer, start, end) };
}
