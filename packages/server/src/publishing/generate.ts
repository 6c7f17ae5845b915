// Turns a small file into a feature collection, for maps that keep features inside themselves.
import type { FeatureCollection } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import type { WireFeature, WireField } from '@graticule/contract/services/layer';
import { wkbToEsri } from '@graticule/geo/convert/esri-json';
import type { ReadRow } from '@graticule/geo/formats/format-reader';
import { WEB_MERCATOR, wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, inWebMercator, sridOfReference } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { plannedColumns, plannedName } from './layer-plan.ts';
import { type OpenDataset, withDatasets } from './open-datasets.ts';
import { type CheckedParameters, readPublishParameters } from './publish-parameters.ts';
import { type SourceInput, withFoundSource } from './source.ts';

const MAX_FEATURES = 10_000;
/** What visitors who are not signed in may send or name. */
const MAX_ANONYMOUS_BYTES = 1024 * 1024;

/** @throws UNREADABLE_FILE, and TOO_LARGE for more than 10,000 features */
export async function generateCollection(
  portal: Portal,
  caller: Caller,
  input: SourceInput & { fileType: string; publishParameters: unknown },
): Promise<FeatureCollection> {
  const parameters = readPublishParameters(input.publishParameters);
  return withFoundSource(portal, caller, { input, fileType: input.fileType }, async (source) => {
    const sent = source.item?.data_bytes ?? input.file?.sizeBytes ?? input.text?.length ?? 0;
    if (caller.kind === 'anonymous' && sent > MAX_ANONYMOUS_BYTES) throw fail('TOKEN_REQUIRED');
    return withDatasets(
      { ...source, layerNames: parameters.layerNames },
      input.fileType,
      portal.files.receivingPath(),
      async (datasets) => {
        const layers: FeatureCollection['layers'] = [];
        for (const dataset of datasets) layers.push(await collect(portal, dataset, parameters, datasets.length === 1));
        return { layers };
      },
    );
  });
}

async function collect(
  portal: Portal,
  { source, reader }: OpenDataset,
  parameters: CheckedParameters,
  single: boolean,
): Promise<FeatureCollection['layers'][number]> {
  const description = await reader.describe(source, parameters.reading);
  const columns = plannedColumns(description, parameters);
  const rows: ReadRow[] = [];
  for await (const batch of reader.features(source, { ...parameters.reading, description })) {
    rows.push(...batch.filter((row): row is ReadRow => !('problem' in row)));
    // a preview reads no more of the file than it shows
    if (parameters.previewCount !== undefined && rows.length >= parameters.previewCount) {
      rows.length = parameters.previewCount;
      break;
    }
    if (rows.length > MAX_FEATURES) throw fail('TOO_LARGE', { values: ['The file', `${MAX_FEATURES} features`] });
  }
  const reference = parameters.reading.wkid === undefined ? description.spatialReference : { wkid: parameters.reading.wkid };
  const srid = description.geometryType === null || reference === null ? WEB_MERCATOR : await sridOfReference(portal, reference);
  const placed = await inWebMercator(
    portal,
    rows.map((row) => row.wkb),
    srid,
  );
  const features = rows.map((row, index): WireFeature => {
    const values = columns.map(({ field, at }) => [field.name, (row.values[at] ?? null) as string | number | null]);
    const wkb = placed[index];
    return {
      attributes: { __OBJECTID: index + 1, ...Object.fromEntries(values) },
      ...(description.geometryType === null ? {} : { geometry: wkb ? located(wkb) : null }),
    };
  });
  const wireFields = [
    { name: '__OBJECTID', type: 'esriFieldTypeOID', alias: '__OBJECTID' },
    ...columns.map(({ field }) => field),
  ] as WireField[];
  const type = description.geometryType;
  return {
    layerDefinition: {
      name: plannedName(description, parameters, single),
      type: type === null ? 'Table' : 'Feature Layer',
      objectIdField: '__OBJECTID',
      fields: wireFields,
      ...(type === null ? {} : { geometryType: type, drawingInfo: parameters.drawingInfo ?? defaultDrawing(type, 0) }),
    },
    featureSet: { ...(type === null ? {} : { geometryType: type }), features },
  };
}

function located(wkb: Uint8Array): Record<string, unknown> | null {
  const geometry = wkbToEsri(wkb, { m: false });
  return geometry && { ...geometry, spatialReference: wireSpatialReference(WEB_MERCATOR) };
}
