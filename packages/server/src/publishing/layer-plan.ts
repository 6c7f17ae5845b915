// From what a file holds and what the publisher says to the layer that will be made.
import type { DrawingInfo } from '@graticule/contract/services/layer';
import type { DatasetDescription } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { WEB_MERCATOR } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, displayFieldOf } from '../features/index.ts';
import type { LayerDefinition } from '../schema/features.ts';
import { choicesFor, chosenKey, type KeptColumn, keptColumns } from './columns.rules.ts';
import type { CheckedParameters } from './publish-parameters.ts';

/** The columns of a dataset that become fields, as the publisher chose. */
export function plannedColumns({ source, description }: DescribedDataset, parameters: CheckedParameters): KeptColumn[] {
  return keptColumns(description, choicesFor(parameters.columns, datasetName(source)), parameters.aliases);
}

/** Name of the layer: the publisher's for a single dataset, with its kind where that has several; else the file's own. */
export function plannedName(description: DatasetDescription, parameters: CheckedParameters, single: boolean): string {
  const { kindWord, title, name } = description;
  const own = single && parameters.layerName ? [parameters.layerName.slice(0, 230), kindWord].filter(Boolean).join(' ') : '';
  return (own || title || name).slice(0, 250) || 'layer';
}

/** How the layer looks at first; the publisher's drawing goes to the first layer only. */
export function plannedDefinition(
  dataset: DescribedDataset,
  parameters: CheckedParameters,
  { index, single }: { index: number; single: boolean },
): LayerDefinition {
  const { description } = dataset;
  const columns = plannedColumns(dataset, parameters);
  const choices = choicesFor(parameters.columns, datasetName(dataset.source));
  const keyField = chosenKey(description, columns, { choices, keyField: parameters.keyField, single });
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
