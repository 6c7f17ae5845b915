// Turns a small file into a feature collection, for maps that keep features inside themselves.
import type { FeatureCollection } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { WireFeature } from '@graticule/contract/services/layer';
import type { ReadRow } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { emptyExtent } from '@graticule/geo/measure/extent';
import { WEB_MERCATOR, wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { inReference, sridOfReference } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { collectionDefinition, esriGeometry, grow } from './collection.view.ts';
import { plannedColumns } from './layer-plan.ts';
import { isSingle, withDatasets } from './open-datasets.ts';
import { placedParameters } from './placed-parameters.ts';
import type { CheckedParameters } from './publish-parameters.ts';
import { inReadingTurn } from './reading-turns.ts';
import { type FoundSource, ofText, type SourceInput, withFoundSource } from './source.ts';

const MAX_FEATURES = 10_000;
/** What visitors who are not signed in may send. */
const MAX_SENT_BYTES = 1024 * 1024;
/** What is read of an item for them, packed or unpacked: far more than as many features as a collection holds mostly take. */
const MAX_READ_BYTES = 50 * 1024 * 1024;

/**
 * Whoever sees an item may have it so; what visitors send must be small.
 * @throws UNREADABLE_FILE, TOO_MANY_REQUESTS, TOKEN_REQUIRED, and TOO_MANY_ROWS for more than 10,000 features
 */
export function generateCollection(
  portal: Portal,
  caller: Caller,
  input: SourceInput & { fileType: string; publishParameters: unknown },
): Promise<FeatureCollection> {
  return inReadingTurn(caller, () => collectionOf(portal, caller, input));
}

async function collectionOf(
  portal: Portal,
  caller: Caller,
  input: SourceInput & { fileType: string; publishParameters: unknown },
): Promise<FeatureCollection> {
  const parameters = await placedParameters(portal, ofText(input.publishParameters, input));
  return withFoundSource(portal, caller, { input, fileType: input.fileType, called: parameters.name }, async (source) => {
    const isVisitor = caller.kind === 'anonymous';
    if (isVisitor && sizeOf(source.item, input) > (source.item === null ? MAX_SENT_BYTES : MAX_READ_BYTES)) throw fail('TOKEN_REQUIRED');
    return withDatasets(
      { ...source, layerNames: parameters.layerNames },
      {
        fileType: input.fileType,
        scratchDir: portal.files.receivingPath(),
        db: portal.db,
        parameters,
        mostUnpacked: isVisitor ? MAX_READ_BYTES : undefined,
      },
      async (datasets) => {
        const layers: FeatureCollection['layers'] = [];
        for (const [index, dataset] of datasets.entries())
          layers.push(await collect(portal, dataset, parameters, { index, single: isSingle(datasets) }));
        return { layers };
      },
    );
  });
}

const sizeOf = (item: FoundSource['item'], { file, text = '' }: SourceInput): number =>
  item?.data_bytes ?? file?.sizeBytes ?? Buffer.byteLength(text);

async function collect(
  portal: Portal,
  dataset: DescribedDataset,
  parameters: CheckedParameters,
  { index, single }: { index: number; single: boolean },
): Promise<FeatureCollection['layers'][number]> {
  const { description } = dataset;
  const columns = plannedColumns(dataset, parameters, index);
  const rows = await collectRows(dataset, parameters);
  const reference = parameters.reading.wkid === undefined ? description.spatialReference : { wkid: parameters.reading.wkid };
  const { targetSR, ...wishes } = parameters.coordinates;
  const target = targetSR === undefined ? WEB_MERCATOR : await sridOfReference(portal, targetSR);
  const from = description.geometryType === null || reference === null ? target : await sridOfReference(portal, reference);
  const wkbs = rows.map((row) => row.wkb);
  const placed = await inReference(portal, wkbs, { from, to: target });
  const box = emptyExtent();
  const features = rows.map((row, index): WireFeature => {
    const values = columns.map(({ field, at }) => [field.name, (row.values[at] ?? null) as string | number | null]);
    const geometry = description.geometryType === null ? undefined : esriGeometry(placed[index] ?? null, wishes);
    if (geometry) grow(box, geometry);
    return {
      attributes: { __OBJECTID: index + 1, ...Object.fromEntries(values) },
      ...(geometry === undefined ? {} : { geometry: geometry && { ...geometry, spatialReference: wireSpatialReference(target) } }),
    };
  });
  const type = description.geometryType;
  return {
    layerDefinition: collectionDefinition(description, parameters, { columns, index, single, target, box }),
    featureSet: {
      ...(type === null ? {} : { geometryType: type, spatialReference: wireSpatialReference(target) }),
      features,
    },
  };
}

/** The rows that can be read. @throws TOO_MANY_ROWS */
async function collectRows({ source, reader, description }: DescribedDataset, parameters: CheckedParameters): Promise<ReadRow[]> {
  const { previewCount } = parameters;
  const most = Math.min(MAX_FEATURES, parameters.maxRecordCount ?? MAX_FEATURES);
  const rows: ReadRow[] = [];
  for await (const batch of reader.features(source, { ...parameters.reading, description })) {
    rows.push(...batch.filter((row): row is ReadRow => !('problem' in row)));
    // a preview reads no more of the file than it shows
    if (previewCount !== undefined && rows.length >= previewCount) {
      rows.length = previewCount;
      break;
    }
    if (rows.length > most) throw refuse('preview-large', { most });
  }
  return rows;
}
