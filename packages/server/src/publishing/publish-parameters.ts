// What a publisher says about a file, checked.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { DrawingInfo } from '@graticule/contract/services/layer';
import { CHOOSABLE_TYPES } from '@graticule/geo/formats/column-types';
import type { FieldType, ReadOptions } from '@graticule/geo/formats/format-reader';
import { encodingNamed } from '@graticule/geo/formats/text-encoding';
import { type KnownReference, normaliseSpatialReference } from '@graticule/geo/project/spatial-reference';
import { z } from 'zod';
import { pageLimitOf } from '../features/index.ts';
import { type AddressColumns, addressColumns } from './address-columns.rules.ts';
import { type ColumnChoices, columnChoices, LONGEST_HEADER, MOST_COLUMNS_SAID } from './columns.rules.ts';

const text = z.string().max(10_000).optional().nullable();
/** A reference system: its number, or an object with that or with a text. */
export const reference = z
  .union([z.number().transform((wkid) => ({ wkid })), z.looseObject({})])
  .optional()
  .nullable();
const field = z.looseObject({
  name: z.string(),
  alias: z.string().max(LONGEST_HEADER).optional().nullable(),
  type: z.string().max(100).optional().nullable(),
  visible: z.boolean().optional().nullable(),
});
const layerInfo = z.looseObject({
  name: text,
  capabilities: text,
  description: text,
  copyrightText: text,
  displayField: text,
  objectIdField: z
    .string()
    .regex(/^([A-Za-z_][A-Za-z0-9_]{0,30})?$/, 'is no name of a field')
    .optional()
    .nullable(),
  fields: z.array(field).max(MOST_COLUMNS_SAID).optional().nullable(),
  drawingInfo: z
    .looseObject({ renderer: z.looseObject({}) })
    .optional()
    .nullable(),
  popupInfo: z.looseObject({}).optional().nullable(),
});
const parameters = z.looseObject({
  name: text,
  title: z.string().max(250).optional().nullable(),
  layerInfo: layerInfo.optional().nullable(),
  layers: z.array(layerInfo).max(100).optional().nullable(),
  locationType: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['coordinates', 'address', 'lookup', 'none', 'unknown']))
    .optional()
    .nullable(),
  addressFields: z.record(z.string().max(100), z.string().max(LONGEST_HEADER).nullable()).optional().nullable(),
  multipoints: z.enum(['apart', 'together']).optional().nullable(),
  latitudeFieldName: text,
  longitudeFieldName: text,
  wktFieldName: text,
  columnDelimiter: text,
  columnNames: z.array(z.string().max(LONGEST_HEADER)).max(MOST_COLUMNS_SAID).optional().nullable(),
  qualifier: z.string().max(1).optional().nullable(),
  hasHeader: z.boolean().optional().nullable(),
  headerRow: z.number().int().min(1).max(1_048_576).optional().nullable(),
  dateOrder: z.enum(['dayFirst', 'monthFirst']).optional().nullable(),
  decimalSign: z.enum(['.', ',']).optional().nullable(),
  layerNames: z.array(z.string().max(250)).max(200).optional().nullable(),
  encoding: text,
  sourceSR: reference,
  targetSR: reference,
  generalize: z.boolean().optional().nullable(),
  maxAllowableOffset: z.number().min(0).optional().nullable(),
  reducePrecision: z.boolean().optional().nullable(),
  numberOfDigitsAfterDecimal: z.number().int().min(0).max(15).optional().nullable(),
  keyField: z.string().max(250).optional().nullable(),
  columns: columnChoices.optional().nullable(),
  previewCount: z.number().int().min(1).max(10_000).optional().nullable(),
  maxRecordCount: z.number().int().optional().nullable(),
  copyrightText: text,
  description: text,
  capabilities: text,
  hasStaticData: z.boolean().optional().nullable(),
  editorTrackingInfo: z.looseObject({}).optional().nullable(),
});

/** Ways to say where rows are that are no coordinates. */
const NO_COORDINATES: ReadonlySet<string> = new Set(['address', 'lookup', 'none']);

