// Endpoints that analyze files, publish them as hosted layers, or turn them into feature collections.
import type { Sentence } from '@graticule/geo/sentence';
import { endpoint } from '../endpoint.ts';
import { csv, file, flag, json, required, text } from '../param.ts';
import type { FieldType, GeometryType, LayerInfo, WireExtent, WireFeature, WireField, WireSpatialReference } from '../services/layer.ts';

const source = { itemId: text({ aliases: ['itemid'] }), file: file(), text: text() } as const;
const fileType = text({ aliases: ['filetype'] });

/** A column as the publisher wants it; what is left out stays as it was proposed. */
export interface PublishColumn {
  /** The name of the field that `analyze` proposed. */
  name: string;
  newName?: string;
  alias?: string;
  /** Rows with values that cannot be brought to it are refused and reported. */
  type?: FieldType;
  /** Does not become a field. */
  skip?: boolean;
  /** Of a file that holds several datasets, the one that is meant, as `datasets` of `analyze` names its part; all when absent. */
  dataset?: string;
  /** Tells the rows of its dataset apart, as `keyField` does. */
  key?: boolean;
}

/** The box around the rows in the coordinate system of the file, which need not have a number. */
export interface AnalyzedExtent extends Omit<WireExtent, 'spatialReference'> {
  spatialReference: WireSpatialReference | { wkt: string };
}

/** One of the layers or tables that a file becomes. */
export interface AnalyzedDataset {
  name: string;
  /** What `dataset` of a column names: the same for the kinds of geometry of one dataset, which share their columns. */
  part: string;
  geometryType: GeometryType | null;
  rowCount: number | null;
  /** Absent for tables, where no row has a place, and where the coordinate system is not known. */
  extent?: AnalyzedExtent;
  fields: WireField[];
}

/**
 * The columns of a table that say by its name where each row is, by the fields of the portal's locator: a place with `Region` and `CountryCode`, or
 * `SingleLine` for all in one column. `Address` is read as `SingleLine` where there is no `City`: streets are not known.
 */
export interface AddressFields {
  SingleLine?: string;
  Address?: string;
  City?: string;
  Region?: string;
  CountryCode?: string;
}

/** What a publisher may say about a file; `analyze` proposes it, `publish` takes it, but for the extent, which layers find out themselves. */
export interface PublishParameters {
  type?: string;
  name: string;
  /** Of the new item; that of the file's item without it. */
  title?: string;
  /** Its `objectIdField` is what object ids are called; they are called OBJECTID where a column of the file has that name. */
  layerInfo?: Partial<LayerInfo>;
  /** The first counts where there is no `layerInfo`. */
  layers?: Partial<LayerInfo>[];
  /** With `address` and `lookup` the rows are placed by the names in `addressFields`; without those they become a table. */
  locationType?: 'coordinates' | 'address' | 'lookup' | 'none';
  /** CSV and Excel. */
  addressFields?: AddressFields;
  latitudeFieldName?: string;
  longitudeFieldName?: string;
  /** Column of a table that holds shapes as well-known text, instead of two columns of coordinates. */
  wktFieldName?: string;
  columnDelimiter?: string;
  /** In the reply of `analyze`: whether a row with the names of the columns is found where nobody says `hasHeader`. */
  hasNames?: boolean;
  /** Names of the columns of a table without a first row of names. */
  columnNames?: string[];
  /** Character around cells that hold separators. */
  qualifier?: string;
  /** Where a file has points and sets of several points: a layer of each, or one of sets for all; `apart` when absent. */
  multipoints?: 'apart' | 'together';
  /** Sheets or layers to take of a file that holds several; all when absent. */
  layerNames?: string[];
  /** What is corrected about single columns before they become fields. */
  columns?: PublishColumn[];
  /** Field, as `analyze` named it, whose values tell the rows apart: rows without one, and all but the last of the same, are refused. */
  keyField?: string;
  /** `generate` only: how many features of each layer a preview holds at most. */
  previewCount?: number;
  /** Workbooks and delimited text: number of the row, or line, that has the names of the columns; told from the cells when absent. */
  headerRow?: number;
  /** Delimited text, and columns of other files that are to become dates: the order of day and month where values can be read both ways; the month is first when absent. */
  dateOrder?: 'dayFirst' | 'monthFirst';
  /** Delimited text: what stands before decimals where values can be read both ways, such as 1.234; told from the values when absent. */
  decimalSign?: '.' | ',';
  /** Name of the character encoding; told from the file when absent. */
  encoding?: string;
  sourceSR?: unknown;
  targetSR?: unknown;
  maxRecordCount?: number;
  copyrightText?: string;
  description?: string;
}

/** The answer to `analyze`. */
export interface AnalyzeReply {
  fileUrl: null;
  publishParameters: PublishParameters & { datasets?: AnalyzedDataset[] } & Record<string, unknown>;
  records: Record<string, unknown>[];
  fields: string[];
}

