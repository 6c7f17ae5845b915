// Reads the head of a file and proposes how to publish it; stores nothing.
import type { AnalyzedExtent, AnalyzeReply } from '@graticule/contract/content/publishing';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { WireExtent, WireField } from '@graticule/contract/services/layer';
import type { DatasetDescription, ReadOptions } from '@graticule/geo/formats/format-reader';
import type { FeatureGeometryType } from '@graticule/geo/formats/geometry-family';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { datasetName } from '@graticule/geo/formats/record-reader';
import { type KnownReference, WGS84, wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { sentence } from '@graticule/geo/sentence';
import { defaultDrawing, displayFieldOf } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { type AddressColumns, wireAddress } from './address-columns.rules.ts';
import { asAlias } from './columns.rules.ts';
import { withDatasets } from './open-datasets.ts';
import { withProposedPlaces, withUnplaced } from './place-proposal.ts';
import { rowsUnplaced } from './placed-by-name.ts';
import { type CheckedParameters, readPublishParameters } from './publish-parameters.ts';
import { inReadingTurn } from './reading-turns.ts';
import { type SourceInput, withFoundSource } from './source.ts';
import type { SourceFile } from './source-file.ts';

/** What a client sends. */
export interface AnalyzeInput extends SourceInput {
  fileType: string;
  analyzeParameters?: unknown;
  columnDelimiter?: string;
  hasHeader?: boolean;
}

/** The proposal for the first dataset of the file; the others are named in `datasets`. @throws UNREADABLE_FILE, TOO_MANY_REQUESTS */
export async function analyzeFile(portal: Portal, caller: Caller, input: AnalyzeInput): Promise<AnalyzeReply> {
  const given = input.analyzeParameters ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) throw refuse('analyze-form');
  const parameters = readPublishParameters(
    { columnDelimiter: input.columnDelimiter, hasHeader: input.hasHeader, ...given },
    'analyzeParameters',
  );
  return inReadingTurn(caller, () =>
    withFoundSource(portal, caller, { input, fileType: input.fileType }, (source) =>
      analyzed(portal, source, { fileType: input.fileType, parameters }),
    ),
  );
}

/** What a file holds, read as `parameters` say; `into` is the kind of the layer that its rows are for, and the columns are those of its fields. @throws UNREADABLE_FILE */
export function analyzed(
  portal: Portal,
  file: SourceFile,
  how: { fileType: string; parameters: CheckedParameters; into?: FeatureGeometryType | null } & Pick<
    ReadOptions,
    'valueColumns' | 'wordColumns'
  >,
): Promise<AnalyzeReply> {
  const { fileType, parameters } = how;
  return withDatasets(
    { path: file.path, fileName: file.fileName, layerNames: parameters.layerNames },
    { ...how, scratchDir: portal.files.receivingPath(), db: portal.db },
    async (opened) => {
      // Rows for a layer that exists are loaded as the person says alone.
      const saysWhere = parameters.saysWhere || how.into !== undefined;
      const { datasets, address, rows } = await withProposedPlaces(portal.db, opened, { ...parameters, saysWhere });
      const descriptions: DatasetDescription[] = [];
      for (const dataset of datasets) {
        const description = await withMisfits(dataset, parameters);
        descriptions.push(address === undefined ? description : await withUnplaced(dataset, description, rows));
      }
      const [first] = descriptions;
      if (first === undefined) throw new Error('an opened file has at least one dataset');
      const parts = datasets.map(({ source: dataset }, i) => ({ part: datasetName(dataset), description: descriptions[i] ?? first }));
      return proposal(first, parts, { fileType, reading: parameters.reading, ...(address === undefined ? {} : { address }) });
    },
  );
}

/** Where a person chose types, how many rows do not fit them is told before anything is published. */
async function withMisfits(
  { source, reader, description }: DescribedDataset,
  { columns, reading }: CheckedParameters,
): Promise<DatasetDescription> {
  if (!columns.some(({ type }) => type)) return description;
  let [left, count] = [0, 0];
  // Wherever the rows are.
  for await (const rows of rowsUnplaced(reader)(source, { ...reading, description, wkid: reading.wkid ?? WGS84 })) {
    count += rows.length;
    for (const row of rows) if ('problem' in row) left++;
  }
  const others = description.warnings.filter(({ code }) => code !== 'rows-left-out');
  return { ...description, warnings: left === 0 ? others : [...others, sentence('rows-left-out', { left, count })] };
}