/** How the coordinates of a feature collection are wanted, in the units of its reference system. */
export interface CoordinateWishes {
  /** Web Mercator when absent. */
  targetSR?: KnownReference;
  /** How far simplified lines may lie from the original ones. */
  maxOffset?: number;
  /** Digits behind the decimal point. */
  digits?: number;
}

/** What is said of one layer of several. */
export interface LayerWishes {
  name?: string;
  description?: string;
  displayField?: string;
  drawingInfo?: DrawingInfo;
  popupInfo?: unknown;
  aliases: Record<string, string>;
}

/** The parameters that publishing uses. */
export interface CheckedParameters {
  name: string;
  /** Of the new item; that of the file's item without it. */
  title?: string;
  layerName?: string;
  layerDescription?: string;
  aliases: Record<string, string>;
  /** What is said of each layer in turn, where more than one is described; the first of them as above. */
  layers?: LayerWishes[];
  /** Types that the fields of the first layer are to have, by their names in lower case, as clients send back what `analyze` proposed. */
  fieldTypes?: Record<string, FieldType>;
  columns: ColumnChoices;
  /** The columns by whose names the rows of a table are placed; its reading has no coordinates then. */
  address?: AddressColumns;
  /** Where rows are was said, so that nothing is proposed. */
  saysWhere: boolean;
  /** Features of each dataset that a preview holds at most. */
  previewCount?: number;
  /** What becomes of the coordinates. */
  coordinates: CoordinateWishes;
  drawingInfo?: DrawingInfo;
  popupInfo?: unknown;
  displayField?: string;
  /** What the object ids of the new layers are to be called. */
  objectIdField?: string;
  /** Name of the field, as `analyze` proposed it, whose values tell the rows apart. */
  keyField?: string;
  maxRecordCount?: number;
  copyrightText?: string;
  description?: string;
  capabilities?: string;
  hasStaticData?: boolean;
  /** The switches of editor tracking, as they were sent. */
  editorTrackingInfo?: object;
  /** Sheets or layers of a file that holds several; all when absent. */
  layerNames?: string[];
  /** The reference system of the coordinates where it is given as well-known text; see `placedParameters`. */
  sourceText?: string;
  reading: Pick<
    ReadOptions,
    | 'headerRow'
    | 'delimiter'
    | 'quote'
    | 'columnNames'
    | 'hasHeader'
    | 'locationType'
    | 'latitudeField'
    | 'longitudeField'
    | 'wktField'
    | 'encoding'
    | 'wkid'
    | 'multipoints'
    | 'dateOrder'
    | 'decimalSign'
  >;
}

