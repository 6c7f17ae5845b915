// Where a Parquet file has its geometries, in which coordinate system, and how each is read: GeoParquet says so behind the key `geo`, newer files by the type of the column.
import { type FileMetaData, parquetSchema, type SchemaTree } from 'hyparquet';
import { type FileShape, joinedByKind } from '../convert/collections.ts';
import { geoJsonToShape } from '../convert/geojson.ts';
import { readWkbParts } from '../convert/wkb.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { canonicalWkid, type KnownReference, referenceOfWkt, WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { FormatError } from './format-reader.ts';
import { decimalsWithin } from './parquet-decimals.ts';

/** The column of geometries. */
export interface ParquetGeometry {
  column: string;
  /** Null where the file names a system that is not known by a number. */
  reference: KnownReference | null;
  /** The shape of a value; a sentence for one that cannot be read. */
  shape(value: unknown): FileShape | Sentence | null;
}

/** Separate coordinates (GeoParquet 1.1): the kind of geometry, and how many lists lie around its positions. */
const SEPARATE: Readonly<Record<string, { type: string; lists: number }>> = {
  point: { type: 'Point', lists: 0 },
  linestring: { type: 'LineString', lists: 1 },
  polygon: { type: 'Polygon', lists: 2 },
  multipoint: { type: 'MultiPoint', lists: 1 },
  multilinestring: { type: 'MultiLineString', lists: 2 },
  multipolygon: { type: 'MultiPolygon', lists: 3 },
};

/** The geometries of a file; null for tables. @throws FormatError for encodings that are not read, and keys that say nothing */
export function parquetGeometry(metadata: FileMetaData, file: string): ParquetGeometry | null {
  const tops = parquetSchema(metadata).children;
  const text = keyed(metadata, 'geo');
  return text === undefined ? ownType(metadata, tops) : asGeoParquet(tops, parsed(text), file);
}

function asGeoParquet(tops: readonly SchemaTree[], said: unknown, file: string): ParquetGeometry {
  const geo = said as { primary_column?: unknown; columns?: Record<string, { encoding?: unknown; crs?: unknown } | undefined> } | null;
  const column = String(geo?.primary_column ?? '');
  const about = Object.hasOwn(geo?.columns ?? {}, column) ? geo?.columns?.[column] : undefined;
  const top = tops.find(({ element }) => element.name === column);
  if (about === undefined || top === undefined) throw new FormatError('parquet-damaged', { file });
  const reference = about.crs === undefined ? { wkid: WGS84 } : referenceOf(about.crs);
  const encoding = String(about.encoding);
  if (encoding.toUpperCase() === 'WKB') return { column, reference, shape: shapeOfWkb };
  const separate = Object.hasOwn(SEPARATE, encoding.toLowerCase()) ? SEPARATE[encoding.toLowerCase()] : undefined;
  // Measures have no place in what separate coordinates are read through: better said than lost.
  if (separate === undefined || hasMeasures(top)) {
    const named = separate === undefined ? encoding : `${encoding} (M)`;
    throw new FormatError('parquet-encoding', { file, encoding: named.slice(0, 40) });
  }
  const withDecimals = decimalsWithin(top, (whole, scale) => Number(`${whole}e${-scale}`));
  return { column, reference, shape: (value) => shapeOfCoordinates(withDecimals === null ? value : withDecimals(value), separate) };
}

function hasMeasures({ element, children }: SchemaTree): boolean {
  return (children.length === 0 && element.name === 'm') || children.some(hasMeasures);
}

/** The first column whose very type is geometry. */
function ownType(metadata: FileMetaData, tops: readonly SchemaTree[]): ParquetGeometry | null {
  for (const { element } of tops) {
    const { logical_type: logical } = element;
    if (logical?.type !== 'GEOMETRY' && logical?.type !== 'GEOGRAPHY') continue;
    return { column: element.name, reference: ownReference(logical.crs, metadata), shape: shapeOfWkb };
  }
  return null;
}

