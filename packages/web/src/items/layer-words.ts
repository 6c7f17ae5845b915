// Words for kinds of geometry and types of fields.
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
