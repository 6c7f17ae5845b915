// What a person says about reading a file, and how it goes over the wire.
import type { PublishColumn, PublishParameters } from '@graticule/contract/content/publishing';

/** What is left out the portal finds out. */
export interface Reading {
  encoding?: string;
  latitudeFieldName?: string;
  longitudeFieldName?: string;
  wkid?: number;
  /** Delimited text. */
  columnDelimiter?: string;
  hasHeader?: boolean;
  /** Workbooks: the row of the names. */
  headerRow?: number;
  /** Sheets or layers to take; all when absent. */
  layerNames?: string[];
  /** The rows have no place. */
  isTable?: boolean;
  columns?: readonly PublishColumn[];
  /** The column whose values tell the rows apart, by the name that the portal proposed. */
  key?: string;
}

/** The parameters of analyzing, previewing and publishing that a reading stands for. */
export function readingParameters(reading: Reading): Partial<PublishParameters> & Record<string, unknown> {
  const { wkid, isTable, columns = [], key, latitudeFieldName, longitudeFieldName, ...rest } = reading;
  const hasPlace = latitudeFieldName && longitudeFieldName && !isTable;
  const hasKey = key !== undefined && !columns.some((column) => column.name === key && column.skip);
  const said = columns.filter((column) => column.skip || column.newName || column.alias || column.type);
  return {
    ...rest,
    ...(hasPlace ? { latitudeFieldName, longitudeFieldName } : {}),
    ...(isTable ? { locationType: 'none' as const } : {}),
    ...(wkid === undefined ? {} : { sourceSR: { wkid } }),
    ...(said.length > 0 ? { columns: said } : {}),
    ...(hasKey ? { keyField: key } : {}),
  };
}

/** The part of a reading that changes what the portal finds in the file: names, skipped columns and the key do not. */
export function analysisReading({ key: _key, ...reading }: Reading): Reading {
  const types = (reading.columns ?? []).flatMap(({ name, type }) => (type ? [{ name, type }] : []));
  return { ...reading, columns: types };
}

/** The reading with one column changed; what says nothing is dropped. */
export function withColumn(reading: Reading, name: string, changes: Partial<PublishColumn>): Reading {
  const columns = reading.columns ?? [];
  const before = columns.find((column) => column.name === name) ?? { name };
  const after: PublishColumn = { ...before, ...changes };
  return { ...reading, columns: [...columns.filter((column) => column.name !== name), after] };
}
