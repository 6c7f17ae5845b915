// Layers come to a view: each shows a part of a layer of another service.
import { randomBytes } from 'node:crypto';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { AddedLayers } from '@graticule/contract/services/service-admin';
import { z } from 'zod';
import { partItems, relate } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { untangled } from '../../platform/db/untangled.ts';
import type { ViewArea } from '../../schema/features.ts';
import { type AtEnd, administeredService } from '../admin.ts';
import { lockService } from '../definition/definition.store.ts';
import { layerIds, MAX_LAYER_ID } from '../definition/layer-ids.rules.ts';
import { checked } from '../definition/service-settings.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { itemFollowsService } from '../service-item.ts';
import { insertLayer, serviceOfItem } from '../services.store.ts';
import { joinViews } from './join-views.ts';
import { inheritedDefinition } from './view-looks.ts';
import { makeView, readFilter, requireSomeField, requireUsableArea, shownFields } from './view-parts.ts';
import { insertView, measureView, sourceServices } from './view-table.store.ts';
import { areaFilter, areaOf, fieldList, joinedLayers, listedFields, requireNoJoin, type ShownField } from './view-wire.ts';

const MAX_LAYERS = 100;

const shown = z.looseObject({
  sourceServiceName: z.string().optional(),
  sourceLayerId: z.number().int().optional(),
  sourceLayerFields: fieldList,
  viewDefinitionQuery: z.string().max(20_000).nullable().optional(),
  filter: areaFilter,
  relatedTables: joinedLayers,
});
const viewLayer = z.looseObject({
  name: z.string().trim().min(1).max(250).optional(),
  id: z.number().int().min(0).max(MAX_LAYER_ID).nullable().optional(),
  viewDefinitionQuery: z.string().max(20_000).nullable().optional(),
  adminLayerInfo: z.looseObject({ viewLayerDefinition: shown.extend({ table: shown.optional() }) }),
});
const additions = z.looseObject({
  layers: z.array(viewLayer).max(MAX_LAYERS).nullable().optional(),
  tables: z.array(viewLayer).max(MAX_LAYERS).nullable().optional(),
});

type ViewLayer = z.infer<typeof viewLayer>;

/** What one new layer shows. */
interface Wanted {
  given: ViewLayer;
  source: HostedLayer;
  condition: string | null;
}

/**
 * Adds layers to a view. The caller administers the view and the services that it shows.
 * @throws INVALID_PARAMETER, FORBIDDEN, SERVICE_NOT_FOUND
 */
export async function addViewLayers(
  portal: Portal,
  caller: Caller,
  service: HostedService,
  value: unknown,
  atEnd?: AtEnd,
): Promise<AddedLayers> {
  const given = checked(additions, value, 'addToDefinition');
  const all = [...(given.layers ?? []), ...(given.tables ?? [])];
  if (all.length === 0) throw refuse('nothing-named', { parameter: 'addToDefinition', things: 'layers and no tables' });
  const wanted: Wanted[] = [];
  for (const one of all) wanted.push(await sourceOf(portal, caller, one));
  return untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await lockService(db, service.itemId);
      const held = await serviceOfItem(db, service.itemId);
      if (held === undefined || held.layers.length + wanted.length > MAX_LAYERS)
        throw refuse('layers-many', { most: MAX_LAYERS, count: (held?.layers.length ?? 0) + wanted.length });
      const ids = layerIds(
        held.layers.map((layer) => layer.id),
        wanted.map((one) => one.given.id),
      );
      const layers: HostedLayer[] = [];
      for (const [at, one] of (await withHeldSources(db, wanted)).entries())
        layers.push(await storeViewLayer(portal, db, { itemId: service.itemId, id: ids[at] as number }, one));
      await joinViews(db, service.itemId);
      for (const source of new Set(wanted.map((one) => one.source.itemId))) await relateOnce(db, service.itemId, source);
      await itemFollowsService(portal, db, service.itemId);
      const answer = addedLayers(layers);
      await atEnd?.(db, answer);
      return answer;
    }),
  );
}

/** What callers are told of new layers. */
export function addedLayers(added: readonly HostedLayer[]): AddedLayers {
  const entries = (tables: boolean): { name: string; id: number }[] =>
    added.filter((layer) => (layer.geometryType === null) === tables).map((layer) => ({ name: layer.name, id: layer.id }));
  return { success: true, layers: entries(false), tables: entries(true) };
}