/** @throws INVALID_PARAMETER naming what is wrong in the document */
export function readPublishParameters(value: unknown, parameter = 'publishParameters'): CheckedParameters {
  const result = parameters.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`;
    throw refuse('publish-form', { parameter, where, why: issue?.message ?? '' });
  }
  const given = result.data;
  const info = given.layerInfo ?? given.layers?.[0] ?? {};
  const source = normaliseSpatialReference(given.sourceSR as { wkid?: number } | null | undefined);
  const { aliases } = wishesOf(info);
  const layers = given.layerInfo === undefined || given.layerInfo === null ? (given.layers ?? []) : [];
  const fieldTypes = typesOf(info.fields ?? []);
  const address = addressOf(given);
  return dropEmpty({
    name: (given.name ?? '').trim().replace(/\s+/g, '_'),
    title: given.title?.trim() || undefined,
    layerName: info.name,
    layerDescription: info.description,
    aliases,
    layers: layers.length > 1 ? layers.map(wishesOf) : undefined,
    fieldTypes: Object.keys(fieldTypes).length > 0 ? fieldTypes : undefined,
    columns: given.columns ?? [],
    address,
    saysWhere: [given.locationType, given.latitudeFieldName, given.longitudeFieldName, given.wktFieldName].some(Boolean),
    previewCount: given.previewCount,
    coordinates: dropEmpty({
      targetSR: normaliseSpatialReference(given.targetSR as { wkid?: number } | null | undefined),
      maxOffset: given.generalize === false ? undefined : given.maxAllowableOffset,
      digits: given.reducePrecision ? (given.numberOfDigitsAfterDecimal ?? 0) : undefined,
    }),
    drawingInfo: info.drawingInfo as DrawingInfo | null | undefined,
    popupInfo: info.popupInfo,
    displayField: info.displayField,
    objectIdField: info.objectIdField,
    keyField: given.keyField,
    maxRecordCount: typeof given.maxRecordCount === 'number' ? pageLimitOf(given.maxRecordCount) : undefined,
    copyrightText: given.copyrightText ?? info.copyrightText,
    description: given.description,
    capabilities: readCapabilities(given.capabilities ?? info.capabilities),
    hasStaticData: given.hasStaticData,
    editorTrackingInfo: given.editorTrackingInfo,
    layerNames: given.layerNames,
    sourceText: address === undefined ? source?.wkt : undefined,
    reading: dropEmpty({
      headerRow: given.headerRow,
      delimiter: delimiterOf(given.columnDelimiter),
      hasHeader: given.hasHeader,
      multipoints: given.multipoints,
      dateOrder: given.dateOrder,
      decimalSign: given.decimalSign,
      columnNames: given.columnNames?.length ? given.columnNames : undefined,
      quote: given.qualifier,
      locationType: NO_COORDINATES.has(given.locationType ?? '') ? ('none' as const) : undefined,
      latitudeField: given.latitudeFieldName,
      longitudeField: given.longitudeFieldName,
      wktField: given.wktFieldName,
      encoding: encodingOf(given.encoding),
      // Places of the gazetteer are in degrees, whatever coordinates were in.
      wkid: address === undefined ? source?.wkid : undefined,
    }),
  });
}

/** @throws INVALID_PARAMETER for columns that say nothing about places */
function addressOf({ locationType, addressFields }: z.infer<typeof parameters>): AddressColumns | undefined {
  if (addressFields === undefined || addressFields === null || (locationType !== 'address' && locationType !== 'lookup')) return undefined;
  const columns = addressColumns(addressFields);
  if (columns !== undefined) return columns;
  throw refuse('address-fields');
}

function wishesOf({ name, description, displayField, drawingInfo, popupInfo, fields }: z.infer<typeof layerInfo>): LayerWishes {
  const aliases = Object.fromEntries((fields ?? []).flatMap((one) => (one.alias ? [[one.name.toLowerCase(), one.alias]] : [])));
  return dropEmpty({ name, description, displayField, drawingInfo: drawingInfo as DrawingInfo | null | undefined, popupInfo, aliases });
}

/** The types that can be chosen; the portal's own fields and kinds that layers do not have are passed over. */
function typesOf(fields: readonly { name: string; type?: string | null | undefined }[]): Record<string, FieldType> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const chosen = CHOOSABLE_TYPES.find((one) => one === type);
      return chosen === undefined ? [] : [[name.toLowerCase(), chosen]];
    }),
  );
}

type Filled<T> = { [K in keyof T]: Exclude<T[K], null> };

/** Without the members that say nothing. */
function dropEmpty<T extends object>(members: T): Filled<T> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Filled<T>;
}

function delimiterOf(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given === '') return undefined;
  const known: ReadonlyMap<string, string> = new Map(
    Object.entries<string>({ comma: ',', semicolon: ';', tab: '\t', '\\t': '\t', space: ' ', pipe: '|' }),
  );
  const delimiter = known.get(given.toLowerCase()) ?? given;
  if (delimiter.length !== 1) throw refuse('delimiter-form', { value: given.slice(0, 40) });
  return delimiter;
}

function encodingOf(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given === '') return undefined;
  const known = encodingNamed(given);
  if (known === null) throw refuse('encoding-form', { value: given.slice(0, 40) });
  return known;
}

const CAPABILITIES = ['Query', 'Create', 'Update', 'Delete', 'Editing', 'Sync', 'Extract', 'ChangeTracking', 'Uploads'];

/** The capabilities in their proper spelling; `Query` is always among them. */
export function readCapabilities(given: string | null | undefined): string | undefined {
  if (given === null || given === undefined || given.trim() === '') return undefined;
  const names = given.split(',').map((word) => {
    const name = CAPABILITIES.find((known) => known.toLowerCase() === word.trim().toLowerCase());
    if (name === undefined) throw refuse('capability-unknown', { word: word.trim().slice(0, 40), words: listed(CAPABILITIES) });
    return name;
  });
  return [...new Set(['Query', ...names])].join(',');
}
