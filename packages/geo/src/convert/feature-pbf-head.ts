// What a pbf reply says before its features: ids, kind of geometry, transform and fields.
import type { GeometryType, SpatialReference } from '../esri/geometry.ts';
import { ByteWriter } from './byte-writer.ts';
import { PBF_FIELD_TYPES, PBF_GEOMETRY_NONE, PBF_GEOMETRY_TYPES, PBF_SQL_OTHER, PBF_SQL_TYPES } from './feature-pbf-values.ts';
import { type QuantisationMode, type Transform, withOrdinates } from './quantise.ts';

/** A field as the reply describes it. */
export interface PbfField {
  name: string;
  /** `esriFieldType…` */
  type: string;
  alias?: string;
  /** `sqlType…` */
  sqlType?: string;
  /** Written as JSON text. */
  domain?: unknown;
  defaultValue?: unknown;
}

/** What is known before the first feature. */
export interface FeatureResultHeader {
  objectIdFieldName: string;
  globalIdFieldName?: string;
  /** Null for tables. */
  geometryType: GeometryType | null;
  spatialReference?: SpatialReference;
  /** Whether z and m are written; geometries without them get 0. */
  hasZ?: boolean;
  hasM?: boolean;
  /** Without it coordinates are written as fine as any survey. */
  transform?: Transform;
  /** Without it, plain points that come as rows are written in the steps that they need, once all are known. */
  settlesPoints?: boolean;
  /** `view` drops vertices on the same cell; default `edit`. */
  mode?: QuantisationMode;
  /** Geometries come in metres of Web Mercator and go out in degrees. */
  toDegrees?: boolean;
  /** In the order of the values; must hold the object id field. A list that comes again is not written again: it stays as it is. */
  fields: readonly PbfField[];
}

/** Writes all that comes before the features. */
export function writeHead(out: ByteWriter, header: FeatureResultHeader, transform: Transform, exceeded: boolean): void {
  out.stringField(1, header.objectIdFieldName);
  const unique = out.open(2);
  out.stringField(1, header.objectIdFieldName);
  out.varintField(2, 1);
  out.close(unique);
  if (header.globalIdFieldName) out.stringField(3, header.globalIdFieldName);
  out.varintField(7, header.geometryType ? PBF_GEOMETRY_TYPES[header.geometryType] : PBF_GEOMETRY_NONE);
  if (header.spatialReference) writeSpatialReference(out, 8, header.spatialReference);
  if (exceeded) out.varintField(9, 1);
  if (header.geometryType) {
    if (header.hasZ) out.varintField(10, 1);
    if (header.hasM) out.varintField(11, 1);
    writeTransform(out, transform, header.hasZ === true || header.hasM === true);
  }
  out.raw(fieldsOf(header.fields));
}

/** Fields as bytes: clients ask a layer for the same ones again and again. */
const written = new WeakMap<readonly PbfField[], Uint8Array>();

function fieldsOf(fields: readonly PbfField[]): Uint8Array {
  let bytes = written.get(fields);
  if (bytes === undefined) {
    const out = new ByteWriter(1 << 9);
    for (const field of fields) writeField(out, field);
    bytes = out.written().slice();
    written.set(fields, bytes);
  }
  return bytes;
}

/** Writes a reference system under a tag. */
export function writeSpatialReference(out: ByteWriter, tag: number, sr: SpatialReference): void {
  const begin = out.open(tag);
  if (sr.wkid !== undefined) out.varintField(1, sr.wkid);
  if (sr.latestWkid !== undefined) out.varintField(2, sr.latestWkid);
  if (sr.wkt !== undefined) out.stringField(5, sr.wkt);
  out.close(begin);
}

function writeTransform(out: ByteWriter, transform: Transform, ordinates: boolean): void {
  const { originPosition, scale, translate } = ordinates ? withOrdinates(transform) : transform;
  const begin = out.open(12);
  out.varintField(1, originPosition === 'upperLeft' ? 0 : 1);
  writeNumbers(out, 2, scale);
  writeNumbers(out, 3, translate);
  out.close(begin);
}

function writeNumbers(out: ByteWriter, tag: number, [x = 0, y = 0, z, m]: readonly number[]): void {
  const begin = out.open(tag);
  out.doubleField(1, x);
  out.doubleField(2, y);
  if (m !== undefined) out.doubleField(3, m);
  if (z !== undefined) out.doubleField(4, z);
  out.close(begin);
}

function writeField(out: ByteWriter, field: PbfField): void {
  const begin = out.open(13);
  out.stringField(1, field.name);
  out.varintField(2, PBF_FIELD_TYPES[field.type] ?? PBF_FIELD_TYPES.esriFieldTypeString ?? 4);
  out.stringField(3, field.alias ?? field.name);
  const sqlType = PBF_SQL_TYPES.indexOf(field.sqlType ?? '');
  out.varintField(4, sqlType >= 0 ? sqlType : PBF_SQL_OTHER);
  out.stringField(5, field.domain ? JSON.stringify(field.domain) : '');
  if (field.defaultValue !== undefined && field.defaultValue !== null) out.stringField(6, String(field.defaultValue));
  out.close(begin);
}
