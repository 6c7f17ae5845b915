// Layers of feature collections on the wire: their definition, and the coordinates as they are wanted.
import type { DrawingInfo, LayerInfo, WireField } from '@graticule/contract/services/layer';
import { shapeToEsri } from '@graticule/geo/convert/esri-json';
import { readWkb } from '@graticule/geo/convert/wkb';
import type { EsriGeometry } from '@graticule/geo/esri/geometry';
import type { DatasetDescription } from '@graticule/geo/formats/format-reader';
import { type Extent, extentOf, isEmptyExtent, unionExtent } from '@graticule/geo/measure/extent';
import { simplifyShape } from '@graticule/geo/measure/simplify';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, displayFieldOf } from '../features/index.ts';
import type { KeptColumn } from './columns.rules.ts';
import { plannedName } from './layer-plan.ts';
import type { CheckedParameters, CoordinateWishes } from './publish-parameters.ts';

/** What a definition is made from. */
interface Facts {
  /** Which of the layers it is. */
  index: number;
  columns: readonly KeptColumn[];
  single: boolean;
  /** Number of the reference system of the coordinates. */
  target: number;
  box: Extent;
}

/** The definition of a layer that lives inside a document. */
export function collectionDefinition(
  description: DatasetDescription,
  parameters: CheckedParameters,
  { columns, index, single, target, box }: Facts,
): Partial<LayerInfo> {
  const type = description.geometryType;
  const fields = columns.map(({ field }) => field);
  const stored = fields.map((field) => ({ ...field, column: '', nullable: true, editable: true }));
  const own = description.look?.drawingInfo as DrawingInfo | undefined;
  const reference = wireSpatialReference(target);
  return {
    id: 0,
    name: plannedName(description, parameters, { index, single }),
    type: type === null ? 'Table' : 'Feature Layer',
    displayField: displayFieldOf({ fields: stored }),
    description: '',
    copyrightText: parameters.copyrightText ?? '',
    defaultVisibility: true,
    capabilities: 'Query',
    objectIdField: '__OBJECTID',
    hasAttachments: false,
    hasZ: description.hasZ,
    hasM: false,
    typeIdField: '',
    types: [],
    templates: [],
    fields: [{ name: '__OBJECTID', type: 'esriFieldTypeOID', alias: '__OBJECTID' }, ...fields] as WireField[],
    ...(type === null
      ? {}
      : {
          geometryType: type,
          minScale: 0,
          maxScale: 0,
          drawingInfo: parameters.drawingInfo ?? own ?? defaultDrawing(type, 0),
          spatialReference: reference,
          ...(isEmptyExtent(box) ? {} : { extent: { ...box, spatialReference: reference } }),
        }),
  };
}

/** A geometry with the coordinates that are wanted; null where nothing of it is left. */
export function esriGeometry(wkb: Uint8Array | null, { maxOffset, digits }: CoordinateWishes): EsriGeometry | null {
  if (wkb === null) return null;
  const whole = readWkb(wkb);
  const shape = maxOffset === undefined ? whole : simplifyShape(whole, maxOffset);
  return shapeToEsri(shape, { m: false, ...(digits === undefined ? {} : { decimals: digits }) });
}

/** Grows a box by a geometry. */
export function grow(box: Extent, geometry: EsriGeometry): void {
  Object.assign(box, unionExtent(box, extentOf(geometry)));
}
