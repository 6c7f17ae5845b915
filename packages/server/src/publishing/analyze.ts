// Reads the head of a file and proposes how to publish it; stores nothing.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import type { DatasetDescription } from '@graticule/geo/formats/format-reader';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { defaultDrawing, displayFieldOf } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { withDatasets } from './open-datasets.ts';
import { readPublishParameters } from './publish-parameters.ts';
import { type SourceInput, withFoundSource } from './source.ts';

/** What a client sends. */
export interface AnalyzeInput extends SourceInput {
  fileType: string;
  analyzeParameters?: unknown;
  columnDelimiter?: string;
  hasHeader?: boolean;
}

/** The proposal for the first dataset of the file; the others are named in `datasets`. @throws UNREADABLE_FILE */
export async function analyzeFile(portal: Portal, caller: Caller, input: AnalyzeInput): Promise<AnalyzeReply> {
  const given = typeof input.analyzeParameters === 'object' && input.analyzeParameters !== null ? input.analyzeParameters : {};
  const { reading, layerNames } = readPublishParameters(
    { columnDelimiter: input.columnDelimiter, hasHeader: input.hasHeader, ...given },
    'analyzeParameters',
  );
  return withFoundSource(portal, caller, { input, fileType: input.fileType }, (source) =>
    withDatasets({ ...source, layerNames }, input.fileType, portal.files.receivingPath(), async (datasets) => {
      const descriptions: DatasetDescription[] = [];
      for (const { source: dataset, reader } of datasets) descriptions.push(await reader.describe(dataset, reading));
      const [first] = descriptions;
      if (first === undefined) throw new Error('an opened file has at least one dataset');
      return proposal(first, descriptions, input.fileType);
    }),
  );
}

function proposal(description: DatasetDescription, all: readonly DatasetDescription[], fileType: string): AnalyzeReply {
  const { layout } = description;
  // What is proposed goes for every dataset when it is sent back: only what they share may be said.
  const spatialReference = shared(all.map((one) => one.spatialReference));
  const encoding = shared(all.map((one) => one.encoding ?? null));
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
      locationType: description.geometryType === null ? 'none' : 'coordinates',
      ...(layout?.latitudeField === undefined ? {} : { latitudeFieldName: layout.latitudeField }),
      ...(layout?.longitudeField === undefined ? {} : { longitudeFieldName: layout.longitudeField }),
      ...(layout === undefined ? {} : { columnDelimiter: layout.delimiter, qualifier: '"' }),
      ...(encoding === null ? {} : { encoding }),
      sourceSR:
        spatialReference === null
          ? null
          : spatialReference.wkid === undefined
            ? spatialReference
            : wireSpatialReference(spatialReference.wkid),
      targetSR: wireSpatialReference(3857),
      editorTrackingInfo: { enableEditorTracking: false, enableOwnershipAccessControl: false },
      layerInfo: {
        name: description.title ?? description.name,
        type: description.geometryType === null ? 'Table' : 'Feature Layer',
        ...(description.geometryType === null
          ? {}
          : {
              geometryType: description.geometryType,
              drawingInfo: description.look?.drawingInfo ?? defaultDrawing(description.geometryType, 0),
            }),
        displayField: displayFieldOf({
          fields: description.fields.map((field) => ({ ...field, column: '', nullable: true, editable: true })),
        }),
        objectIdField: 'OBJECTID',
        templates: [],
        fields: description.fields.map((field) => ({
          name: field.name,
          type: field.type,
          alias: field.alias,
          sqlType: 'sqlTypeOther',
          ...(field.length === undefined ? {} : { length: field.length }),
          nullable: true,
          editable: true,
          visible: true,
          domain: field.domain ?? null,
          defaultValue: null,
        })),
      },
      rowCount: description.rowCount,
      // Every dataset's, each said once.
      warnings: said.map((each) => each.text),
      warningSentences: said,
      needsSpatialReference: all.some((one) => one.geometryType !== null && one.spatialReference === null),
      datasets: all.map((one) => ({ name: one.name, geometryType: one.geometryType, rowCount: one.rowCount })),
    },
    records,
    fields: description.fields.map((field) => field.alias),
  };
}

/** The value that all have in common, else null. */
function shared<T>(values: readonly (T | null)[]): T | null {
  const [first = null] = values;
  return values.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : null;
}
