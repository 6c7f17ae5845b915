// Hosted service and layer → what their administrators are told beyond the public description.
import type { Portal } from '../platform/context.ts';
import { layerView } from './layer.view.ts';
import { type HostedLayer, type HostedService, sridOf } from './layers.rules.ts';
import { serviceView } from './service.view.ts';

/** The names of the services that a view shows layers of, by their items. */
type SourceNames = ReadonlyMap<string, string>;

/** Names of tables are the portal's own business: clients get one that says the same of every install. */
const tableInfo = (layer: HostedLayer, sources: SourceNames): object => ({
  tableName: `layer_${layer.id}`,
  ...(layer.geometryType === null ? {} : { geometryField: { name: 'SHAPE', srid: sridOf(layer) } }),
  xssTrustedFields: '',
  ...(layer.view === undefined
    ? {}
    : {
        viewLayerDefinition: {
          // Clients that copy a view make it again by this name.
          sourceServiceName: sources.get(layer.view.itemId),
          sourceLayerId: layer.view.layerId,
          sourceLayerFields: layer.fields.map((field) => ({ name: field.name, alias: field.alias, source: field.name })),
          sourceServiceItemId: layer.view.itemId,
          ...(layer.view.area === null
            ? {}
            : { filter: { operator: layer.view.area.operator, value: { geometry: layer.view.area.geometry } } }),
        },
      }),
});

/** The description of a service for its administrators. */
export function adminServiceView(portal: Portal, service: HostedService, sources: SourceNames): Record<string, unknown> {
  const entries = (tables: boolean): object[] =>
    service.layers
      .filter((layer) => (layer.geometryType === null) === tables)
      .map((layer) => ({
        id: layer.id,
        name: layer.name,
        geometryType: layer.geometryType ?? undefined,
        adminLayerInfo: tableInfo(layer, sources),
      }));
  return {
    ...serviceView(portal, service),
    adminServiceInfo: { name: service.name, type: 'FeatureServer', status: 'Started', database: { datasource: { name: 'hosted' } } },
    layers: entries(false),
    tables: entries(true),
  };
}

/** The description of a layer for its administrators. */
export function adminLayerView(
  portal: Portal,
  service: HostedService,
  layer: HostedLayer,
  { relations, sources }: { relations: readonly string[]; sources: SourceNames },
): Record<string, unknown> {
  const view = layer.view === undefined ? {} : { viewDefinitionQuery: layer.view.condition ?? '' };
  return { ...layerView(portal, service, layer, relations), ...view, adminLayerInfo: tableInfo(layer, sources) };
}