export const analyzeFile = endpoint<AnalyzeReply>()(
  '/sharing/rest/content/features/analyze',
  {
    ...source,
    fileType: required(fileType),
    analyzeParameters: json(),
    sourceLocale: text(),
    sourceCountry: text(),
    columnDelimiter: text(),
    hasHeader: flag(),
    enableGlobalGeocoding: flag(),
  },
  { needs: 'user', summary: 'Reads the head of a file and proposes how to publish it' },
);

/** A service that publishing makes, or why it does not. */
export type PublishedService =
  | {
      type: 'Feature Service' | 'Vector Tile Service';
      serviceurl: string;
      encodedServiceURL: string;
      size: number;
      jobId: string;
      serviceItemId: string;
    }
  | {
      type: 'Feature Service' | 'Vector Tile Service';
      success: false;
      error: { code: number; message: string; reasons?: readonly Sentence[] };
    };

export const publishItem = endpoint<{ services: PublishedService[] }>()(
  '/sharing/rest/content/users/:username/publish',
  {
    ...source,
    fileType: required(fileType),
    publishParameters: required(json<PublishParameters>()),
    outputType: text(),
    overwrite: flag(),
    buildInitialCache: flag(),
    /** Made up by the client: sent again with the same, the call answers as it did and publishes nothing. */
    idempotencyKey: text(),
  },
  { method: 'change', needs: 'user', summary: 'Publishes a file as a hosted layer, or a hosted layer as vector tiles' },
);

/** The answer to `export`; how far it is says the status of the new item. */
export interface ExportReply {
  type: string;
  size: number;
  jobId: string;
  exportItemId: string;
  serviceItemId: string;
  exportFormat: string;
}

/** Layers to export, all when absent, and the reference system for formats that leave the choice. */
export interface ExportParameters {
  layers?: { id: number; where?: string }[];
  targetSR?: unknown;
}

export const exportItem = endpoint<ExportReply>()(
  '/sharing/rest/content/users/:username/export',
  {
    itemId: required(text({ aliases: ['itemid'] })),
    exportFormat: required(text()),
    exportParameters: json<ExportParameters>(),
    title: text(),
  },
  { method: 'change', needs: 'portal:user:createItem', summary: 'Exports a hosted layer to a file in a new item' },
);

export const downloadLayers = endpoint<unknown>()(
  '/sharing/rest/content/items/:id/export',
  {
    exportFormat: required(text()),
    layers: csv(),
    where: text(),
    objectIds: text(),
    time: text(),
    geometry: text(),
    geometryType: text(),
    inSR: text(),
    spatialRel: text(),
    targetSR: text(),
    /** The language of what is told in the file: that of the request without it, which for a link is the browser's. */
    culture: text(),
  },
  { manner: 'file', summary: 'The layers of a hosted service as a file, made while it is sent' },
);

export const isServiceNameAvailable = endpoint<{ available: boolean }>()(
  '/sharing/rest/portals/:portal/isServiceNameAvailable',
  { name: required(text()), type: text() },
  { needs: 'user', summary: 'Whether a hosted service may be given the name' },
);

/** Features with their layer definition, kept inside a document. */
export interface FeatureCollection {
  layers: {
    layerDefinition: Partial<LayerInfo>;
    featureSet: { geometryType?: string; features: WireFeature[] };
  }[];
}

export const generateFeatures = endpoint<{ featureCollection: FeatureCollection }>()(
  '/sharing/rest/content/features/generate',
  { ...source, fileType: required(fileType), publishParameters: required(json<PublishParameters>()) },
  { summary: 'Turns a small file into a feature collection' },
);

/** One row that could not be read or placed: why in English, and as a sentence that can be translated. */
export interface PublishProblem {
  /** The line of delimited text, the row of a sheet, else the number of the feature in the file, from 1. */
  row: number;
  reason: string;
  said: Sentence;
}

/** What publishing kept and left out, readable at the service item's `info/publishReport.json`. */
export interface PublishReport {
  layer: string;
  featuresLoaded: number;
  rowsRefused: number;
  geometriesRepaired: number;
  /** Files that came with the rows: kept with the features, and left out. */
  filesKept?: number;
  filesLeftOut?: number;
  /** What was said of the file before: what is left out of all of its rows, and what was assumed. */
  warnings?: Sentence[];
  /** The first thousand refused rows. */
  problems: PublishProblem[];
  /** Rows that are kept without a place, because none is known by their names, and the first thousand of them. */
  rowsUnplaced?: number;
  unplaced?: PublishProblem[];
  /** Refused rows that the file of all layers tells of, at the item's `info/refusedRows.csv`: all where they are as many as were refused. */
  refusedInFile?: number;
}
