// From what a file holds and what the publisher says to the layer that will be made.
import type { DrawingInfo } from '@graticule/contract/services/layer';
import { isNumberType } from '@graticule/geo/formats/field-text';
import type { DatasetDescription, FormatDomain } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { WEB_MERCATOR } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, displayFieldOf, type NewField } from '../features/index.ts';
import type { LayerDefinition } from '../schema/features.ts';
import { choicesFor, chosenKey, type KeptColumn, keptColumns } from './columns.rules.ts';
import type { CheckedParameters, LayerWishes } from './publish-parameters.ts';

/** What the publisher says of the layer of that place: of the first one, or of each. */
function wishesFor(parameters: CheckedParameters, index: number): Partial<LayerWishes> {
  if (parameters.layers !== undefined) return parameters.layers[index] ?? {};
  if (index > 0) return {};
  const { layerDescription: description, displayField, drawingInfo, popupInfo } = parameters;
  return {
    ...(description === undefined ? {} : { description }),
    ...(displayField === undefined ? {} : { displayField }),
    ...(drawingInfo === undefined ? {} : { drawingInfo }),
    ...(popupInfo === undefined ? {} : { popupInfo }),
  };
}

/** The columns of a dataset that become fields, as the publisher chose. */
export function plannedColumns({ source, description }: DescribedDataset, parameters: CheckedParameters, index = 0): KeptColumn[] {
  const aliases = parameters.layers === undefined ? parameters.aliases : (parameters.layers[index]?.aliases ?? {});
  return keptColumns(description, choicesFor(parameters.columns, datasetName(source)), aliases);
}

/** Name of the layer: the publisher's for each of several, or for a single dataset, with its kind where that has several; else the file's own. */
export function plannedName(
  description: DatasetDescription,
  parameters: CheckedParameters,
  { index, single }: { index: number; single: boolean },
): string {
  const { kindWord, title, name } = description;
  const several = parameters.layers?.[index]?.name;
  if (several !== undefined) return several.slice(0, 250);
  const isWhole = single && parameters.layers === undefined;
  const own = isWhole && parameters.layerName ? [parameters.layerName.slice(0, 230), kindWord].filter(Boolean).join(' ') : '';
  return (own || title || name).slice(0, 250) || 'layer';
}

/** How the layer looks at first; the publisher's drawing goes to the first layer only, unless each is described. */
export function plannedDefinition(
  dataset: DescribedDataset,
  parameters: CheckedParameters,
  { index, single }: { index: number; single: boolean },
): LayerDefinition {
  const { description } = dataset;
  const columns = plannedColumns(dataset, parameters, index);
  const wishes = wishesFor(parameters, index);
  const choices = choicesFor(parameters.columns, datasetName(dataset.source));
  const keyField = chosenKey(description, columns, { choices, keyField: parameters.keyField, single });
  const fields = columns.map(({ field }) => ({ ...field, column: '', nullable: true, editable: true }));
  const drawing = wishes.drawingInfo ?? (description.look?.drawingInfo as DrawingInfo | undefined);
  const popupInfo = wishes.popupInfo ?? description.look?.popupInfo;
  const srid = description.geometryType === null ? undefined : parameters.coordinates.targetSR?.wkid;
  return {
    ...(srid === undefined || srid === WEB_MERCATOR ? {} : { srid }),
    description: wishes.description ?? '',
    displayField: wishes.displayField ?? displayFieldOf({ fields }),
    ...(keyField === undefined ? {} : { keyField }),
    ...(description.geometryType === null ? {} : { drawingInfo: drawing ?? defaultDrawing(description.geometryType, index) }),
    ...(popupInfo === undefined ? {} : { popupInfo }),
    ...plannedTypes(description, columns),
  };
}

/** The subtypes of the file as types of the layer, of the columns that are kept as they are. */
function plannedTypes(
  { subtypes, fields }: DatasetDescription,
  columns: readonly KeptColumn[],
): Pick<LayerDefinition, 'typeIdField' | 'types'> {
  const named = new Map(columns.map(({ at, field }) => [fields[at]?.name, field]));
  const own = named.get(subtypes?.field);
  if (subtypes === undefined || own === undefined || !/Integer$/.test(own.type)) return {};
  const types = subtypes.types.map(({ id, name, domains }) => {
    const fitting = Object.entries(domains).flatMap(([column, domain]) => {
      const field = named.get(column);
      return field !== undefined && isOfType(domain, field) ? [[field.name, domain] as const] : [];
    });
    return { id, name, domains: Object.fromEntries(fitting), templates: [] };
  });
  return { typeIdField: own.name, types };
}

/** Not where the publisher wants texts for numbers, or the other way round. */
function isOfType(domain: FormatDomain, { type }: NewField): boolean {
  const isNumber = isNumberType(type);
  return domain.type === 'range' ? isNumber : domain.codedValues.every(({ code }) => (typeof code === 'number') === isNumber);
}
