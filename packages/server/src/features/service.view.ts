// Hosted service → its description on the wire.
import type { FeatureServiceInfo, WireExtent } from '@graticule/contract/services/layer';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Portal } from '../platform/context.ts';
import { trackingOf } from './definition/tracking.ts';
import { preventionOf } from './definition/xss-prevention.rules.ts';
import {
  type Extent,
  type HostedLayer,
  type HostedService,
  hasCapability,
  isInDegrees,
  keepsChanges,
  maxRecordCount,
  STORED_SRID,
  sridOfService,
  wordsOf,
} from './layers.rules.ts';

/** The version of the interface that clients are told. */
export const CURRENT_VERSION = 11.2;

/** The extent of layers together, in metres of Web Mercator; the world while they are empty. */
export function boundsOfLayers(layers: readonly Pick<HostedLayer, 'extent'>[]): Extent {
  const boxes = layers.flatMap((layer) => (layer.extent ? [layer.extent] : []));
  const limit = WEB_MERCATOR_LIMIT;
  if (boxes.length === 0) return [-limit, -limit, limit, limit];
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** The same as clients read it. */
export function extentOfLayers(layers: readonly Pick<HostedLayer, 'extent'>[]): WireExtent {
  return wireExtent(boundsOfLayers(layers), STORED_SRID);
}

/** The extent of a service in the reference system that it speaks: of its data, or the initial one while it has none. */
function extentOfService(service: HostedService): WireExtent {
  const { toldExtent } = service;
  if (toldExtent === undefined) return extentOfLayers(service.layers);
  return wireExtent(toldExtent.box, toldExtent.srid);
}

/** An extent as clients read it. */
export function wireExtent([xmin, ymin, xmax, ymax]: Extent, srid: number): WireExtent {
  return { xmin, ymin, xmax, ymax, spatialReference: wireSpatialReference(srid) };
}

/** What the service allows. */
export function capabilitiesOf(service: HostedService): string {
  return service.settings.capabilities ?? 'Query';
}

/** Words that views may have and do not answer: clients are not told of them. */
const NOT_OF_VIEWS = new Set(['Sync', 'ChangeTracking']);

/** Capabilities as clients are told: only what is true, and the kinds of edit by their names, without which some take a layer for read-only. */
export function toldCapabilities(capabilities: string, { settings }: HostedService): string {
  const words = wordsOf(capabilities);
  return (settings.isView ? words.filter((word) => !NOT_OF_VIEWS.has(word)) : words).join(',');
}

const SYNC_CAPABILITIES = {
  supportsASync: true,
  supportsRegisteringExistingData: false,
  supportsSyncDirectionControl: true,
  supportsPerLayerSync: true,
  supportsPerReplicaSync: false,
  supportsSyncModelNone: true,
  supportsRollbackOnFailure: true,
  supportsAttachmentsSyncDirection: 'esriAttachmentsSyncDirectionBidirectional',
};
const EXTRACT_CAPABILITIES = {
  supportsReturnIdsOnly: true,
  supportsReturnExtentOnly: false,
  supportsReturnAttachments: true,
  supportsLayerQueries: false,
  supportsGeometry: false,
  supportsReturnFeature: true,
  supportsServerGens: true,
};

/** What the service says about copies and changes, where it keeps them. */
function syncView(service: HostedService): Partial<FeatureServiceInfo> {
  const syncs = hasCapability(service, 'Sync') && !service.settings.isView;
  return {
    syncEnabled: syncs,
    ...(syncs ? { syncCapabilities: SYNC_CAPABILITIES } : {}),
    ...(keepsChanges(service) ? { extractChangesCapabilities: EXTRACT_CAPABILITIES } : {}),
  };
}

/** What services are exported to; the spelling of clients. */
export function exportFormats({ geodatabaseProgram }: Pick<Portal, 'geodatabaseProgram'>): string {
  const always = 'csv,shapefile,geojson,featureCollection,excel,kml,geoPackage,flatgeobuf,parquet';
  return geodatabaseProgram === undefined ? always : `${always},filegdb`;
}

/** The description of a service, measured. */
export function serviceView(portal: Pick<Portal, 'geodatabaseProgram'>, service: HostedService): FeatureServiceInfo {
  const { settings } = service;
  const extent = extentOfService(service);
  const tracking = trackingOf(settings);
  const srid = sridOfService(service);
  return {
    currentVersion: CURRENT_VERSION,
    serviceItemId: service.itemId,
    serviceDescription: settings.serviceDescription ?? '',
    hasVersionedData: false,
    hasStaticData: settings.hasStaticData ?? false,
    supportsDisconnectedEditing: false,
    allowTrueCurvesUpdates: false,
    maxRecordCount: maxRecordCount(service),
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    supportedExportFormats: exportFormats(portal),
    capabilities: toldCapabilities(capabilitiesOf(service), service),
    description: settings.description ?? '',
    copyrightText: settings.copyrightText ?? '',
    spatialReference: wireSpatialReference(srid),
    initialExtent: service.toldInitialExtent ? wireExtent(service.toldInitialExtent.box, service.toldInitialExtent.srid) : extent,
    fullExtent: extent,
    allowGeometryUpdates: settings.allowGeometryUpdates ?? true,
    supportsApplyEditsWithGlobalIds: true,
    supportsReturnDeleteResults: true,
    supportsLayerOverrides: false,
    units: settings.units ?? (isInDegrees(srid) ? 'esriDecimalDegrees' : 'esriMeters'),
    syncEnabled: false,
    ...syncView(service),
    editingInfo: { schemaLastEditDate: service.settingsEdited.getTime() },
    editorTrackingInfo: tracking,
    xssPreventionInfo: preventionOf(settings),
    layers: service.layers.flatMap((layer) =>
      layer.geometryType === null
        ? []
        : [
            {
              id: layer.id,
              name: layer.name,
              parentLayerId: -1 as const,
              defaultVisibility: true,
              subLayerIds: null,
              minScale: layer.definition.minScale ?? 0,
              maxScale: layer.definition.maxScale ?? 0,
              type: 'Feature Layer' as const,
              geometryType: layer.geometryType,
            },
          ],
    ),
    tables: service.layers.flatMap((layer) =>
      layer.geometryType === null ? [{ id: layer.id, name: layer.name, type: 'Table' as const }] : [],
    ),
    relationships: relationshipsOf(service),
    advancedEditingCapabilities: { supportsSplit: false, supportsReturnServiceEditsInSourceSR: false, supportsAsyncApplyEdits: false },
    hasSharedDomains: false,
    ...(settings.isView ? { isView: true, isUpdatableView: true } : {}),
  };
}

/** Every relationship once, as its origin tells it. */
function relationshipsOf({ layers }: HostedService): { id: number; name: string }[] {
  const sides = layers.flatMap((layer) => layer.definition.relationships ?? []);
  return sides.filter((one) => one.role === 'esriRelRoleOrigin').map(({ id, name }) => ({ id, name }));
}
