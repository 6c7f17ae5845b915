// Rows of other layers that belong to a row, by the relationships of its layer.
import { queryRelatedRecords } from '@graticule/contract/services/feature-operations';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { call } from '../../api/call.ts';
import type { CellValue } from '../../features/cell-text.ts';
import { isTypedField } from '../../features/edit-rights.ts';
import { exactly } from '../../features/where-clause.ts';

/** A relationship with both of its ends. */
export interface RelatedLayer {
  id: number;
  name: string;
  /** The layer on the other side. */
  layer: LayerInfo;
  keyHere: WireField;
  keyThere: WireField;
}

/** The rows of a layer that have one value in one field. */
export interface RowScope {
  field: WireField;
  value: string | number;
}

/** The layers whose rows may belong to a row of this one, as far as the service shows them. */
export function relatedLayers(layer: LayerInfo, all: readonly LayerInfo[]): RelatedLayer[] {
  return (layer.relationships ?? []).flatMap((here) => {
    const other = all.find(({ id }) => id === here.relatedTableId);
    const there = other?.relationships?.find((each) => each.id === here.id && each.role !== here.role);
    const keyHere = fieldOf(layer, here.keyField);
    const keyThere = other && there && fieldOf(other, there.keyField);
    return other && keyHere && keyThere ? [{ id: here.id, name: here.name, layer: other, keyHere, keyThere }] : [];
  });
}

function fieldOf(layer: LayerInfo, name: string): WireField | undefined {
  return layer.fields.find((field) => field.name.toLowerCase() === name.toLowerCase());
}

/** What of the other layer belongs to a row with this key; undefined for a row without one. */
export function scopeOf({ keyThere }: RelatedLayer, value: CellValue): RowScope | undefined {
  return value === null || value === undefined || value === '' ? undefined : { field: keyThere, value };
}

/** The clause of a scope. */
export function scopeClause({ field, value }: RowScope): string {
  return exactly(field, value);
}

/** Whether a row that is added can be given the key: identifiers are made by the portal. */
export function mayJoin({ field }: RowScope): boolean {
  return field.editable !== false && (isTypedField(field) || field.type === 'esriFieldTypeGUID');
}

/** How many rows of the other layer belong to a row. @throws ApiError where that layer cannot be read */
export async function countRelated(service: string, layer: LayerInfo, objectId: number, relationshipId: number): Promise<number> {
  const query = { service, layer: String(layer.id), objectIds: String(objectId), relationshipId, returnCountOnly: true };
  const { relatedRecordGroups } = await call(queryRelatedRecords, query, { quiet: true });
  return relatedRecordGroups.find((group) => group.objectId === objectId)?.count ?? 0;
}
