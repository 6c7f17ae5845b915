// Stored field → field on the wire.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import type { StoredField } from '../schema/features.ts';

const SQL_TYPES: Readonly<Record<FieldType, string>> = {
  esriFieldTypeOID: 'sqlTypeOther',
  esriFieldTypeSmallInteger: 'sqlTypeSmallInt',
  esriFieldTypeInteger: 'sqlTypeInteger',
  esriFieldTypeBigInteger: 'sqlTypeBigInt',
  esriFieldTypeSingle: 'sqlTypeReal',
  esriFieldTypeDouble: 'sqlTypeFloat',
  esriFieldTypeString: 'sqlTypeNVarchar',
  esriFieldTypeDate: 'sqlTypeTimestamp2',
  esriFieldTypeDateOnly: 'sqlTypeDate',
  esriFieldTypeTimeOnly: 'sqlTypeTime',
  esriFieldTypeTimestampOffset: 'sqlTypeOther',
  esriFieldTypeGUID: 'sqlTypeOther',
  esriFieldTypeGlobalID: 'sqlTypeOther',
  esriFieldTypeXML: 'sqlTypeOther',
};

/** A field in the answer to a query. */
export function queryFieldView(field: Pick<StoredField, 'name' | 'type' | 'alias' | 'length' | 'domain' | 'defaultValue'>): WireField {
  return {
    name: field.name,
    type: field.type,
    alias: field.alias,
    sqlType: SQL_TYPES[field.type],
    ...(field.length === undefined ? {} : { length: field.length }),
    domain: field.domain ?? null,
    defaultValue: field.defaultValue ?? null,
  };
}

/** A field in the description of a layer. */
export function layerFieldView(field: StoredField): WireField {
  return {
    ...queryFieldView(field),
    nullable: field.nullable,
    editable: field.editable,
    visible: field.visible !== false,
    description: field.description ?? '',
  };
}