function proposal(
  description: DatasetDescription,
  parts: readonly { part: string; description: DatasetDescription }[],
  { fileType, reading, address }: { fileType: string; reading: CheckedParameters['reading']; address?: AddressColumns },
): AnalyzeReply {
  const all = parts.map((one) => one.description);
  const { layout } = description;
  // What is proposed goes for every dataset when it is sent back: only what they share may be said.
  const spatialReference = shared(all.map((one) => one.spatialReference));
  const encoding = shared(all.map((one) => one.encoding ?? null));
  const columnOf = (column: 'latitudeField' | 'longitudeField' | 'wktField') => shared(all.map((one) => one.layout?.[column] ?? null));
  const [latitude, longitude, wkt] = [columnOf('latitudeField'), columnOf('longitudeField'), columnOf('wktField')];
  const said = [...new Map(all.flatMap((one) => one.warnings).map((each) => [each.text, each])).values()];
  const records = description.sample.map((values) =>
    Object.fromEntries(description.fields.map((field, index) => [field.name, values[index] ?? null])),
  );
  return {
    fileUrl: null,
    publishParameters: {
      type: fileType,
      name: description.name.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^_+/, '') || 'layer',
      sourceUrl: null,
      ...(address === undefined
        ? { locationType: all.every((one) => one.geometryType === null) ? ('none' as const) : ('coordinates' as const) }
        : { locationType: 'address' as const, addressFields: wireAddress(address) }),
      ...(latitude === null || longitude === null ? {} : { latitudeFieldName: latitude, longitudeFieldName: longitude }),
      ...(wkt === null ? {} : { wktFieldName: wkt }),
      ...(layout === undefined ? {} : { columnDelimiter: layout.delimiter, qualifier: reading.quote ?? '"', hasNames: layout.hasNames }),
      ...(encoding === null ? {} : { encoding }),
      sourceSR: spatialReference === null ? null : wireReference(spatialReference),
      targetSR: wireSpatialReference(3857),
      editorTrackingInfo: { enableEditorTracking: false, enableOwnershipAccessControl: false },
      layerInfo: {
        name: description.title ?? description.name,
        type: description.geometryType === null ? 'Table' : 'Feature Layer',
        ...(description.geometryType === null
          ? {}
          : {
              geometryType: description.geometryType,
              // A system without a number stands there as text, as in `sourceSR`.
              ...(extentOf(description) as { extent?: WireExtent }),
              drawingInfo: description.look?.drawingInfo ?? defaultDrawing(description.geometryType, 0),
            }),
        displayField: displayFieldOf({
          fields: description.fields.map((field) => ({ ...field, column: '', nullable: true, editable: true })),
        }),
        objectIdField: 'OBJECTID',
        templates: [],
        fields: wireFields(description),
      },
      rowCount: description.rowCount,
      // Every dataset's, each said once.
      warnings: said.map((each) => each.text),
      warningSentences: said,
      needsSpatialReference: all.some((one) => one.geometryType !== null && one.spatialReference === null),
      datasets: parts.map(({ part, description: one }) => ({
        name: one.name,
        part,
        geometryType: one.geometryType,
        rowCount: one.rowCount,
        ...extentOf(one),
        fields: wireFields(one),
      })),
    },
    records,
    fields: description.fields.map((field) => field.alias),
  };
}

const wireReference = (known: KnownReference): AnalyzedExtent['spatialReference'] =>
  known.wkid === undefined ? { wkt: known.wkt } : wireSpatialReference(known.wkid);

/** Numbers without a coordinate system would be taken for degrees. */
function extentOf({ extent, geometryType, spatialReference }: DatasetDescription): { extent?: AnalyzedExtent } {
  if (extent === undefined || geometryType === null || spatialReference === null) return {};
  return { extent: { ...extent, spatialReference: wireReference(spatialReference) } };
}

function wireFields({ fields }: DatasetDescription): WireField[] {
  return fields.map((field) => ({
    name: field.name,
    type: field.type,
    alias: asAlias(field.alias),
    sqlType: 'sqlTypeOther' as const,
    ...(field.length === undefined ? {} : { length: field.length }),
    nullable: true,
    editable: true,
    visible: true,
    domain: field.domain ?? null,
    defaultValue: null,
  }));
}

/** The value that all have in common, else null. */
function shared<T>(values: readonly (T | null)[]): T | null {
  const [first = null] = values;
  return values.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : null;
}
