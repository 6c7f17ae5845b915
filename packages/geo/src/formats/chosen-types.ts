// Gives columns the types that a person chose, for formats whose files say themselves what types they have.

import { WGS84 } from '../project/spatial-reference.ts';
import { type Sentence, sentence } from '../sentence.ts';
import { ChosenColumn } from './chosen-column.ts';
import { type ColumnReader, chosenType, isMisfit, LONGEST_NUMBER, misfitCode, readCell } from './column-types.ts';
import { dayOf, isFormed, isNumberType, momentText } from './field-text.ts';
import type {
  DatasetDescription,
  DatasetSource,
  FieldType,
  FormatField,
  FormatReader,
  FormatRow,
  ReadOptions,
  ReadRow,
} from './format-reader.ts';
import { type Losses, lossWarnings } from './losses.ts';
import { isInt32 } from './number-range.ts';

/** A column whose values become those of another type. */
interface Changed {
  at: number;
  alias: string;
  from: FieldType;
  reader: ColumnReader;
  /** Of texts. */
  losses: Losses | undefined;
}

/** What a file says, and what becomes of it. */
interface Retyped {
  own: DatasetDescription;
  changed: readonly Changed[];
}

/** Dates have years of four digits. */
const [FIRST_MOMENT, LAST_MOMENT] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59.999Z')];
const TEXT_OF_DATE = 40;

/**
 * The reader with its columns in the types of `types`: texts are read as those of delimited text, dates are milliseconds where they
 * are numbers. A row with a value that does not fit is told of. Rows do not come by column.
 */
export function inChosenTypes({ batches: _, ...reader }: FormatReader): FormatReader {
  const known = new WeakMap<DatasetDescription, Retyped>();
  const describe = async (source: DatasetSource, options: ReadOptions = {}): Promise<DatasetDescription> => {
    const own = await reader.describe(source, options);
    const changed = await changedColumns(reader, source, options, own);
    if (changed.length === 0) return own;
    const described = withTypes(own, changed);
    known.set(described, { own, changed });
    return described;
  };
  return {
    ...reader,
    describe,
    async *features(source, options = {}) {
      const description = options.description ?? (await describe(source, options));
      const { own, changed } = known.get(description) ?? { own: description, changed: [] };
      for await (const rows of reader.features(source, { ...options, description: own })) {
        yield changed.length === 0 ? rows : rows.map((row) => ('problem' in row ? row : converted(row, changed)));
      }
    },
  };
}

async function changedColumns(
  reader: FormatReader,
  source: DatasetSource,
  options: ReadOptions,
  own: DatasetDescription,
): Promise<Changed[]> {
  const wanted = own.fields.flatMap((field, at) => {
    const type = chosenType(options.types, field.name);
    return type === undefined || type === field.type ? [] : [{ at, field, type }];
  });
  const rows = { rowCount: 0 };
  const texts = wanted
    .filter(({ field }) => field.type === 'esriFieldTypeString' || isFormed(field.type))
    .map(({ at, type }) => ({ at, column: new ChosenColumn(type, rows) }));
  if (texts.length > 0) {
    // Only values are looked at, wherever the rows are.
    for await (const batch of reader.features(source, { ...options, description: own, wkid: options.wkid ?? WGS84 })) {
      for (const row of batch) {
        rows.rowCount = row.row;
        if ('values' in row) for (const { at, column } of texts) column.add(String(row.values[at] ?? ''));
      }
    }
  }
  return wanted.map(({ at, field, type }) => {
    const column = texts.find((text) => text.at === at)?.column;
    const judged = column?.finish(options.dateOrder) ?? { type, isChosen: true };
    return { at, alias: field.alias, from: field.type, reader: judged, losses: column?.losses };
  });
}

/** What a person should know of how the numbers of a column are read. */
export function guessesOf({ isDecimalUnsure, isGroupUnsure, decimal, group }: ColumnReader, column: string): Sentence[] {
  if (isDecimalUnsure === true) return [sentence('decimals-guessed', { column, sign: decimal ?? '' })];
  return isGroupUnsure === true ? [sentence('thousands-guessed', { column, sign: group ?? '' })] : [];
}