/** The layer that a definition names, once the caller may administer it. */
async function sourceOf(portal: Portal, caller: Caller, given: ViewLayer): Promise<Wanted> {
  const definition = given.adminLayerInfo.viewLayerDefinition;
  const said = { ...definition, ...definition.table };
  requireNoJoin([definition, definition.table]);
  if (said.sourceServiceName === undefined) throw refuse('view-source-missing');
  const { service } = await administeredService(portal, caller, said.sourceServiceName.replace(/^Hosted\//i, ''));
  const source = service.layers.find((layer) => layer.id === (said.sourceLayerId ?? 0));
  if (source === undefined)
    throw refuse('view-source-layer', { id: said.sourceLayerId ?? 0, layers: listed(service.layers.map(({ id }) => id)) });
  if (source.view !== undefined) throw refuse('view-of-view', { name: service.name });
  const area = areaGiven(given);
  const condition = given.viewDefinitionQuery || definition.viewDefinitionQuery || said.viewDefinitionQuery || null;
  readFilter(source, condition, area);
  await requireUsableArea(portal, source, area);
  return { given, source, condition };
}

/** The same over the sources as they are now; until the transaction ends none of them is given another table. */
async function withHeldSources(db: Db, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const services = new Map<string, HostedService | undefined>();
  for (const itemId of [...new Set(wanted.map((one) => one.source.itemId))].sort()) {
    await lockService(db, itemId);
    services.set(itemId, await serviceOfItem(db, itemId));
  }
  return wanted.map((one) => {
    const source = services.get(one.source.itemId)?.layers.find((layer) => layer.id === one.source.id);
    if (source === undefined) throw refuse('view-source-gone', { id: one.source.id });
    return { ...one, source };
  });
}

function areaGiven({ adminLayerInfo: { viewLayerDefinition: definition } }: ViewLayer): ViewArea | null {
  return areaOf(definition.filter ?? definition.table?.filter);
}

function fieldsGiven({ adminLayerInfo: { viewLayerDefinition: definition } }: ViewLayer): ShownField[] | null {
  return listedFields(definition.table?.sourceLayerFields ?? definition.sourceLayerFields);
}

async function storeViewLayer(
  portal: Portal,
  db: Db,
  at: { itemId: string; id: number },
  { given, source, condition }: Wanted,
): Promise<HostedLayer> {
  const fields = shownFields(source, fieldsGiven(given));
  requireSomeField(source, fields);
  const area = areaGiven(given);
  const layer: HostedLayer = {
    ...at,
    table: `l_${randomBytes(16).toString('hex')}`,
    name: given.name ?? source.name,
    geometryType: source.geometryType,
    hasZ: source.hasZ,
    hasM: source.hasM,
    fields,
    definition: inheritedDefinition(source, fields, condition !== null || area !== null),
    extent: null,
    rowCount: 0,
    version: 1,
    ready: true,
    dataEdited: portal.clock.now(),
    schemaEdited: portal.clock.now(),
    view: {
      itemId: source.itemId,
      layerId: source.id,
      table: source.table,
      fields: source.fields,
      condition,
      area,
      measured: -1,
      stale: true,
    },
  };
  await makeView(db, layer, source, readFilter(source, condition, area));
  await insertLayer(db, layer);
  await insertView(db, { item_id: at.itemId, layer_id: at.id, source_item_id: source.itemId, source_layer_id: source.id, condition, area });
  await measureView(db, layer);
  return layer;
}

/** How the items of a view and of what it shows are related. */
const related = (view: string, source: string) => [
  { origin: view, destination: source, type: 'Service2Data' },
  { origin: source, destination: view, type: 'Service2Service' },
];

async function relateOnce(db: Db, view: string, source: string): Promise<void> {
  for (const one of related(view, source)) await relate(db, one, true);
}

/** Ends the relations of a view to services of which it shows nothing any more, now that these layers are gone. */
export async function partFromSources(db: Db, view: string, gone: readonly HostedLayer[]): Promise<void> {
  const shown = new Set((await sourceServices(db, view)).map((one) => one.itemId));
  for (const source of new Set(gone.flatMap((layer) => layer.view?.itemId ?? []))) {
    if (shown.has(source)) continue;
    for (const one of related(view, source)) await partItems(db, one);
  }
}
