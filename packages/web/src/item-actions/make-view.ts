// Makes a view of layers of a hosted service.
import type { Item } from '@graticule/contract/content/item';
import { deleteItem } from '@graticule/contract/content/user-items';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { addToServiceDefinition, createService } from '@graticule/contract/services/service-admin';
import { call } from '../api/call.ts';
import { ownServiceName } from './publish-layer.ts';
import { filterOf, type ViewArea } from './view-area.ts';

/** What a view shows of one layer. */
export interface ViewPart {
  layer: LayerInfo;
  /** Empty for all rows. */
  where: string;
  /** All when empty. */
  fields: readonly string[];
}

/** What a view is to be. */
export interface ViewWishes {
  /** Of the layers. */
  service: string;
  title: string;
  parts: readonly ViewPart[];
  /** Of the layers that have places. */
  area: ViewArea | null;
}

/** Makes the service and its layers; a view without layers is not left behind. Gives the id of the new item. */
export async function makeView({ owner: username }: Pick<Item, 'owner'>, { service, title, parts, area }: ViewWishes): Promise<string> {
  const name = ownServiceName(title, 'view');
  const made = await call(createService, { username, createParameters: { name, capabilities: 'Query' }, isView: true, title });
  const viewOf = ({ layer, where, fields }: ViewPart) => ({
    name: layer.name,
    adminLayerInfo: {
      viewLayerDefinition: {
        sourceServiceName: service,
        sourceLayerId: layer.id,
        sourceLayerFields: fields.length > 0 ? fields.join(',') : '*',
        ...(area === null || isTable(layer) ? {} : { filter: filterOf(area) }),
      },
    },
    ...(where === '' ? {} : { viewDefinitionQuery: where }),
  });
  const layers = parts.filter(({ layer }) => !isTable(layer)).map(viewOf);
  const tables = parts.filter(({ layer }) => isTable(layer)).map(viewOf);
  try {
    const addToDefinition = { ...(layers.length > 0 ? { layers } : {}), ...(tables.length > 0 ? { tables } : {}) };
    await call(addToServiceDefinition, { service: made.name, addToDefinition });
  } catch (error) {
    await call(deleteItem, { username, id: made.itemId, permanentDelete: true }).catch(() => undefined);
    throw error;
  }
  return made.itemId;
}

/** Rows of tables have no places. */
export const isTable = ({ type }: Pick<LayerInfo, 'type'>): boolean => type === 'Table';
