// GeoJSON: collections, single features and geometries, and newline-delimited features, of any size.
import { type FileShape, joinedByKind, shapesOf } from '../convert/collections.ts';
import { geoJsonToShapes } from '../convert/geojson.ts';
import type { Shape } from '../convert/shape.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import type { KnownReference } from '../project/spatial-reference.ts';
import { canonicalWkid, WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { JsonColumn } from './column-types.ts';
import {
  baseName,
  type DatasetDescription,
  type DatasetSource,
  FormatError,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { wkbInLayer } from './geometry-family.ts';
import { GeometryTally } from './geometry-tally.ts';
import { isJsonObject, JsonFields, type JsonObject, jsonEncoding, jsonPieces, jsonValues, tooLong } from './json-features.ts';
import { withMember } from './json-numbers.ts';
import type { JsonPiece } from './json-splitter.ts';
import { someOf } from './some-of.ts';

/** Reads `.geojson`, `.geojsonl`, `.ndjson` and `.json`. */
export const geoJsonReader: FormatReader = {
  format: 'geojson',
  extensions: ['geojson', 'geojsonl', 'geojsons', 'ndjson', 'json'],
  describe,
  features,
};

interface Feature {
  geometry: unknown;
  properties: JsonObject;
  /** The number or name that the feature has beside a property `id`. */
  id?: unknown;
  /** What stands in the feature beside its properties, and is no part of the format. */
  left: readonly string[];
}

/** Columns of what features are called, where a property `id` says something else. */
const idColumns = new WeakMap<DatasetDescription, string>();

const GEOMETRIES = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon', 'GeometryCollection']);

const OF_FEATURES = new Set(['type', 'id', 'properties', 'geometry', 'bbox', 'crs']);
/** What every program writes of a file. */
const OF_FILES = new Set(['type', 'name', 'crs', 'bbox', 'xy_coordinate_resolution', 'z_coordinate_resolution']);
const MOST_NAMES = 1000;

/** The features of the pieces; members beside them go to `member`. */
function featuresOf(pieces: JsonPiece[], member?: (name: string, value: unknown) => void): Feature[] {
  const found: Feature[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'member') member?.(piece.name, piece.value);
    else if (piece.kind === 'feature') found.push(toFeature(piece.value));
    else found.push(fromDocument(piece.value, member));
  }
  return found;
}

function fromDocument(value: unknown, member?: (name: string, value: unknown) => void): Feature {
  const document = isJsonObject(value) ? value : {};
  if (document.type === 'Topology') throw new FormatError('topojson');
  if (document.type !== 'Feature' && !GEOMETRIES.has(String(document.type))) {
    throw new FormatError('geojson-none');
  }
  if (document.crs !== undefined) member?.('crs', document.crs);
  return toFeature(document);
}

function toFeature(value: unknown): Feature {
  if (!isJsonObject(value)) return { geometry: value, properties: {}, left: [] };
  if (GEOMETRIES.has(String(value.type))) return { geometry: value, properties: {}, left: [] };
  const properties = isJsonObject(value.properties) ? value.properties : {};
  const geometry = value.geometry ?? null;
  const left = Object.keys(value).filter((name) => !OF_FEATURES.has(name));
  if (value.properties && value.properties !== properties) left.push('properties');
  if (!['string', 'number', 'bigint'].includes(typeof value.id)) return { geometry, properties, left };
  return Object.hasOwn(properties, 'id')
    ? { geometry, properties, left, id: value.id }
    : { geometry, properties: withMember(properties, { id: value.id }), left };
}

/** The properties with what the feature is called, where that has a column. */
function propertiesOf({ properties, id }: Feature, idColumn: string | undefined): JsonObject {
  return idColumn === undefined || id === undefined ? properties : { ...properties, [idColumn]: id };
}

/** The shape of a geometry: null when there is none or it is empty, else what is wrong. */
function readShape(geometry: unknown): FileShape | Sentence | null {
  if (geometry === null) return null;
  try {
    return joinedByKind(geoJsonToShapes(geometry));
  } catch (error) {
    if (error instanceof GeometryError) return error.sentence;
    throw error;
  }
}

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const fields = new JsonFields();
  const ids = new JsonColumn(fields.rows);
  let areOthers = false;
  const tally = new GeometryTally(options);
  const warnings: Sentence[] = [];
  const encoding = await jsonEncoding(source, options, warnings);
  const sample: Feature[] = [];
  const members: JsonObject = {};
  const left = new Set<string>();
  let rowCount = 0;
  let [places, far] = [0, 0];
  for await (const pieces of jsonPieces(source, { ...options, encoding }, warnings)) {
    for (const feature of featuresOf(pieces, (name, value) => void Object.assign(members, { [name]: value }))) {
      rowCount++;
      fields.add(feature.properties);
      ids.add(feature.id);
      for (const name of feature.left) if (left.size < MOST_NAMES) left.add(name.slice(0, 40));
      areOthers ||= feature.id !== undefined && String(feature.id) !== String(feature.properties.id);
      const shape = readShape(feature.geometry);
      if (shape !== null && !('code' in shape)) {
        const isOff = !shapesOf(shape).every(inDegrees);
        tally.add(shape, isOff);
        places++;
        if (isOff) far++;
      }
      if (sample.length < (options.sampleSize ?? 10)) sample.push(feature);
    }
  }
  const idColumn = areOthers ? fields.append('feature_id', ids) : undefined;
  const found = fields.finish(options.types);
  if (fields.tooMany) warnings.push(sentence('too-many-properties'));
  warnings.push(...tooLong(found, fields.wide), ...fields.lossesIn(found, fields.names), ...fields.unfit());
  warnings.push(...tally.warnings(), ...leftOut(left, Object.keys(members)));
  let spatialReference = options.wkid !== undefined ? { wkid: options.wkid } : readCrs(members.crs);
  if (spatialReference?.wkid === WGS84 && options.wkid === undefined && far * 2 > places) {
    spatialReference = null;
    warnings.push(sentence('not-degrees'));
  }
  // Rows that will be refused are not where the layer is.
  const how = { inDegrees: spatialReference?.wkid === WGS84 };
  const kinds = tally.kinds(rowCount, how);
  const description: DatasetDescription = {
    format: 'geojson',
    name: baseName(source.main.name),
    encoding,
    fields: found,
    geometryType: places > 0 || rowCount === 0 ? tally.geometryType() : null,
    ...(kinds === undefined ? {} : { kinds }),
    hasZ: tally.hasZ,
    hasM: false,
    spatialReference: places > 0 || rowCount === 0 ? spatialReference : null,
    extent: tally.extent(how),
    rowCount,
    sample: sample.map((feature) =>
      jsonValues(
        propertiesOf(feature, idColumn),
        found,
        found.map((field) => field.alias),
      ),
    ),
    warnings,
  };
  if (idColumn !== undefined) idColumns.set(description, idColumn);
  return description;
}

