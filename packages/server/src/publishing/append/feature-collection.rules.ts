// Features that come with a call: the forms that clients send become one feature set.
import { fail } from '@graticule/contract/errors';

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The text of a feature set: of one, of the only layer of a feature collection, of a GeoJSON collection, or of a list of
 * features.
 * features. Esri features that name no reference system are in that of the layer.
 * @throws INVALID_PARAMETER
 */
export function featureSetText(edits: unknown, layerSrid: number): string {
  const spoken = { spatialReference: { wkid: layerSrid } };
  const known = (set: Members): Members => (set.type === 'FeatureCollection' || isGeoJson(set.features) ? set : { ...spoken, ...set });
  if (Array.isArray(edits)) return JSON.stringify(ordered(known({ features: edits })));
  if (!isObject(edits)) throw unfit('must be a feature collection');
  if (Array.isArray(edits.features)) return JSON.stringify(ordered(known(edits)));
  const collection = isObject(edits.featureCollection) ? edits.featureCollection : edits;
  const layers = Array.isArray(collection.layers) ? collection.layers : [];
  const [layer] = layers;
  if (layers.length > 1) throw unfit('holds several layers: send one');
  if (!isObject(layer) || !isObject(layer.featureSet)) throw unfit('must be a feature collection with a layer, or a feature set');
  const definition = isObject(layer.layerDefinition) ? layer.layerDefinition : {};
  const { geometryType, fields } = definition;
  const extent = isObject(definition.extent) ? definition.extent : {};
  const spatialReference = definition.spatialReference ?? extent.spatialReference;
  return JSON.stringify(ordered(known({ ...dropUndefined({ geometryType, fields, spatialReference }), ...layer.featureSet })));
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

function unfit(why: string): Error {
  return fail('INVALID_PARAMETER', { values: ['edits', why] });
}
