// The layers of a map whose features can be edited here, and why others cannot.
import { getItem } from '@graticule/contract/content/items';
import { flattenLayers, type OperationalLayer, type WebMap } from '@graticule/contract/documents/web-map';
import { describeFeatureService, describeLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { call } from '../../api/call.ts';
import type { Session } from '../../api/session.ts';
import { type EditRights, editRights, type VisitorRights, visitorRights } from '../../features/edit-rights.ts';
import type { Frame } from '../../map/edit/esri-shape.ts';
import { localAddress } from '../fetch-layer.ts';

/** A layer of the map with all that editing needs to know of it. */
export interface EditableLayer {
  /** Its id in the map. */
  layerId: string;
  title: string;
  service: string;
  layer: LayerInfo;
  item: { id: string; owner: string; orgId?: string | null };
  rights: EditRights;
  frame: Frame;
  /** Shapes of features that are there may be changed. */
  mayMove: boolean;
}

/** A layer that cannot be edited here: another portal's, not hosted, or not readable. */
export interface OtherLayer {
  layerId: string;
  title: string;
  why: 'elsewhere' | 'unreadable';
}

/** Name of the service and number of the layer in the address of a layer that this portal hosts. */
export function hostedAddress(url: string | undefined, portalHostname: string | undefined): { service: string; layer: string } | undefined {
  try {
    const address = new URL(localAddress(url ?? '', portalHostname), location.origin);
    const found = /\/rest\/services\/Hosted\/([^/]+)\/FeatureServer(?:\/(\d+))?\/?$/i.exec(address.pathname);
    if (address.origin !== location.origin || !found?.[1]) return undefined;
    return { service: decodeURIComponent(found[1]), layer: found[2] ?? '0' };
  } catch {
    return undefined;
  }
}

/** Layers that hold features; pictures and tiles have nothing to edit. */
export function featureLayers(map: WebMap): OperationalLayer[] {
  return flattenLayers(map.operationalLayers).filter((layer) => layer.layerType === 'ArcGISFeatureLayer' && layer.url !== undefined);
}

/** How a layer stands with editing. */
export async function openForEditing(layer: OperationalLayer, session: Session): Promise<EditableLayer | OtherLayer> {
  const { id: layerId, title } = layer;
  const address = hostedAddress(layer.url, session.portal.portalHostname);
  if (!address) return { layerId, title, why: 'elsewhere' };
  try {
    const info = await call(describeLayer, address, { quiet: true });
    const [item, visitors] = await Promise.all([
      call(getItem, { id: info.serviceItemId }, { quiet: true }),
      session.user ? undefined : call(describeFeatureService, { service: address.service }, { quiet: true }).then(visitorRights),
    ]);
    return { ...editableLayer(info, item, session, visitors), layerId, title, service: address.service };
  } catch {
    return { layerId, title, why: 'unreadable' };
  }
}

function editableLayer(
  layer: LayerInfo,
  item: EditableLayer['item'],
  session: Session,
  visitors: VisitorRights | undefined,
): Pick<EditableLayer, 'layer' | 'item' | 'rights' | 'frame' | 'mayMove'> {
  const reference = layer.spatialReference as { wkid?: number; latestWkid?: number } | undefined;
  return {
    layer,
    item: { id: item.id, owner: item.owner, orgId: item.orgId ?? null },
    rights: editRights({ owner: item.owner, ...(item.orgId ? { orgId: item.orgId } : {}) }, layer, session, visitors),
    frame: {
      geometryType: layer.geometryType ?? 'esriGeometryPoint',
      wkid: (reference?.latestWkid ?? reference?.wkid) === 4326 ? 4326 : 3857,
      hasZ: layer.hasZ === true,
      hasM: layer.hasM === true,
    },
    mayMove: layer.allowGeometryUpdates !== false,
  };
}

/** What a layer is known by beyond the map that is open. */
export function addressOf({ service, layer }: Pick<EditableLayer, 'service' | 'layer'>): string {
  return `${service}/${layer.id}`;
}

/** Whether a layer can be edited in any way. */
export function isEditable(layer: EditableLayer | OtherLayer): layer is EditableLayer {
  return 'rights' in layer && (layer.rights.create || layer.rights.update || layer.rights.remove);
}