/** What is told of parts of features, and of words of the file, that no column holds. */
function leftOut(left: ReadonlySet<string>, members: readonly string[]): Sentence[] {
  const list = (names: readonly string[]): string => someOf(names);
  const ofFile = members.filter((name) => !OF_FILES.has(name));
  return [
    ...(left.size > 0 ? [sentence('members-left', { names: list([...left]) })] : []),
    ...(ofFile.length > 0 ? [sentence('file-words', { names: list(ofFile) })] : []),
  ];
}

/** The old `crs` member; WGS 84 without one. @throws FormatError when it names a system that is not known */
function readCrs(crs: unknown): KnownReference | null {
  if (!isJsonObject(crs)) return { wkid: WGS84 };
  const properties = isJsonObject(crs.properties) ? crs.properties : {};
  // Before 2008 the number stood alone, beside the word EPSG.
  const name = String(properties.name ?? (crs.type === 'EPSG' ? `EPSG:${properties.code}` : properties.code) ?? '');
  if (/CRS:?:?84$/i.test(name)) return { wkid: WGS84 };
  const number =
    /^(?:urn:ogc:def:crs:)?(?:EPSG|ESRI):(?:[\d.]*:)?(\d{4,6})$/i.exec(name) ?? /\/(?:EPSG|ESRI)\/[\d.]+\/(\d{4,6})$/i.exec(name);
  if (number) return { wkid: canonicalWkid(Number(number[1])) };
  return null;
}

/** A little beyond the globe is meant: shapes that cross the antimeridian go past 180. */
function inDegrees(shape: Shape): boolean {
  const first = shape.kind === 'point' ? shape.position : shape.kind === 'multipoint' ? shape.positions[0] : undefined;
  const parts = shape.kind === 'polyline' ? shape.paths : shape.kind === 'polygon' ? shape.polygons.flat() : [first ? [first] : []];
  return parts.every((part) => part.every(([x = 0, y = 0]) => Math.abs(x) <= 540 && Math.abs(y) <= 90.001));
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  const description = options.description ?? (await describe(source, options));
  requireReference(description, options);
  const keys = description.fields.map((field) => field.alias);
  const idColumn = idColumns.get(description);
  const size = options.batchSize ?? 500;
  let batch: FormatRow[] = [];
  let row = 0;
  for await (const pieces of jsonPieces(source, { ...options, description })) {
    for (const feature of featuresOf(pieces)) {
      row++;
      const wkb = wkbInLayer(placedShape(feature.geometry, description), description.geometryType, options.kind);
      if (wkb === undefined) continue;
      const values = jsonValues(propertiesOf(feature, idColumn), description.fields, keys);
      batch.push(wkb !== null && 'code' in wkb ? { row, problem: wkb, cells: values } : { row, wkb, values });
      if (batch.length >= size) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

function placedShape(geometry: unknown, { spatialReference }: DatasetDescription): FileShape | Sentence | null {
  const shape = readShape(geometry);
  if (shape === null || 'code' in shape) return shape;
  return spatialReference?.wkid === WGS84 && !shapesOf(shape).every(inDegrees) ? sentence('row-not-degrees') : shape;
}
