// Numbers that stand for names in pbf replies, and how attribute values are written.
import type { GeometryType } from '../esri/geometry.ts';
import type { ByteWriter } from './byte-writer.ts';

/** Number of "no geometry". */
export const PBF_GEOMETRY_NONE = 127;

/** Numbers of the geometry types. */
export const PBF_GEOMETRY_TYPES: Readonly<Record<GeometryType, number>> = {
  esriGeometryPoint: 0,
  esriGeometryMultipoint: 1,
  esriGeometryPolyline: 2,
  esriGeometryPolygon: 3,
  esriGeometryEnvelope: 5,
};

/** Numbers of the field types. */
export const PBF_FIELD_TYPES: Readonly<Record<string, number>> = {
  esriFieldTypeSmallInteger: 0,
  esriFieldTypeInteger: 1,
  esriFieldTypeSingle: 2,
  esriFieldTypeDouble: 3,
  esriFieldTypeString: 4,
  esriFieldTypeDate: 5,
  esriFieldTypeOID: 6,
  esriFieldTypeGeometry: 7,
  esriFieldTypeBlob: 8,
  esriFieldTypeRaster: 9,
  esriFieldTypeGUID: 10,
  esriFieldTypeGlobalID: 11,
  esriFieldTypeXML: 12,
  esriFieldTypeBigInteger: 13,
  esriFieldTypeDateOnly: 14,
  esriFieldTypeTimeOnly: 15,
  esriFieldTypeTimestampOffset: 16,
};

/** Names of the SQL types; the place in the list is the number. */
export const PBF_SQL_TYPES: readonly string[] = [
  'sqlTypeBigInt',
  'sqlTypeBinary',
  'sqlTypeBit',
  'sqlTypeChar',
  'sqlTypeDate',
  'sqlTypeDecimal',
  'sqlTypeDouble',
  'sqlTypeFloat',
  'sqlTypeGeometry',
  'sqlTypeGUID',
  'sqlTypeInteger',
  'sqlTypeLongNVarchar',
  'sqlTypeLongVarbinary',
  'sqlTypeLongVarchar',
  'sqlTypeNChar',
  'sqlTypeNVarchar',
  'sqlTypeOther',
  'sqlTypeReal',
  'sqlTypeSmallInt',
  'sqlTypeSqlXml',
  'sqlTypeTime',
  'sqlTypeTimestamp',
  'sqlTypeTimestamp2',
  'sqlTypeTinyInt',
  'sqlTypeVarbinary',
  'sqlTypeVarchar',
  'sqlTypeTimestampWithTimezone',
];

/** Number of `sqlTypeOther`. */
export const PBF_SQL_OTHER = 16;

const INT32_MAX = 0x7fffffff;
const UINT32_MAX = 0xffffffff;

/** Writes the body of a Value: nothing for null, one member otherwise, also for 0 and empty text. */
export function writeValue(writer: ByteWriter, fieldType: string, value: unknown): void {
  if (value === null || value === undefined) return;
  switch (fieldType) {
    case 'esriFieldTypeOID':
    case 'esriFieldTypeSmallInteger':
    case 'esriFieldTypeInteger':
    case 'esriFieldTypeBigInteger':
    case 'esriFieldTypeDate': {
      const number = toNumber(value);
      if (!Number.isSafeInteger(Math.round(number))) return;
      writeInteger(writer, fieldType, Math.round(number));
      return;
    }
    case 'esriFieldTypeSingle':
    case 'esriFieldTypeDouble': {
      const number = toNumber(value);
      // Singles are written as doubles too, so that the answer equals the JSON one.
      if (Number.isFinite(number)) writer.doubleField(3, number);
      return;
    }
    default:
      writer.stringField(1, typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : String(value));
  }
}

function writeInteger(writer: ByteWriter, fieldType: string, value: number): void {
  if (fieldType === 'esriFieldTypeOID' && value >= 0) writer.varintField(value <= UINT32_MAX ? 5 : 7, value);
  else if (fieldType !== 'esriFieldTypeDate' && fieldType !== 'esriFieldTypeBigInteger' && Math.abs(value) <= INT32_MAX)
    writer.zigzagField(4, value);
  else if (Math.abs(value) < 2 ** 52) writer.zigzagField(8, value);
  // Zigzag doubles the number: past 52 bits that is more than a double holds, so the sign bit is left out.
  else if (value > 0) writer.varintField(6, value);
  else writer.doubleField(3, value);
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'string' && value.trim() === '') return Number.NaN;
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : Number.NaN;
}
