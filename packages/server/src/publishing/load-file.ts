// Loads every dataset of a file into new layers of a service.
import type { PublishProblem, PublishReport } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { sentence } from '@graticule/geo/sentence';
import { type AddedLayer, columnUses, type HostedLayer, MAX_LAYER_ID, requireFreePlaces, type StagingTask } from '../features/index.ts';
import { requireRoomForColumns } from './columns.rules.ts';
import { plannedColumns } from './layer-plan.ts';
import { addBeside } from './load-beside.ts';
import { type LoadContext, type LoadedDataset, loadDataset, writeLate } from './load-dataset.ts';
import type { ReportProgress } from './load-progress.ts';
import { isSingle, withDatasets } from './open-datasets.ts';
import { placedParameters } from './placed-parameters.ts';
import type { CheckedParameters } from './publish-parameters.ts';
import { RefusedRows } from './refused-rows.ts';

/** What is to be loaded; plain data, so that it can be handed to another process. */
export interface LoadTask {
  itemId: string;
  path: string;
  fileName: string;
  fileType: string;
  parameters: unknown;
  /** Where archives are unpacked; removed afterwards. */
  scratchDir: string;
  /** Where the rows that could not be used are written. */
  refusedPath?: string;
  /** Gathers the rows beside a layer that exists, instead of making new layers. */
  into?: StagingTask;
  /** Rows take the place of others: types that were meant for a first file would leave out what is in this one. */
  isOverwrite?: boolean;
  /** Of the layers in whose place new ones will be: from where on the features of each are numbered. */
  firstIds?: ReadonlyMap<number, number>;
  /** Layers that people added to the service: they stay, and none of the new ones may have the number of one. */
  added?: readonly AddedLayer[];
  /** Nothing is loaded, but these rows are written to `refusedPath` with what they hold: they turned out to be unusable after they were gathered. */
  late?: readonly PublishProblem[];
  /** What people without a quota of their own may store; files are kept with features of new layers alone. */
  quotaBytes?: number;
}

/** A layer that was loaded, not yet open for queries, and what was left out. */
export interface LoadedLayer {
  layer: HostedLayer;
  report: PublishReport;
}

/** Until they take the place of the old ones, new layers have numbers that no client sees. */
const FIRST_HIDDEN_ID = MAX_LAYER_ID + 1;

/** @throws UNREADABLE_FILE, INVALID_REQUEST where an added layer is in the way, and whatever `progress` throws */
export async function loadFile(context: LoadContext, task: LoadTask, progress: ReportProgress): Promise<LoadedLayer[]> {
  const { fieldTypes, ...parameters } = await placedParameters(context, task.parameters);
  const isNew = task.into === undefined && task.isOverwrite !== true;
  return withDatasets(
    { path: task.path, fileName: task.fileName, layerNames: parameters.layerNames },
    {
      fileType: task.fileType,
      scratchDir: task.scratchDir,
      db: context.db,
      parameters: isNew && fieldTypes !== undefined ? { ...parameters, fieldTypes } : parameters,
      ...(task.into === undefined ? {} : { into: task.into.layer.geometryType, ...columnUses(task.into.layer, task.into.options) }),
    },
    async (datasets) => {
      const single = isSingle(datasets);
      if (task.into !== undefined && !single) throw severalDatasets(task.fileName, datasets);
      // Before the first row of any of them.
      requireFreePlaces(task.added ?? [], datasets.length);
      if (task.into === undefined)
        for (const [index, dataset] of datasets.entries()) requireRoomForColumns(plannedColumns(dataset, parameters, index));
      const loaded: LoadedDataset[] = [];
      const refused =
        task.refusedPath === undefined
          ? undefined
          : new RefusedRows(
              task.refusedPath,
              datasets.map(({ description }) => description),
            );
      if (task.late !== undefined) return [await onlyLate(datasets, { parameters, refused, late: task.late, layer: task.into?.layer })];
      let done = 0;
      for (const [index, dataset] of datasets.entries()) {
        const result = await loadDataset(context, {
          dataset,
          parameters,
          itemId: task.itemId,
          index,
          single,
          layerId: index + FIRST_HIDDEN_ID,
          firstId: task.firstIds?.get(index),
          ...(task.into === undefined ? {} : { into: task.into }),
          ...(refused === undefined ? {} : { refused }),
          progress: (rows, total, phase) => progress(done + rows, datasets.length === 1 ? total : null, phase),
        });
        done += result.report.featuresLoaded;
        loaded.push(result);
      }
      refused?.end();
      const settled = task.into === undefined ? await addBeside(context, datasets, loaded, task.quotaBytes ?? 0) : loaded;
      return settled.map(({ layer, report }) => ({ layer, report }));
    },
  );
}

/** Nothing is loaded: rows of the only dataset are told of that turned out to be unusable. */
async function onlyLate(
  datasets: readonly DescribedDataset[],
  {
    parameters,
    refused,
    late,
    layer,
  }: { parameters: CheckedParameters; refused: RefusedRows | undefined; late: readonly PublishProblem[]; layer: HostedLayer | undefined },
): Promise<LoadedLayer> {
  const [dataset] = datasets;
  if (dataset === undefined || layer === undefined) throw new Error('Rows that turn out to be unusable are those of one layer.');
  const refusedInFile = await writeLate({ dataset, parameters, refused, index: 0 }, { layer: layer.name, told: late });
  refused?.end();
  return {
    layer,
    report: { layer: layer.name, featuresLoaded: 0, rowsRefused: late.length, geometriesRepaired: 0, problems: [], refusedInFile },
  };
}

function severalDatasets(fileName: string, datasets: readonly DescribedDataset[]): Error {
  const names = datasets.slice(0, 20).map(({ source }) => datasetName(source));
  return fail('UNREADABLE_FILE', { reasons: [sentence('layers-several', { file: fileName, names: names.join(', ') })] });
}
