// Feature collections as web maps and items keep them: layers with their definition, each a feature set.
import { memorySource } from './byte-source.ts';
import { esriJsonReader } from './esri-json.ts';
import { type ByteSource, type DatasetSource, FormatError, type FormatReader } from './format-reader.ts';
import { isJsonObject, type JsonObject } from './json-features.ts';
import { jsonText, parseJson } from './json-numbers.ts';
import { decodeText, detectEncoding } from './text-encoding.ts';

/** Reads feature collections; chosen by content, since `.json` may be GeoJSON too. `parts` are the layers. */
export const featureCollectionReader: FormatReader = {
  format: 'feature-collection',
  extensions: ['json'],
  parts: async (source) => (await layersOf(source.main)).map((layer) => layer.name),
  describe: async (source, options) => esriJsonReader.describe(await layerSource(source), options),
  async *features(source, options) {
    yield* esriJsonReader.features(await layerSource(source), options);
  },
};

/** Such a document is read as one: it was made to be sent to a browser. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_LAYERS = 200;

interface FoundLayer {
  name: string;
  source: ByteSource;
}

/** What was split once is asked for by each of its layers. */
const split = new WeakMap<ByteSource, Promise<FoundLayer[]>>();

function layersOf(file: ByteSource): Promise<FoundLayer[]> {
  const layers = split.get(file) ?? splitLayers(file);
  split.set(file, layers);
  return layers;
}

async function layerSource({ main, part }: DatasetSource): Promise<DatasetSource> {
  const layers = await layersOf(main);
  const layer = part === undefined ? layers[0] : layers.find((one) => one.name === part);
  if (layer === undefined) {
    throw new FormatError('part-missing', { file: main.name, wanted: part ?? '', names: layers.map((one) => one.name).join(', ') });
  }
  return { main: layer.source };
}

/** @throws FormatError where the file is no feature collection */
async function splitLayers(file: ByteSource): Promise<FoundLayer[]> {
  if (file.size > MAX_BYTES) throw new FormatError('json-document-large');
  const document = parsed(await textOf(file));
  const collection = isJsonObject(document) && isJsonObject(document.featureCollection) ? document.featureCollection : document;
  const layers = isJsonObject(collection) && Array.isArray(collection.layers) ? collection.layers.filter(isJsonObject) : [];
  const names = new Set<string>();
  const found = layers.slice(0, MAX_LAYERS).flatMap((layer): FoundLayer[] => {
    if (!isJsonObject(layer.featureSet)) return [];
    const name = freeName(nameOf(layer), names);
    return [{ name, source: memorySource(`${name}.json`, new TextEncoder().encode(featureSetOf(name, layer, layer.featureSet))) }];
  });
  if (found.length === 0) throw new FormatError('featureset-none');
  return found;
}

async function textOf(file: ByteSource): Promise<string> {
  let text = '';
  for await (const piece of decodeText(file, await detectEncoding(file))) text += piece;
  return text;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw new FormatError('json-not', {}, { cause });
  }
}

function definitionOf(layer: JsonObject): JsonObject {
  return isJsonObject(layer.layerDefinition) ? layer.layerDefinition : {};
}

function nameOf(layer: JsonObject): string {
  const { name } = definitionOf(layer);
  const known = typeof name === 'string' ? name : typeof layer.title === 'string' ? layer.title : '';
  return known.trim().slice(0, 200) || 'layer';
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 1; taken.has(name); n++) name = `${wanted}_${n}`;
  taken.add(name);
  return name;
}

/** The layer as a feature set, which says of all features before them what goes for all. */
function featureSetOf(layerName: string, layer: JsonObject, { features, ...set }: JsonObject): string {
  const definition = definitionOf(layer);
  const extent = isJsonObject(definition.extent) ? definition.extent : {};
  const said = {
    layerName,
    geometryType: definition.geometryType,
    fields: definition.fields,
    spatialReference: definition.spatialReference ?? extent.spatialReference,
    drawingInfo: definition.drawingInfo,
    popupInfo: layer.popupInfo,
    ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== null && value !== undefined)),
  };
  // What is said of all stands before the features, so that they can be read in one pass.
  return jsonText({ ...said, features: Array.isArray(features) ? features : [] });
}
