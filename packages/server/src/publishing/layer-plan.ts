// From what a file holds and what the publisher says to the layer that will be made.

import type { DrawingInfo } from '@graticule/contract/services/layer';
import type { DatasetDescription } from '@graticule/geo/formats/format-reader';
import { WEB_MERCATOR } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, displayFieldOf } from '../features/index.ts';
import type { LayerDefinition } from '../schema/features.ts';
import { chosenKey, type KeptColumn, keptColumns } from './columns.rules.ts';
import type { CheckedParameters } from './publish-parameters.ts';

/** The columns of a dataset that become fields, as the publisher chose. */
export function plannedColumns(description: DatasetDescription, parameters: CheckedParameters): KeptColumn[] {
  return keptColumns(description, parameters.columns, parameters.aliases);
}

/** Name of the layer: the publisher's for a single dataset, else the file's own. */
export function plannedName(description: DatasetDescription, parameters: CheckedParameters, single: boolean): string {
  return ((single && parameters.layerName) || description.title || description.name).slice(0, 250) || 'layer';
}

/** How the layer looks at first; the publisher's drawing goes to the first layer only. */
export function plannedDefinition(
  description: DatasetDescription,
  parameters: CheckedParameters,
  { index, single }: { index: number; single: boolean },
): LayerDefinition {
  const columns = plannedColumns(description, parameters);
  const keyField = chosenKey(description, columns, { wanted: parameters.keyField, single });
  const fields = columns.map(({ field }) => ({ ...field, column: '', nullable: true, editable: true }));
  const drawing = (index === 0 ? parameters.drawingInfo : undefined) ?? (description.look?.drawingInfo as DrawingInfo | undefined);
  const popupInfo = (index === 0 ? parameters.popupInfo : undefined) ?? description.look?.popupInfo;
  const srid = description.geometryType === null ? undefined : parameters.coordinates.targetSR?.wkid;
  return {
    ...(srid === undefined || srid === WEB_MERCATOR ? {} : { srid }),
    description: index === 0 ? (parameters.layerDescription ?? '') : '',
    displayField: (index === 0 ? parameters.displayField : undefined) ?? displayFieldOf({ fields }),
    ...(keyField === undefined ? {} : { keyField }),
    ...(description.geometryType === null ? {} : { drawingInfo: drawing ?? defaultDrawing(description.geometryType, index) }),
    ...(popupInfo === undefined ? {} : { popupInfo }),
  };
}