/** What columns of geometries are called where nothing else tells of them. */
const NAMES: ReadonlySet<string> = new Set(['geometry', 'geom', 'the_geom', 'wkb', 'wkb_geometry', 'shape']);

/** Whether a column of bytes is called so. */
export function mayBeGeometry({ element, children }: SchemaTree): boolean {
  const areBytes = element.type === 'BYTE_ARRAY' && element.converted_type === undefined && element.logical_type === undefined;
  return children.length === 0 && areBytes && NAMES.has(element.name.toLowerCase());
}

/** Whether a value can be read as a geometry. */
export function isGeometry(value: unknown): boolean {
  const shape = shapeOfWkb(value);
  return shape !== null && !('code' in shape);
}

/** A column of geometries whose coordinate system nobody tells. */
export function plainGeometry(column: string): ParquetGeometry {
  return { column, reference: null, shape: shapeOfWkb };
}

/** What the type says: nothing for longitude and latitude, a number, where else in the footer it is told, or all of it. */
function ownReference(crs: string | undefined, metadata: FileMetaData): KnownReference | null {
  const said = crs?.trim() ?? '';
  if (said === '' || /^OGC:CRS84h?$/i.test(said)) return { wkid: WGS84 };
  const code = /^(?:EPSG|ESRI|srid):(\d{1,9})$/i.exec(said)?.[1];
  if (code !== undefined) return Number(code) > 0 ? { wkid: canonicalWkid(Number(code)) } : null;
  const key = /^projjson:(.+)$/i.exec(said)?.[1];
  return referenceOf(parsed(key === undefined ? said : (keyed(metadata, key) ?? '')));
}

/** The system of PROJJSON by its authority's code, or of a text as files before 2022 have it; null where it has none. */
function referenceOf(crs: unknown): KnownReference | null {
  if (typeof crs === 'string') {
    const named = /^EPSG:(\d{1,9})$/i.exec(crs.trim())?.[1];
    return named === undefined ? referenceOfWkt(crs) : { wkid: canonicalWkid(Number(named)) };
  }
  const { authority, code } = ((crs as { id?: unknown } | null)?.id ?? {}) as { authority?: unknown; code?: unknown };
  if (authority === 'OGC' && /^CRS84h?$/.test(String(code))) return { wkid: WGS84 };
  const number = Number(code);
  return /^(EPSG|ESRI)$/i.test(String(authority)) && Number.isInteger(number) && number > 0 ? { wkid: canonicalWkid(number) } : null;
}

/** What the footer says behind a key. */
export function keyed(metadata: FileMetaData, key: string): string | undefined {
  return metadata.key_value_metadata?.find((one) => one.key === key)?.value;
}

/** What a text of JSON says; null for others. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function shapeOfWkb(value: unknown): FileShape | Sentence | null {
  if (value === null || value === undefined) return null;
  if (!(value instanceof Uint8Array)) return sentence('geometry-damaged');
  return told(() => joinedByKind(readWkbParts(value)));
}

function shapeOfCoordinates(value: unknown, { type, lists }: { type: string; lists: number }): FileShape | Sentence | null {
  if (value === null || value === undefined) return null;
  return told(() => geoJsonToShape({ type, coordinates: coordinatesOf(value, lists) }));
}

/** Lists of positions as GeoJSON has them; no numbers at all are an empty point. */
function coordinatesOf(value: unknown, lists: number): unknown {
  if (lists > 0) return Array.isArray(value) ? value.map((one) => coordinatesOf(one, lists - 1)) : value;
  const { x, y, z } = (value ?? {}) as { x?: unknown; y?: unknown; z?: unknown };
  if (Number.isNaN(x) && Number.isNaN(y)) return [];
  return z === undefined || Number.isNaN(z) ? [x, y] : [x, y, z];
}

function told(read: () => FileShape | null): FileShape | Sentence | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof GeometryError) return error.sentence;
    throw error;
  }
}