/** The description as rows come now; rows of the sample that do not fit have no value there. */
function withTypes(own: DatasetDescription, changed: readonly Changed[]): DatasetDescription {
  const fields = own.fields.map((field, at): FormatField => {
    const column = changed.find((one) => one.at === at);
    return column === undefined ? field : fieldOf(field, column.reader);
  });
  const sample = own.sample.map((values) => {
    const row = [...values];
    for (const column of changed) row[column.at] = typedValue(values[column.at], column) ?? null;
    return row;
  });
  const isId = (name: string): boolean => !changed.some(({ at }) => own.fields[at]?.name === name);
  const { globalIdField, ...rest } = own;
  const guessed = changed.flatMap(({ alias, reader }) => guessesOf(reader, alias));
  const lossy = changed.map(({ alias, reader, losses }) => ({ name: alias, type: reader.type, losses }));
  const warnings = [...own.warnings, ...guessed, ...lossWarnings(lossy, { asText: true })];
  return { ...rest, ...(globalIdField !== undefined && isId(globalIdField) ? { globalIdField } : {}), fields, sample, warnings };
}

function fieldOf(field: FormatField, { type }: ColumnReader): FormatField {
  const { name, alias, domain } = field;
  if (type === 'esriFieldTypeString') {
    return { name, alias, type, length: isNumberType(field.type) ? LONGEST_NUMBER : TEXT_OF_DATE };
  }
  // The values of a domain are numbers or texts, as those of its field are.
  const keepsDomain = domain !== undefined && isNumberType(field.type) && isNumberType(type);
  return { name, alias, type, ...(keepsDomain ? { domain } : {}) };
}

function converted(row: ReadRow, changed: readonly Changed[]): FormatRow {
  const values = [...row.values];
  for (const column of changed) {
    const value = typedValue(values[column.at], column);
    if (value === undefined) {
      const said = String(textOf(values[column.at], column.from)).trim().slice(0, 60);
      return { row: row.row, problem: sentence(misfitCode(column.reader.type), { value: said, column: column.alias }), cells: row.values };
    }
    values[column.at] = value;
  }
  return { ...row, values };
}

/** The value in the type of the column; undefined for one that the type does not hold. */
function typedValue(value: unknown, { from, reader }: Changed): unknown {
  if (value === null || value === undefined) return null;
  if (reader.type === 'esriFieldTypeString') return textOf(value, from);
  if (typeof value === 'string') return isMisfit(value, reader) ? undefined : readCell(value, reader);
  const number = Number(value);
  if (isFormed(reader.type)) return (from === 'esriFieldTypeDate' ? formedMoment(number, reader.type) : null) ?? undefined;
  return fits(number, reader.type) ? number : undefined;
}

function fits(value: number, type: FieldType): boolean {
  switch (type) {
    case 'esriFieldTypeSmallInteger':
      return Number.isInteger(value) && value >= -(2 ** 15) && value < 2 ** 15;
    case 'esriFieldTypeInteger':
      return Number.isInteger(value) && isInt32(value);
    case 'esriFieldTypeBigInteger':
      return Number.isSafeInteger(value);
    case 'esriFieldTypeDate':
      return value >= FIRST_MOMENT && value <= LAST_MOMENT;
    default:
      return Number.isFinite(value);
  }
}

/** What a date is in one of the other types that days and times have. */
function formedMoment(ms: number, type: FieldType): string | null {
  if (type === 'esriFieldTypeDateOnly') return dayOf(ms);
  const text = momentText(ms, 0);
  return type === 'esriFieldTypeTimeOnly' ? (text?.slice(11, -6) ?? null) : text;
}

/** A date as ISO has it, without a time where there is none. */
function textOf(value: unknown, from: FieldType): string {
  if (from !== 'esriFieldTypeDate' || typeof value !== 'number' || Math.abs(value) > 8.64e15) return String(value);
  return new Date(value).toISOString().replace('T00:00:00.000Z', '').replace('.000Z', 'Z');
}
