// What a person says about reading a file, and how it goes over the wire.
import type { AddressFields, AnalyzeReply, PublishColumn, PublishParameters } from '@graticule/contract/content/publishing';

/** What is left out the portal finds out. */
export interface Reading {
  encoding?: string;
  latitudeFieldName?: string;
  longitudeFieldName?: string;
  /** The column of shapes as well-known text, instead of the two. */
  wktFieldName?: string;
  wkid?: number;
  /** The rows are placed by the names of places, or not even where the portal proposes it. */
  byNames?: boolean;
  /** The columns with those names. */
  addressFields?: AddressFields;
  /** Delimited text. */
  columnDelimiter?: string;
  hasHeader?: boolean;
  /** Workbooks and delimited text: the row of the names. */
  headerRow?: number;
  /** Where values can be read both ways. */
  dateOrder?: 'dayFirst' | 'monthFirst';
  decimalSign?: '.' | ',';
  /** Sheets or layers to take; all when absent. */
  layerNames?: string[];
  /** Points and sets of points of a file go into one layer. */
  multipoints?: 'together';
  /** The rows have no place. */
  isTable?: boolean;
  columns?: readonly PublishColumn[];
  /** The column whose values tell the rows apart, by the name that the portal proposed. */
  key?: string;
}

/** The parameters of analyzing, previewing and publishing that a reading stands for. */
export function readingParameters(reading: Reading): Partial<PublishParameters> & Record<string, unknown> {
  const {
    wkid,
    isTable,
    columns = [],
    key,
    latitudeFieldName,
    longitudeFieldName,
    wktFieldName,
    byNames,
    addressFields,
    ...rest
  } = reading;
  const areNamed = byNames === true && !isTable && namesPlaces(addressFields);
  // the portal proposes names again wherever nothing is said of places
  const isDeclined = byNames === false || (byNames === true && addressFields !== undefined && !areNamed);
  const hasPlace = latitudeFieldName && longitudeFieldName && !isTable && !areNamed;
  const hasKey = key !== undefined && !columns.some((column) => column.name === key && column.skip);
  const said = columns.filter((column) => column.skip || column.newName || column.alias || column.type || column.key);
  return {
    ...rest,
    ...(hasPlace ? { latitudeFieldName, longitudeFieldName } : {}),
    ...(wktFieldName && !hasPlace && !isTable && !areNamed ? { wktFieldName } : {}),
    ...(isDeclined ? { locationType: 'coordinates' as const } : {}),
    ...(areNamed ? { locationType: 'address' as const, addressFields } : {}),
    ...(isTable ? { locationType: 'none' as const } : {}),
    ...(wkid === undefined ? {} : { sourceSR: { wkid } }),
    ...(said.length > 0 ? { columns: said } : {}),
    ...(hasKey ? { keyField: key } : {}),
  };
}

/** Whether the columns can say where a row is: a region alone is no place. */
export function namesPlaces({ SingleLine, City, CountryCode }: AddressFields = {}): boolean {
  return [SingleLine, City, CountryCode].some(Boolean);
}

/** The part of a reading that changes what the portal finds in the file: names, skipped columns and the key do not. */
export function analysisReading({ key: _key, ...reading }: Reading): Reading {
  const types = (reading.columns ?? []).flatMap(({ name, type, dataset }) =>
    type ? [{ name, type, ...(dataset === undefined ? {} : { dataset }) }] : [],
  );
  return { ...reading, columns: types };
}

/** Choices after which the columns are others, also where some have the same names. */
const SHAPE = ['columnDelimiter', 'hasHeader', 'headerRow', 'layerNames'] as const;

/** What names columns. */
const OF_COLUMNS = {
  columns: [],
  key: undefined,
  latitudeFieldName: undefined,
  longitudeFieldName: undefined,
  wktFieldName: undefined,
  byNames: undefined,
  addressFields: undefined,
};

/** The reading with other choices; what was said about columns goes when those are others. */
export function withChoices(reading: Reading, changes: Reading): Reading {
  const isOther = SHAPE.some((name) => name in changes && JSON.stringify(changes[name]) !== JSON.stringify(reading[name]));
  return { ...reading, ...(isOther ? OF_COLUMNS : {}), ...changes };
}

/** The reading without a key that is no column of the file as it is read now. */
export function withFittingKey({ key, ...reading }: Reading, { publishParameters: { layerInfo, datasets = [] } }: AnalyzeReply): Reading {
  const parts = new Set(datasets.map(({ part }) => part));
  const fields = datasets[0]?.fields ?? layerInfo?.fields ?? [];
  const fits = parts.size < 2 && fields.some(({ name }) => name === key);
  return key !== undefined && fits ? { ...reading, key } : reading;
}

/** A column of a file; `dataset` where that holds several. */
export type ColumnOf = Pick<PublishColumn, 'name' | 'dataset'>;

const isSame = (a: ColumnOf, b: ColumnOf): boolean => a.name === b.name && a.dataset === b.dataset;

/** The reading with one column changed; what says nothing is dropped. */
export function withColumn(reading: Reading, of: ColumnOf, changes: Partial<PublishColumn>): Reading {
  const columns = reading.columns ?? [];
  const before = columns.find((column) => isSame(column, of)) ?? of;
  const after: PublishColumn = { ...before, ...changes };
  return { ...reading, columns: [...columns.filter((column) => !isSame(column, of)), after] };
}

/** The reading with another key; each dataset of several has its own. */
export function withKey(reading: Reading, name: string | undefined, dataset: string | undefined): Reading {
  if (dataset === undefined) return { ...reading, key: name };
  const others = (reading.columns ?? []).map((column) =>
    column.dataset === dataset && column.key ? { ...column, key: undefined } : column,
  );
  return name === undefined
    ? { ...reading, columns: others }
    : withColumn({ ...reading, columns: others }, { name, dataset }, { key: true });
}

/** The column that is the key. */
export function keyOf(reading: Reading, dataset: string | undefined): string | undefined {
  return dataset === undefined ? reading.key : reading.columns?.find((column) => column.dataset === dataset && column.key)?.name;
}
