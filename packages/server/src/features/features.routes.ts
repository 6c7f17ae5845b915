// Binds the addresses of hosted feature services that read.
import { BASEMAP_NAME } from '@graticule/contract/documents/basemaps';
import { refuse } from '@graticule/contract/refusals/refusal';
import {
  generateRenderer,
  queryDomains,
  queryRelatedRecords,
  queryService,
  queryTopFeatures,
  viewSources,
} from '@graticule/contract/services/feature-operations';
import * as contract from '@graticule/contract/services/feature-server';
import type { FeatureSet } from '@graticule/contract/services/layer';
import { JsonText, RawReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { administeredService } from './admin.ts';
import { domainsOf } from './domains.rules.ts';
import { getOneFeature, validateExpression } from './feature.ts';
import { layerView } from './layer.view.ts';
import { keepsChanges } from './layers.rules.ts';
import { askLayer, type LayerQuestion } from './query/begun-queries.ts';
import { JSON_TEXT, type QueryAnswer, queryFeatures } from './query/query.ts';
import { queryLayers } from './query/query-service.ts';
import { SPATIAL_RELATIONS } from './query/spatial-filter.ts';
import { topFeatures } from './query/top-features.ts';
import { findRelated } from './related/related-records.ts';
import { rendererFor } from './renderer/generate-renderer.ts';
import { CURRENT_VERSION, serviceView } from './service.view.ts';
import { serviceInfoRoutes } from './service-info.routes.ts';
import { findLayer, findService, serviceUrl, visibleServiceNames } from './services.ts';
import { knownToServer } from './sync/changes.ts';
import { measuredLayer, measuredService } from './views/measured.ts';
import { sourcesOfView } from './views/view-parts.ts';

/** The address of the queries of a layer as clients write it. */
const LAYER_QUERY = /^\/rest\/services\/Hosted\/(?<service>\w{1,98})\/FeatureServer\/(?<layer>\d{1,6})\/query$/;

/** Esri JSON is written as text where that is faster. */
function formatOf(format: string): string {
  return format === 'geojson' || format === 'pbf' ? format : JSON_TEXT;
}

function reply(answer: QueryAnswer): FeatureSet | JsonText | RawReply {
  if ('jsonText' in answer) return new JsonText(answer.jsonText);
  return 'json' in answer ? (answer.json as FeatureSet) : new RawReply(answer.contentType, answer.body);
}

/** The services directory, descriptions and queries. */
export function featureRoutes(routes: Routes): void {
  const { bind } = routes;
  serviceInfoRoutes(routes);
  bind(contract.servicesDirectory).to(async () => ({
    currentVersion: CURRENT_VERSION,
    folders: ['Hosted', 'World'],
    services: [{ name: BASEMAP_NAME, type: 'VectorTileServer' }],
  }));
  bind(contract.hostedDirectory).to(async (portal, caller) => ({
    currentVersion: CURRENT_VERSION,
    folders: [],
    services: (await visibleServiceNames(portal, caller)).map((name) => ({ name: `Hosted/${name}`, type: 'FeatureServer' })),
  }));
  bind(contract.describeFeatureService).to(async (portal, caller, { service: name }) => {
    const service = await measuredService(portal, (await findService(portal, caller, name)).service);
    const generations = keepsChanges(service) ? await knownToServer(portal, service.layers) : [];
    return { ...serviceView(portal, service), ...(generations.length > 0 ? { changeTrackingInfo: { layerServerGens: generations } } : {}) };
  });
  bind(contract.describeLayers).to(async (portal, caller, { service: name }) => {
    const service = await measuredService(portal, (await findService(portal, caller, name)).service);
    const views = service.layers.map((layer) => layerView(portal, service, layer, SPATIAL_RELATIONS));
    return { layers: views.filter((view) => view.type === 'Feature Layer'), tables: views.filter((view) => view.type === 'Table') };
  });
  bind(contract.describeLayer).to(
    async (portal, caller, { returnUpdates, ...address }) => {
      const { service, layer } = await findLayer(portal, caller, address);
      const measured = await measuredLayer(portal, service, layer);
      const { timeInfo } = measured.definition;
      const updates = returnUpdates && timeInfo !== undefined ? { timeExtent: timeInfo.timeExtent } : {};
      return { ...layerView(portal, service, measured, SPATIAL_RELATIONS), ...updates };
    },
    { early: true },
  );
  bind(contract.queryLayer).to(
    async (portal, caller, { service, layer, ...input }, { format }) => {
      const ask: LayerQuestion<QueryAnswer> = (target, asker) => queryFeatures(portal, asker, target, input, formatOf(format));
      return reply(await askLayer(portal, caller, { service, layer }, ask));
    },
    { early: true, light: LAYER_QUERY },
  );
  bind(queryTopFeatures).to(async (portal, caller, { service, layer, ...input }, { format }) =>
    reply(await topFeatures(portal, caller, await findLayer(portal, caller, { service, layer }), input, formatOf(format))),
  );
  bind(queryService).to(async (portal, caller, { service: name, ...input }) => {
    const { service } = await findService(portal, caller, name);
    return new JsonText(await queryLayers(portal, caller, service, input));
  });
  bind(queryRelatedRecords).to((portal, caller, { service, layer, ...input }) => findRelated(portal, caller, { service, layer }, input));
  bind(generateRenderer).to(async (portal, caller, { service, layer, ...input }) =>
    rendererFor(portal, caller, await findLayer(portal, caller, { service, layer }), input),
  );
  bind(queryDomains).to(async (portal, caller, { service: name, layers }) => {
    const { service } = await findService(portal, caller, name);
    const ids = layerNumbers(layers);
    return { domains: domainsOf(service.layers.filter((layer) => ids.includes(layer.id))) };
  });
  bind(viewSources).to(async (portal, caller, { service: name }) => {
    const { service } = await administeredService(portal, caller, name);
    const sources = await sourcesOfView(portal, service.itemId);
    return {
      currentVersion: CURRENT_VERSION,
      services: sources.map((one) => ({
        name: one.name,
        type: 'FeatureServer' as const,
        url: serviceUrl(caller.baseUrl, one.name),
        serviceItemId: one.itemId,
      })),
    };
  });
  bind(contract.validateSql).to(async (portal, caller, { service, layer, sql, sqlType }) =>
    validateExpression(await findLayer(portal, caller, { service, layer }), sql, sqlType ?? 'where'),
  );
  bind(contract.getFeature).to(async (portal, caller, { service, layer, objectId, ...input }) => {
    const target = await findLayer(portal, caller, { service, layer });
    if (!/^\d{1,15}$/.test(objectId)) throw refuse('address-of-feature', { id: objectId.slice(0, 100) });
    return getOneFeature(portal, caller, target, objectId, input);
  });
}

/** The numbers that `layers` lists. @throws INVALID_PARAMETER for whatever is no list of them, which would look like layers without domains */
function layerNumbers(layers: unknown): number[] {
  const ids: unknown[] = Array.isArray(layers) ? layers : [null];
  if (ids.every((id): id is number => Number.isInteger(id))) return ids;
  throw refuse('layer-numbers');
}
