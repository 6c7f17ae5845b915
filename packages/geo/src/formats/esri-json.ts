// Feature sets in Esri JSON, as query replies and desktop programs write them.
import { esriToShape } from '../convert/esri-json.ts';
import { isEmptyShape, type Shape } from '../convert/shape.ts';
import { type EsriGeometry, isGeometryType, type SpatialReference } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { parseGeometry } from '../esri/parse-geometry.ts';
import { type KnownReference, normaliseSpatialReference, WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { isLongList, readDomain } from './domains.ts';
import { validFieldNames } from './field-names.ts';
import { isNumberType } from './field-text.ts';
import {
  baseName,
  type DatasetDescription,
  type DatasetLook,
  type DatasetSource,
  type FieldType,
  FormatError,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { type FeatureGeometryType, wkbInLayer } from './geometry-family.ts';
import { GeometryTally } from './geometry-tally.ts';
import { isJsonObject, JsonFields, type JsonObject, jsonEncoding, jsonPieces, jsonValues } from './json-features.ts';
import { someOf } from './some-of.ts';

/** Reads feature sets; chosen by content, since `.json` may be GeoJSON too. */
export const esriJsonReader: FormatReader = { format: 'esri-json', extensions: ['json'], describe, features };

const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map(
  Object.entries<FieldType>({
    esriFieldTypeSmallInteger: 'esriFieldTypeSmallInteger',
    esriFieldTypeInteger: 'esriFieldTypeInteger',
    esriFieldTypeBigInteger: 'esriFieldTypeBigInteger',
    esriFieldTypeSingle: 'esriFieldTypeSingle',
    esriFieldTypeDouble: 'esriFieldTypeDouble',
    esriFieldTypeDate: 'esriFieldTypeDate',
    esriFieldTypeDateOnly: 'esriFieldTypeDateOnly',
    esriFieldTypeTimeOnly: 'esriFieldTypeTimeOnly',
    esriFieldTypeTimestampOffset: 'esriFieldTypeTimestampOffset',
    esriFieldTypeGUID: 'esriFieldTypeGUID',
  }),
);
/** Fields that the new layer makes itself, or that hold no value. */
const BYTES = new Set(['esriFieldTypeBlob', 'esriFieldTypeRaster']);
const LEFT_OUT = new Set(['esriFieldTypeOID', 'esriFieldTypeGeometry', ...BYTES]);

/** The features; what stands beside them goes to `members`, and what is told of the reading to `warnings`. */
async function* elements(
  source: DatasetSource,
  options: ReadOptions,
  { members, warnings }: { members?: JsonObject; warnings?: Sentence[] } = {},
): AsyncGenerator<JsonObject> {
  for await (const pieces of jsonPieces(source, options, warnings)) {
    for (const piece of pieces) {
      if (piece.kind === 'document') throw new FormatError('featureset-none');
      if (piece.kind === 'feature') yield isJsonObject(piece.value) ? piece.value : {};
      else if (members) members[piece.name] = piece.value;
    }
  }
}

async function describe(source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> {
  const members: JsonObject = {};
  const warnings: Sentence[] = [];
  const encoding = await jsonEncoding(source, options, warnings);
  const gathered = new JsonFields();
  const tally = new GeometryTally(options);
  const sample: JsonObject[] = [];
  let rowCount = 0;
  let ownReference: unknown;
  for await (const element of elements(source, { ...options, encoding }, { members, warnings })) {
    rowCount++;
    const attributes = isJsonObject(element.attributes) ? element.attributes : {};
    gathered.add(attributes);
    const read = readGeometry(element.geometry);
    if (read && !(read instanceof GeometryError)) {
      tally.add(esriToShape(read));
      // Layers inside of maps say it with each feature only.
      ownReference ??= isJsonObject(element.geometry) ? element.geometry.spatialReference : undefined;
    }
    if (sample.length < (options.sampleSize ?? 10)) sample.push(attributes);
  }
  const { wide } = gathered;
  const declared = Array.isArray(members.fields) ? declaredFields(members.fields.filter(isJsonObject), gathered) : null;
  const fields = declared?.fields ?? gathered.finish(options.types);
  const keys = declared?.keys ?? fields.map((field) => field.alias);
  const long = keys.filter((key, i) => wide.has(key) && fields[i]?.type === 'esriFieldTypeString');
  if (long.length > 0) warnings.push(sentence('numbers-too-long', { columns: someOf(long) }));
  if (declared === null) warnings.push(...(gathered.tooMany ? [sentence('too-many-properties')] : []));
  else warnings.push(...declared.warnings);
  warnings.push(...gathered.lossesIn(fields, keys), ...gathered.unfit());
  const type = isGeometryType(members.geometryType) ? members.geometryType : null;
  const reference = referenceOf(members.spatialReference) ?? referenceOf(ownReference);
  const geometryType: FeatureGeometryType | null =
    type && type !== 'esriGeometryEnvelope' ? type : tally.counted ? tally.geometryType() : null;
  const kinds = type === null ? tally.kinds(rowCount) : undefined;
  if (kinds !== undefined) warnings.push(...tally.warnings());
  const description: DatasetDescription = {
    format: 'esri-json',
    name: typeof members.layerName === 'string' ? members.layerName : baseName(source.main.name),
    encoding,
    fields,
    geometryType,
    ...(kinds === undefined ? {} : { kinds }),
    hasZ: tally.hasZ,
    hasM: tally.hasM,
    spatialReference: geometryType === null ? null : options.wkid !== undefined ? { wkid: options.wkid } : (reference ?? { wkid: WGS84 }),
    extent: extentIn(tally, geometryType, kinds !== undefined),
    rowCount,
    sample: sample.map((attributes) => jsonValues(attributes, fields, keys)),
    warnings,
    ...lookOf(members),
    ...(declared?.globalIdField === undefined ? {} : { globalIdField: declared.globalIdField }),
  };
  keysOf.set(description, keys);
  return description;
}

/** Around what the layer takes: all of a file that mixes kinds, and the points for a layer of sets too. */
function extentIn(tally: GeometryTally, type: FeatureGeometryType | null, isMixed: boolean): DatasetDescription['extent'] {
  if (type === null) return undefined;
  return tally.extent(isMixed || type === 'esriGeometryMultipoint' ? {} : { type });
}

/** The names of the attributes that the fields are read from; kept so that importing does not look again. */
const keysOf = new WeakMap<DatasetDescription, readonly string[]>();

function referenceOf(value: unknown): KnownReference | null {
  return normaliseSpatialReference(isJsonObject(value) ? (value as SpatialReference) : null);
}

function lookOf({ drawingInfo, popupInfo }: JsonObject): { look?: DatasetLook } {
  const drawing = isJsonObject(drawingInfo) && isJsonObject(drawingInfo.renderer) ? (drawingInfo as DatasetLook['drawingInfo']) : undefined;
  const look: DatasetLook = { ...(drawing ? { drawingInfo: drawing } : {}), ...(isJsonObject(popupInfo) ? { popupInfo } : {}) };
  return Object.keys(look).length > 0 ? { look } : {};
}

/** The fields as the file describes them, and the names of their attributes. */
function declaredFields(
  declared: JsonObject[],
  gathered: JsonFields,
): { fields: FormatField[]; keys: string[]; globalIdField: string | undefined; warnings: Sentence[] } {
  const { wide } = gathered;
  const kept = declared.filter((field) => typeof field.name === 'string' && !LEFT_OUT.has(String(field.type)));
  const keys = kept.map((field) => String(field.name));
  const valid = validFieldNames(keys);
  const fields = kept.map((field, i) => {
    const said = FIELD_TYPES.get(String(field.type)) ?? 'esriFieldTypeString';
    const type = wide.has(keys[i] ?? '') && isNumberType(said) ? 'esriFieldTypeString' : gathered.holding(keys[i] ?? '', said);
    const alias = typeof field.alias === 'string' && field.alias.trim() !== '' ? field.alias.slice(0, MAX_WORD) : (keys[i] ?? '');
    const described: FormatField = { name: valid[i] ?? '', alias, type };
    if (type === 'esriFieldTypeString') {
      const isSaid = typeof field.length === 'number' && Number.isInteger(field.length) && field.length > 0;
      Object.assign(described, isSaid ? { length: field.length, hasOwnLength: true } : { length: 255 });
    }
    const domain = readDomain(field.domain);
    if (domain !== null) described.domain = domain;
    return described;
  });
  const names = new Set(declared.map((field) => field.name));
  const others = gathered.names.filter((name) => !names.has(name));
  const longLists = kept.flatMap(({ name, domain }) => (isLongList(domain) ? [String(name)] : []));
  const warnings = [
    ...(declared.some((field) => BYTES.has(String(field.type))) ? [sentence('raw-bytes')] : []),
    ...(longLists.length === 0 ? [] : [sentence('lists-long', { names: someOf(longLists) })]),
    ...(others.length === 0 ? [] : [sentence('values-undeclared', { names: someOf(others) })]),
  ];
  return { fields, keys, warnings, globalIdField: valid[kept.findIndex((field) => field.type === 'esriFieldTypeGlobalID')] };
}

const MAX_WORD = 250;

function readGeometry(value: unknown): EsriGeometry | GeometryError | null {
  if (value === null || value === undefined) return null;
  if (isJsonObject(value) && (value.x === null || value.x === 'NaN')) return null;
  try {
    return parseGeometry(value).geometry;
  } catch (error) {
    if (error instanceof GeometryError) return error;
    throw error;
  }
}

async function* features(source: DatasetSource, options: ReadOptions = {}): AsyncGenerator<FormatRow[]> {
  const given = options.description;
  const description = given && keysOf.has(given) ? given : await describe(source, options);
  requireReference(description, options);
  const keys = keysOf.get(description) ?? [];
  let batch: FormatRow[] = [];
  let row = 0;
  for await (const element of elements(source, { ...options, description })) {
    row++;
    const wkb = wkbInLayer(shapeOf(element.geometry), description.geometryType, options.kind);
    if (wkb === undefined) continue;
    const attributes = isJsonObject(element.attributes) ? element.attributes : {};
    const values = jsonValues(attributes, description.fields, keys);
    batch.push(wkb !== null && 'code' in wkb ? { row, problem: wkb, cells: values } : { row, wkb, values });
    if (batch.length >= (options.batchSize ?? 500)) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The shape of a geometry: null when there is none or it is empty, else what is wrong. */
function shapeOf(value: unknown): Shape | Sentence | null {
  const geometry = readGeometry(value);
  if (geometry === null) return null;
  if (geometry instanceof GeometryError) return geometry.sentence;
  const shape = esriToShape(geometry);
  return isEmptyShape(shape) ? null : shape;
}
