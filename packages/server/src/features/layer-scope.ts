// The fields of a layer as expressions see them, and the SQL that gives their values in the form of the wire.
import type { FieldType } from '@graticule/contract/services/layer';
import type { StoredField } from '../schema/features.ts';
import { fieldByName, type HostedLayer } from './layers.rules.ts';
import { identifier } from './sql-text.rules.ts';
import type { Scope } from './where/check.ts';
import type { ScopeField, ValueType } from './where/tree.ts';

const VALUE_TYPES: Readonly<Record<FieldType, ValueType>> = {
  esriFieldTypeOID: 'number',
  esriFieldTypeSmallInteger: 'number',
  esriFieldTypeInteger: 'number',
  esriFieldTypeBigInteger: 'number',
  esriFieldTypeSingle: 'number',
  esriFieldTypeDouble: 'number',
  esriFieldTypeString: 'text',
  esriFieldTypeDate: 'timestamp',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimeOnly: 'time',
  esriFieldTypeTimestampOffset: 'text',
  esriFieldTypeGUID: 'text',
  esriFieldTypeGlobalID: 'guid',
  esriFieldTypeXML: 'text',
};

/** The kind of value that a field holds. */
export function valueTypeOf(field: StoredField): ValueType {
  return VALUE_TYPES[field.type];
}

/** A field as expressions name it. */
export function scopeField(field: StoredField): ScopeField {
  const isGuid = field.type === 'esriFieldTypeGUID';
  const isMoment = field.type === 'esriFieldTypeTimestampOffset';
  return {
    name: field.name,
    type: valueTypeOf(field),
    sql: identifier(field.column),
    ...(field.length === undefined ? {} : { length: field.length }),
    ...(isGuid ? { isGuid } : {}),
    ...(isMoment ? { isMoment } : {}),
    ...(field.type === 'esriFieldTypeSingle' ? { isSingle: true } : {}),
  };
}

/** The names that an expression on the layer may use. */
export function layerScope(layer: HostedLayer): Scope {
  return {
    field(name) {
      const field = fieldByName(layer, name);
      return field === undefined ? undefined : scopeField(field);
    },
    names: () => layer.fields.map((field) => field.name),
  };
}

/** SQL that gives a value as clients read it: dates as milliseconds, ids in braces. */
export function wireValue(type: FieldType, sql: string): string {
  switch (type) {
    case 'esriFieldTypeDate':
      return `(extract(epoch from ${sql}) * 1000)::bigint`;
    case 'esriFieldTypeDateOnly':
      return `to_char(${sql}, 'YYYY-MM-DD')`;
    case 'esriFieldTypeTimeOnly':
      return `to_char(${sql}, 'HH24:MI:SS')`;
    case 'esriFieldTypeGlobalID':
      return `'{' || upper(${sql}::text) || '}'`;
    default:
      return sql;
  }
}

/** SQL that gives a value for the encoders of binary rows, which write dates and ids in the form of the wire themselves. */
export function binaryValue(type: FieldType, sql: string): string {
  return type === 'esriFieldTypeDate' || type === 'esriFieldTypeGlobalID' ? sql : wireValue(type, sql);
}
