// Features that come with a call: the forms that clients send become one feature set.
import { refuse } from '@graticule/contract/refusals/refusal';
import { normaliseSpatialReference } from '@graticule/geo/project/spatial-reference';

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The text of a feature set: of one, of a layer, of the only layer of a feature collection, of a GeoJSON collection, or of a list of
 * features. Esri features are in the reference system that is named for all, else in their own, else in that of the layer.
 * @throws INVALID_PARAMETER
 */
export function featureSetText(edits: unknown, layerSrid: number): string {
  const known = (set: Members): Members =>
    set.type === 'FeatureCollection' || isGeoJson(set.features) || isObject(set.spatialReference)
      ? set
      : { ...set, spatialReference: ownReference(set.features) ?? { wkid: layerSrid } };
  if (Array.isArray(edits)) return JSON.stringify(ordered(known({ features: edits })));
  if (!isObject(edits)) throw refuse('collection-none');
  if (Array.isArray(edits.features)) return JSON.stringify(ordered(known(edits)));
  const collection = isObject(edits.featureCollection) ? edits.featureCollection : edits;
  // One layer comes alone, too: so do collections that scripts make of a table.
  const layers = Array.isArray(collection.layers) ? collection.layers : [collection];
  const [layer] = layers;
  if (layers.length > 1) throw refuse('collection-several', { count: layers.length });
  if (!isObject(layer) || !isObject(layer.featureSet)) throw refuse('collection-none');
  const definition = isObject(layer.layerDefinition) ? layer.layerDefinition : {};
  const { geometryType, fields } = definition;
  const extent = isObject(definition.extent) ? definition.extent : {};
  const spatialReference = definition.spatialReference ?? extent.spatialReference;
  return JSON.stringify(ordered(known({ ...dropUndefined({ geometryType, fields, spatialReference }), ...layer.featureSet })));
}

/** The reference system that the geometries name themselves. */
function ownReference(features: unknown): Members | undefined {
  const named = (Array.isArray(features) ? features : []).flatMap((feature): Members[] => {
    const geometry = isObject(feature) && isObject(feature.geometry) ? feature.geometry : {};
    return isObject(geometry.spatialReference) ? [geometry.spatialReference] : [];
  });
  // Web Mercator has several numbers; all of them mean the same.
  const different = new Set(named.map((one) => String(normaliseSpatialReference(one)?.wkid ?? one.wkt)));
  if (different.size > 1) throw refuse('collection-systems');
  return named[0];
}

function isGeoJson(features: unknown): boolean {
  return Array.isArray(features) && isObject(features[0]) && features[0].type === 'Feature';
}

/** What is said of all features stands before them, so that they can be read in one pass. */
function ordered({ features, ...rest }: Members): Members {
  return { ...rest, features: Array.isArray(features) ? features : [] };
}

function dropUndefined(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
}
