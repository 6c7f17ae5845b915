// Relationships of layers join the views of both sides, where the keys of both are shown.
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/db/database.ts';
import type { Relationship } from '../../schema/features.ts';
import { lockService, updateLayerSchema } from '../definition/definition.store.ts';
import { fieldByName, type HostedLayer, type HostedService } from '../layers.rules.ts';
import { serviceOfItem } from '../services.store.ts';
import { viewsOf } from './view-table.store.ts';

/** Gives the layers of a view the relationships that can be asked of it. The caller holds the service. */
export async function joinViews(db: Db, itemId: string): Promise<void> {
  const service = await serviceOfItem(db, itemId);
  const layers = service?.layers.filter((layer) => layer.view !== undefined) ?? [];
  const sources = new Map<string, HostedService | undefined>();
  for (const { view } of layers) if (view && !sources.has(view.itemId)) sources.set(view.itemId, await serviceOfItem(db, view.itemId));
  for (const layer of layers) {
    const relationships = joined(layer, layers, sources.get(layer.view?.itemId ?? '')?.layers ?? []);
    if (isDeepStrictEqual(relationships, layer.definition.relationships ?? [])) continue;
    await updateLayerSchema(db, layer, { definition: { ...layer.definition, relationships } });
  }
}

/** The relationships of a layer of a view. */
function joined(layer: HostedLayer, layers: readonly HostedLayer[], sources: readonly HostedLayer[]): Relationship[] {
  const relationshipsOf = (id: number | undefined): Relationship[] => sources.find((one) => one.id === id)?.definition.relationships ?? [];
  return relationshipsOf(layer.view?.layerId).flatMap((one) => {
    const there = relationshipsOf(one.relatedTableId).find((two) => two.id === one.id && two.role !== one.role);
    const shows = (two: HostedLayer): boolean => there !== undefined && fieldByName(two, there.keyField) !== undefined;
    const other = layers.find((two) => two.view?.itemId === layer.view?.itemId && two.view?.layerId === one.relatedTableId && shows(two));
    return other !== undefined && fieldByName(layer, one.keyField) ? [{ ...one, relatedTableId: other.id }] : [];
  });
}

/** Has the views of a service follow once its relationships changed. */
export async function joinViewsOf(db: Db, itemId: string): Promise<void> {
  const views = new Set((await viewsOf(db, itemId)).map((view) => view.itemId));
  for (const view of views) {
    await lockService(db, view);
    await joinViews(db, view);
  }
}
