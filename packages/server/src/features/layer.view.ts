// Hosted layer → its description on the wire.
import type { LayerInfo, WireExtent } from '@graticule/contract/services/layer';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import type { Portal } from '../platform/context.ts';
import { drawingOf } from './default-renderer.ts';
import { toldEditFields, trackingOf } from './definition/tracking.ts';
import { layerFieldView } from './fields.view.ts';
import { indexesView } from './indexes.view.ts';
import {
  capabilitiesOfLayer,
  globalIdName,
  type HostedLayer,
  type HostedService,
  keyFieldOf,
  lastEdited,
  maxRecordCount,
  objectIdField,
  sridOf,
} from './layers.rules.ts';
import { CURRENT_VERSION, exportFormats, extentOfLayers, toldCapabilities, wireExtent } from './service.view.ts';

const ADVANCED = {
  ...flags(true, [
    ...['supportsPagination', 'supportsPaginationOnAggregatedQueries', 'supportsQueryWithDistance', 'supportsReturningQueryExtent'],
    ...['supportsStatistics', 'supportsOrderBy', 'supportsDistinct', 'supportsQueryWithResultType', 'supportsCountDistinct'],
    ...['supportsPercentileStatistics', 'supportsReturningGeometryCentroid', 'supportsHavingClause', 'supportsMaxRecordCountFactor'],
    ...[
      'supportsSqlExpression',
      'supportsTopFeaturesQuery',
      'supportsQueryAttachments',
      'supportsQueryAttachmentsCountOnly',
      'supportsAdvancedQueryRelated',
      'supportsQueryRelatedPagination',
    ],
  ]),
  ...flags(false, [
    ...['supportsQueryAnalytic', 'supportsLod', 'supportsFullTextSearch'],
    ...['supportsQueryWithDatumTransformation', 'supportsTrueCurve'],
  ]),
};

