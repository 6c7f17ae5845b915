// Passes over a dBASE table once to judge its text encoding and the size of its whole numbers.
import { type Sentence, sentence } from '../sentence.ts';
import { ByteCursor } from './byte-source.ts';
import { type DbfHeader, dbfFieldType, dbfValue, encodingOfCodePage, encodingOfLanguageDriver, readDbfHeader } from './dbf.ts';
import type { Decoder } from './dos-code-pages.ts';
import type { ByteSource, FieldType, ReadOptions } from './format-reader.ts';
import { FormatError } from './format-reader.ts';
import { decoderFor } from './text-encoding.ts';

/** A table that is understood. */
export interface DbfTable {
  header: DbfHeader;
  encoding: string;
  types: FieldType[];
  warnings: Sentence[];
}

/** Reads the header and looks at every record. @throws FormatError when the table is damaged or cut off */
export async function surveyDbf(dbf: ByteSource, cpg: ByteSource | undefined, options: ReadOptions): Promise<DbfTable> {
  const bytes = await headerBytes(dbf);
  const rough = readDbfHeader(bytes, dbf.name, decoderFor('windows-1252'));
  const needed = rough.headerLength + rough.recordCount * rough.recordLength;
  if (dbf.size < needed) throw new FormatError('dbf-cut-off', { file: dbf.name, size: dbf.size, needed });
  const seen = await lookAtRecords(dbf, rough);
  const { encoding, warnings } = await chooseEncoding(cpg, rough.languageDriver, seen, options);
  const header = readDbfHeader(bytes, dbf.name, decoderFor(encoding));
  const types = header.columns.map((column, i): FieldType => {
    const type = dbfFieldType(column);
    if (type !== 'wide') return type;
    const largest = seen.largest[i] ?? 0;
    return largest < 2 ** 31
      ? 'esriFieldTypeInteger'
      : largest <= Number.MAX_SAFE_INTEGER
        ? 'esriFieldTypeBigInteger'
        : 'esriFieldTypeString';
  });
  const long = header.columns.filter((column, i) => column.kind === 'N' && types[i] === 'esriFieldTypeString');
  for (const column of long) column.asText = true;
  if (long.length > 0)
    warnings.push(
      sentence('numbers-too-long', {
        columns: long
          .map(({ name }) => name)
          .join(', ')
          .slice(0, 200),
      }),
    );
  if (header.skipped.length > 0) warnings.push(sentence('memo-columns', { names: header.skipped.join(', ') }));
  return { header, encoding, types, warnings };
}

async function headerBytes(dbf: ByteSource): Promise<Uint8Array> {
  const start = await dbf.read(0, 32);
  const length = start.length < 32 ? 0 : (start[8] as number) + (start[9] as number) * 256;
  return dbf.read(0, Math.max(33, length));
}

interface Seen {
  /** Some text is not plain ASCII. */
  foreign: boolean;
  utf8: boolean;
  /** Largest absolute value of the wide whole numbers, by column. */
  largest: number[];
}

async function lookAtRecords(dbf: ByteSource, header: DbfHeader): Promise<Seen> {
  const seen: Seen = { foreign: false, utf8: true, largest: header.columns.map(() => 0) };
  const strict = decoderFor('utf-8', true);
  const cursor = new ByteCursor(dbf, header.headerLength);
  for (let i = 0; i < header.recordCount; i++) {
    if (!cursor.has(header.recordLength) && !(await cursor.fill(header.recordLength))) break;
    const record = cursor.take(header.recordLength);
    for (const [c, column] of header.columns.entries()) {
      if (column.kind === 'C' && seen.utf8) {
        const bytes = record.subarray(column.offset, column.offset + column.length);
        if (!bytes.some((byte) => byte > 127)) continue;
        seen.foreign = true;
        seen.utf8 = isUtf8(bytes, strict);
      } else if (column.kind === 'N' && column.decimals === 0 && column.length > 9) {
        const number = Number(dbfValue(record, column, strict) ?? 0);
        // There is one number more below zero than above.
        const value = number === -(2 ** 31) ? 2 ** 31 - 1 : Math.abs(number);
        if (value > (seen.largest[c] ?? 0)) seen.largest[c] = value;
      }
    }
  }
  await cursor.close();
  return seen;
}

/** A letter of several bytes may be cut at the end of the column. */
function isUtf8(bytes: Uint8Array, strict: Decoder): boolean {
  for (let cut = 0; cut <= 3; cut++) {
    try {
      strict.decode(bytes.subarray(0, bytes.length - cut));
      return true;
    } catch {
      if ((bytes[bytes.length - 1 - cut] ?? 0) < 128) return false;
    }
  }
  return false;
}

async function chooseEncoding(
  cpg: ByteSource | undefined,
  languageDriver: number,
  seen: Seen,
  options: ReadOptions,
): Promise<{ encoding: string; warnings: Sentence[] }> {
  if (options.encoding !== undefined) return { encoding: options.encoding, warnings: [] };
  const fallback = encodingOfLanguageDriver(languageDriver) ?? 'windows-1252';
  if (cpg) {
    const said = new TextDecoder().decode(await cpg.read(0, 64)).trim();
    const encoding = encodingOfCodePage(said);
    if (encoding === 'utf-8' && !seen.utf8) {
      return { encoding: fallback, warnings: [sentence('cpg-wrong', { file: cpg.name, encoding: fallback })] };
    }
    if (encoding) return { encoding, warnings: [] };
    if (said !== '') return { encoding: fallback, warnings: [sentence('cpg-unknown', { said, file: cpg.name, encoding: fallback })] };
  }
  if (seen.foreign && seen.utf8) return { encoding: 'utf-8', warnings: [] };
  const guessed = seen.foreign && encodingOfLanguageDriver(languageDriver) === null;
  return {
    encoding: fallback,
    warnings: guessed ? [sentence('encoding-guessed', { encoding: fallback })] : [],
  };
}
