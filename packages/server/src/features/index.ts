// The door of features: hosted services, their layers and how they are filled.

export { serviceAdminRoutes } from './admin.routes.ts';
export { administeredService } from './admin.ts';
export { columnUses, matchedColumns } from './append/column-plan.rules.ts';
export { finishLoad, type Gathered } from './append/finish-load.ts';
export { type LoadOptions, type LoadOptionsInput, readLoadOptions, withKeyOf } from './append/load-options.rules.ts';
export { cancelling, jobView } from './append/load-status.ts';
export { deleteOldLoads } from './append/loads.store.ts';
export {
  APPEND_ROWS,
  abandonLoad,
  beginLoad,
  knownStarters,
  layerLoads,
  loadProgress,
  loadTarget,
  noteRefusedFile,
  recordLoad,
  refusedRowsOf,
  refusedRowsPath,
  requireStillAllowed,
  stopLoad,
} from './append/loads.ts';
export { type StagingTask, startStaging } from './append/staged-rows.ts';
export { attachmentRoutes } from './attachments/attachments.routes.ts';
export { type KeptFiles, keepLoadedFiles } from './attachments/loaded-files.ts';
export { defaultDrawing, drawingOf } from './default-renderer.ts';
export { pageLimitOf } from './definition/layer-definition.ts';
export { MAX_LAYER_ID } from './definition/layer-ids.rules.ts';
export { changeServiceJob } from './definition/service-change.ts';
export { readSettings } from './definition/service-settings.ts';
export { editRoutes } from './edits/edits.routes.ts';
export { followAtEnd, pointsFollow } from './edits/soon-after.ts';
export { countExported, type ExportQuery, exportBytes, exportedFields, exportFilter, exportRows, referenceTextOf } from './export-rows.ts';
export { featureRoutes } from './features.routes.ts';
export { displayFieldOf, layerView } from './layer.view.ts';
export { valueTypeOf } from './layer-scope.ts';
export { type HostedLayer, type HostedService, lastEdited, type NewField, sridOf, sridOfService } from './layers.rules.ts';
export {
  hostedServiceLifecycle,
  lastObjectIds,
  layersAdded,
  layersLoadedBy,
  NumbersGiven,
  removeLayer,
  removeService,
  removeUnfinishedLayers,
  replaceLayers,
  serviceWithAllLayers,
  sweepHostedTables,
} from './lifecycle.ts';
export { inReference, type LayerLoader, type SourceRow, startLayer } from './load-layer.ts';
export type { RefusedRow } from './load-rows.store.ts';
export { addToDefinition, findByRowNumbers, forgetRowNumbers, joinLoaded, type LoadedEnd } from './loaded-beside.ts';
export { type AddedLayer, requireFreePlaces } from './overwritten.rules.ts';
export { asSeenBy, hidesFeatures, requireReadable, seesHidden } from './own-rows.ts';
export { isKnownSrid } from './query/query.store.ts';
export { degreesOf } from './query/query.ts';
export { sridOfReference } from './references.ts';
export { watchRoom } from './row-bytes.ts';
export { CURRENT_VERSION as INTERFACE_VERSION, extentOfLayers } from './service.view.ts';
export { itemFollowsService } from './service-item.ts';
export { renewDrawings } from './services.store.ts';
export {
  addService,
  findLayer,
  findService,
  isServiceName,
  nameOfFile,
  serviceNameAvailable,
  serviceNameFor,
  serviceUrl,
} from './services.ts';
export { syncRoutes } from './sync/sync.routes.ts';
export { makeCopyJob } from './sync/sync-jobs.ts';
export { keepTables } from './table-readings.ts';
export { THINNED_ZOOMS } from './tile-columns.rules.ts';
export { type TileTable, tileTable } from './tile-table.ts';
export { uploadRoutes } from './uploads/uploads.routes.ts';
export { uploadedFile } from './uploads/uploads.ts';
export { measuredLayer, measuredService } from './views/measured.ts';
export { requireNoViews } from './views/view-parts.ts';
