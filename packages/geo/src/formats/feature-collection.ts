// Feature collections as web maps and items keep them: layers with their definition, each a feature set.
import { type Sentence, sentence } from '../sentence.ts';
import { memorySource } from './byte-source.ts';
import { esriJsonReader } from './esri-json.ts';
import { type ByteSource, type DatasetSource, FormatError, type FormatReader } from './format-reader.ts';
import { isJsonObject, type JsonObject } from './json-features.ts';
import { jsonText, parseForText } from './json-numbers.ts';
import { withoutWords } from './json-splitter.ts';
import { someOf } from './some-of.ts';
import { decodeText, detectEncoding } from './text-encoding.ts';

/** Reads feature collections; chosen by content, since `.json` may be GeoJSON too. `parts` are the layers. */
export const featureCollectionReader: FormatReader = {
  format: 'feature-collection',
  extensions: ['json'],
  parts: async (source) => (await layersOf(source.main)).map((layer) => layer.name),
  describe: async (source, options) => {
    const { source: main, ofFile } = await layerOf(source);
    const description = await esriJsonReader.describe({ main }, options);
    description.warnings.push(...ofFile);
    return description;
  },
  async *features(source, options) {
    yield* esriJsonReader.features({ main: (await layerOf(source)).source }, options);
  },
};

/** Such a document is read as one: it was made to be sent to a browser. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_LAYERS = 200;

interface FoundLayer {
  name: string;
  source: ByteSource;
  /** What is told of the whole file: of words for numbers that JSON has not with every layer, of the rest with the first. */
  ofFile: readonly Sentence[];
}

/** What was split once is asked for by each of its layers. */
const split = new WeakMap<ByteSource, Promise<FoundLayer[]>>();

function layersOf(file: ByteSource): Promise<FoundLayer[]> {
  const layers = split.get(file) ?? splitLayers(file);
  split.set(file, layers);
  return layers;
}

async function layerOf({ main, part }: DatasetSource): Promise<FoundLayer> {
  const layers = await layersOf(main);
  const layer = part === undefined ? layers[0] : layers.find((one) => one.name === part);
  if (layer === undefined) {
    throw new FormatError('part-missing', { file: main.name, wanted: part ?? '', names: layers.map((one) => one.name).join(', ') });
  }
  return layer;
}

/** @throws FormatError where the file is no feature collection */
async function splitLayers(file: ByteSource): Promise<FoundLayer[]> {
  if (file.size > MAX_BYTES) throw new FormatError('json-document-large');
  const { document, noNumbers } = parsed(await textOf(file));
  const collection = isJsonObject(document) && isJsonObject(document.featureCollection) ? document.featureCollection : document;
  const layers = isJsonObject(collection) && Array.isArray(collection.layers) ? collection.layers.filter(isJsonObject) : [];
  const names = new Set<string>();
  const filled = layers.filter((layer) => isJsonObject(layer.featureSet));
  if (filled.length === 0) throw new FormatError('featureset-none');
  const words = noNumbers > 0 ? [sentence('no-numbers', { count: noNumbers })] : [];
  const left = leftOut(layers, filled.length);
  return filled.slice(0, MAX_LAYERS).map((layer, i): FoundLayer => {
    const name = freeName(nameOf(layer), names);
    const bytes = new TextEncoder().encode(featureSetOf(name, layer, layer.featureSet as JsonObject));
    return { name, source: memorySource(`${name}.json`, bytes), ofFile: i === 0 ? [...words, ...left] : words };
  });
}

/** What is told of layers that are not read. */
function leftOut(layers: readonly JsonObject[], filled: number): Sentence[] {
  const blank = layers.filter((layer) => !isJsonObject(layer.featureSet)).map(nameOf);
  return [
    ...(filled > MAX_LAYERS ? [sentence('layers-beyond', { count: filled, most: MAX_LAYERS, left: filled - MAX_LAYERS })] : []),
    ...(blank.length > 0 ? [sentence('layers-blank', { names: someOf(blank) })] : []),
  ];
}

async function textOf(file: ByteSource): Promise<string> {
  let text = '';
  for await (const piece of decodeText(file, await detectEncoding(file))) text += piece;
  return text;
}

function parsed(text: string): { document: unknown; noNumbers: number } {
  try {
    return { document: parseForText(text), noNumbers: 0 };
  } catch (cause) {
    const plain = withoutWords(text);
    if (plain === null) throw new FormatError('json-not', {}, { cause });
    try {
      return { document: parseForText(plain.text), noNumbers: plain.count };
    } catch {
      throw new FormatError('json-not', {}, { cause });
    }
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