function flags(value: boolean, names: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The description of a layer or table, measured. `relations` are the spatial relations that queries know. */
export function layerView(
  portal: Pick<Portal, 'geodatabaseProgram'>,
  service: HostedService,
  layer: HostedLayer,
  relations: readonly string[],
): LayerInfo {
  const objectId = objectIdField(layer).name;
  const capabilities = toldCapabilities(capabilitiesOfLayer(service, layer), service);
  const base = maxRecordCount(service, layer);
  return {
    currentVersion: CURRENT_VERSION,
    id: layer.id,
    name: layer.name,
    type: layer.geometryType === null ? 'Table' : 'Feature Layer',
    serviceItemId: service.itemId,
    displayField: layer.definition.displayField ?? displayFieldOf(layer),
    description: layer.definition.description ?? '',
    copyrightText: layer.definition.copyrightText ?? service.settings.copyrightText ?? '',
    defaultVisibility: true,
    editingInfo: {
      lastEditDate: lastEdited(layer),
      schemaLastEditDate: layer.schemaEdited.getTime(),
      dataLastEditDate: layer.dataEdited.getTime(),
    },
    editFieldsInfo: toldEditFields(layer),
    relationships: layer.definition.relationships ?? [],
    isDataVersioned: false,
    hasContingentValuesDefinition: false,
    ...flags(true, ['supportsStatistics', 'supportsAdvancedQueries', 'supportsValidateSql', 'supportsCoordinatesQuantization']),
    ...flags(true, [
      'supportsRollbackOnFailureParameter',
      'supportsApplyEditsWithGlobalIds',
      'supportsExceedsLimitStatistics',
      'supportsCalculate',
    ]),
    ...flags(layer.view === undefined, ['supportsTruncate', 'supportsAppend']),
    ...flags(false, ['supportsAttachmentsByUploadId', 'supportsAttachmentsResizing']),
    ...flags(false, ['supportsASyncCalculate', 'supportsMultiScaleGeometry']),
    supportedAppendFormats:
      layer.view !== undefined
        ? ''
        : 'csv,geojson,featureCollection,shapefile,excel,geoPackage,fileGeodatabase,filegdb,flatgeobuf,parquet,kml,gpx',
    advancedQueryCapabilities: ADVANCED,
    useStandardizedQueries: true,
    ...(layer.geometryType === null
      ? {}
      : {
          geometryType: layer.geometryType,
          minScale: layer.definition.minScale ?? 0,
          maxScale: layer.definition.maxScale ?? 0,
          extent: layerExtent(layer),
          spatialReference: wireSpatialReference(sridOf(layer)),
          drawingInfo: drawingOf(layer),
          supportedSpatialRelationships: relations,
        }),
    allowGeometryUpdates: service.settings.allowGeometryUpdates ?? true,
    hasAttachments: layer.definition.hasAttachments === true,
    hasM: layer.hasM,
    hasZ: layer.hasZ,
    hasGeometryProperties: false,
    htmlPopupType: 'esriServerHTMLPopupTypeNone',
    ...(layer.definition.popupInfo === undefined ? {} : { popupInfo: layer.definition.popupInfo }),
    objectIdField: objectId,
    uniqueIdField: { name: objectId, isSystemMaintained: true },
    globalIdField: globalIdName(layer),
    typeIdField: layer.definition.typeIdField ?? null,
    types: layer.definition.types ?? [],
    templates: layer.definition.templates ?? templatesOf(layer),
    fields: layer.fields.map(layerFieldView),
    ...(keyFieldOf(layer) === undefined ? {} : { keyField: layer.definition.keyField }),
    indexes: indexesView(layer),
    dateFieldsTimeReference: { timeZone: 'UTC', respectsDaylightSaving: false },
    timeInfo: timeInfoView(layer),
    maxRecordCount: base,
    standardMaxRecordCount: base * 2,
    standardMaxRecordCountNoGeometry: base * 16,
    tileMaxRecordCount: base * 4,
    maxRecordCountFactor: 1,
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    supportedPbfFeatureEncodings: 'esriDefault',
    supportedExportFormats: exportFormats(portal),
    exceedsLimitFactor: 1,
    hasStaticData: service.settings.hasStaticData ?? false,
    isView: layer.view !== undefined,
    ...(layer.view === undefined ? {} : { isUpdatableView: true, sourceSchemaChangesAllowed: true }),
    capabilities,
    ...rightsView(service, layer),
  };
}

/** The fields and the span of time of a layer. */
function timeInfoView({ definition: { timeInfo } }: HostedLayer): object | null {
  if (timeInfo === undefined) return null;
  const { measured: _measured, version: _version, ...told } = timeInfo;
  return told;
}

/** Whose features may be edited by whom, and what files of features have. */
function rightsView(service: HostedService, layer: HostedLayer): object {
  const { enableOwnershipAccessControl, allowOthersToUpdate, allowOthersToDelete, allowOthersToQuery } = trackingOf(service.settings);
  const owned = { allowOthersToUpdate, allowOthersToDelete, allowOthersToQuery };
  const properties = layer.definition.hasAttachments ? ['name', 'size', 'contentType', 'keywords'] : [];
  return {
    ownershipBasedAccessControlForFeatures: enableOwnershipAccessControl ? owned : null,
    attachmentProperties: properties.map((name) => ({ name, isEnabled: true })),
  };
}

function layerExtent(layer: HostedLayer): WireExtent {
  return layer.toldExtent === undefined ? extentOfLayers([layer]) : wireExtent(layer.toldExtent.box, layer.toldExtent.srid);
}

/** The field that names a feature best: one that is called so, else the first text. */
export function displayFieldOf(layer: Pick<HostedLayer, 'fields'>): string {
  const texts = layer.fields.filter((field) => field.type === 'esriFieldTypeString');
  const named =
    texts.find((field) => /^(name|title|nom|nombre|naam|label)$/i.test(field.name)) ?? texts.find((field) => /name/i.test(field.name));
  return (named ?? texts[0] ?? layer.fields[0])?.name ?? '';
}

function templatesOf(layer: HostedLayer): object[] {
  const tools = {
    esriGeometryPoint: 'Point',
    esriGeometryMultipoint: 'Point',
    esriGeometryPolyline: 'Line',
    esriGeometryPolygon: 'Polygon',
  };
  // Rows of tables are made without drawing anything.
  const tool = layer.geometryType === null ? 'None' : tools[layer.geometryType];
  return [{ name: layer.name, description: '', drawingTool: `esriFeatureEditTool${tool}`, prototype: { attributes: {} } }];
}
