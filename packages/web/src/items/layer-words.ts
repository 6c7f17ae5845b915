// Words for kinds of geometry and types of fields.
import type { FieldType } from '@graticule/contract/services/layer';
import type { MessageKey } from '@graticule/i18n/messages';

/** The message for a kind of geometry; a layer without one is a table. */
export function geometryKey(geometryType: string | undefined): MessageKey {
  switch (geometryType) {
    case 'esriGeometryPoint':
    case 'esriGeometryMultipoint':
      return 'item.geometry.point';
    case 'esriGeometryPolyline':
      return 'item.geometry.line';
    case 'esriGeometryPolygon':
      return 'item.geometry.polygon';
    default:
      return 'item.geometry.none';
  }
}

/** The message for the type of a field. */
export function fieldTypeKey(type: string): MessageKey {
  if (/OID|GlobalID|GUID/.test(type)) return 'item.field.id';
  if (/Integer/.test(type)) return 'item.field.integer';
  if (/Double|Single/.test(type)) return 'item.field.number';
  if (/DateOnly/.test(type)) return 'item.field.day';
  if (/TimeOnly/.test(type)) return 'item.field.time';
  if (/TimestampOffset/.test(type)) return 'item.field.moment-with-zone';
  if (/Date/.test(type)) return 'item.field.date';
  return 'item.field.text';
}

/** The message for a type that is chosen, where those that are alike stand side by side. */
export function typeChoiceKey(type: FieldType): MessageKey {
  switch (type) {
    case 'esriFieldTypeSmallInteger':
      return 'item.field.small-integer';
    case 'esriFieldTypeBigInteger':
      return 'item.field.big-integer';
    case 'esriFieldTypeSingle':
      return 'item.field.single';
    case 'esriFieldTypeGUID':
      return 'item.field.guid';
    case 'esriFieldTypeXML':
      return 'item.field.xml';
    default:
      return fieldTypeKey(type);
  }
}
