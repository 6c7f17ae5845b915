// Feature sets in Esri JSON, as query replies and desktop programs write them.
import { esriToShape } from '../convert/esri-json.ts';
import { isEmptyShape } from '../convert/shape.ts';
import { writeWkb } from '../convert/wkb.ts';
import { type EsriGeometry, isGeometryType, type SpatialReference } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { parseGeometry } from '../esri/parse-geometry.ts';
import { normaliseSpatialReference, WGS84 } from '../project/spatial-reference.ts';
import type { Sentence } from '../sentence.ts';
import { validFieldNames } from './field-names.ts';
import {
  baseName,
  type DatasetDescription,
  type DatasetSource,
  type FieldType,
  FormatError,
  type FormatField,
  type FormatReader,
  type FormatRow,
  type ReadOptions,
  requireReference,
} from './format-reader.ts';
import { type FeatureGeometryType, otherKind, toFamily } from './geometry-family.ts';
import { GeometryTally } from './geometry-tally.ts';
import { isJsonObject, JsonFields, type JsonObject, jsonEncoding, jsonPieces, jsonValues } from './json-features.ts';

/** Reads feature sets; chosen by content, since `.json` may be GeoJSON too. */
export const esriJsonReader: FormatReader = { format: 'esri-json', extensions: ['json'], describe, features };

const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  esriFieldTypeSmallInteger: 'esriFieldTypeSmallInteger',
  esriFieldTypeInteger: 'esriFieldTypeInteger',
  esriFieldTypeBigInteger: 'esriFieldTypeBigInteger',
  esriFieldTypeSingle: 'esriFieldTypeDouble',
  esriFieldTypeDouble: 'esriFieldTypeDouble',
  esriFieldTypeDate: 'esriFieldTypeDate',
};
/** Fields that the new layer makes itself, or that hold no value. */
const LEFT_OUT = new Set(['esriFieldTypeOID', 'esriFieldTypeGeometry', 'esriFieldTypeBlob', 'esriFieldTypeRaster']);

async function* elements(source: DatasetSource, options: ReadOptions, members?: JsonObject): AsyncGenerator<JsonObject> {
  for await (const pieces of jsonPieces(source, options)) {
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
  const tally = new GeometryTally();
  const sample: JsonObject[] = [];
  let rowCount = 0;
  for await (const element of elements(source, { ...options, encoding }, members)) {
    rowCount++;
    const attributes = isJsonObject(element.attributes) ? element.attributes : {};
    gathered.add(attributes);
    const read = readGeometry(element.geometry);
    if (read && !(read instanceof GeometryError)) tally.add(esriToShape(read));
    if (sample.length < (options.sampleSize ?? 10)) sample.push(attributes);
  }
  const fields = Array.isArray(members.fields) ? declaredFields(members.fields.filter(isJsonObject)) : gathered.finish();
  const declared = isGeometryType(members.geometryType) ? members.geometryType : null;
  const reference = normaliseSpatialReference(
    isJsonObject(members.spatialReference) ? (members.spatialReference as SpatialReference) : null,
  );
  const keys = fields.map((field) => field.alias);
  const geometryType: FeatureGeometryType | null =
    declared && declared !== 'esriGeometryEnvelope' ? declared : tally.counted ? tally.geometryType() : null;
  return {
    format: 'esri-json',
    name: baseName(source.main.name),
    encoding,
    fields,
    geometryType,
    hasZ: tally.hasZ,
    hasM: false,
    spatialReference: geometryType === null ? null : options.wkid !== undefined ? { wkid: options.wkid } : (reference ?? { wkid: WGS84 }),
    rowCount,
    sample: sample.map((attributes) => jsonValues(attributes, fields, keys)),
    warnings,
  };
}

/** The alias of a described field must stay the key of its values, so that rows can be read. */
function declaredFields(declared: JsonObject[]): FormatField[] {
  const kept = declared.filter((field) => typeof field.name === 'string' && !LEFT_OUT.has(String(field.type)));
  const valid = validFieldNames(kept.map((field) => String(field.name)));
  return kept.map((field, i) => {
    const type = FIELD_TYPES[String(field.type)] ?? 'esriFieldTypeString';
    const described: FormatField = { name: valid[i] ?? '', alias: String(field.name), type };
    if (type === 'esriFieldTypeString') described.length = typeof field.length === 'number' && field.length > 0 ? field.length : 255;
    return described;
  });
}

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
  const description = options.description ?? (await describe(source, options));
  requireReference(description, options);
  const keys = description.fields.map((field) => field.alias);
  let batch: FormatRow[] = [];
  let row = 0;
  for await (const element of elements(source, { ...options, description })) {
    row++;
    const wkb = readWkb(element.geometry, description.geometryType);
    const attributes = isJsonObject(element.attributes) ? element.attributes : {};
    if (wkb !== null && 'code' in wkb) batch.push({ row, problem: wkb });
    else batch.push({ row, wkb, values: jsonValues(attributes, description.fields, keys) });
    if (batch.length >= (options.batchSize ?? 500)) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function readWkb(value: unknown, type: FeatureGeometryType | null): Uint8Array | Sentence | null {
  const geometry = readGeometry(value);
  if (geometry === null) return null;
  if (geometry instanceof GeometryError) return geometry.sentence;
  const shape = esriToShape(geometry);
  if (isEmptyShape(shape)) return null;
  const fitting = type ? toFamily(shape, type) : null;
  return fitting ? writeWkb(fitting, { srid: null }) : otherKind(shape);
}
