// Makes the tables of new layers.
import { randomBytes } from 'node:crypto';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LayerDefinition } from '../../schema/features.ts';
import { defaultDrawing } from '../default-renderer.ts';
import { createIndexes, createTable } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { insertLayer } from '../services.store.ts';
import type { DefinedLayer } from './layer-definition.ts';

/** A definition whose drawing has a renderer. */
function drawnDefinition({ geometryType, definition }: DefinedLayer, id: number): LayerDefinition {
  const { drawingInfo } = definition;
  if (drawingInfo === undefined || geometryType === null || drawingInfo.renderer !== undefined) return definition;
  return { ...definition, drawingInfo: { ...drawingInfo, renderer: defaultDrawing(geometryType, id).renderer } };
}

/** A layer without features, not stored yet. */
export function emptyLayer(portal: Pick<Portal, 'clock'>, at: { itemId: string; id: number }, defined: DefinedLayer): HostedLayer {
  return {
    ...at,
    ...defined,
    definition: drawnDefinition(defined, at.id),
    table: `l_${randomBytes(16).toString('hex')}`,
    extent: null,
    rowCount: 0,
    version: 1,
    ready: true,
    dataEdited: portal.clock.now(),
    schemaEdited: portal.clock.now(),
  };
}

/** Makes the table of a layer with its indexes, and the layer's row, in the caller's transaction. */
export async function storeEmptyLayer(db: Db, layer: HostedLayer): Promise<void> {
  await createTable(db, layer);
  await createIndexes(db, layer);
  await insertLayer(db, layer);
}
