// What GeoJSON and Esri JSON readers share: passing over the features of a document, and gathering their fields.
import { type Sentence, sentence } from '../sentence.ts';
import { isChosenText, JsonColumn, readJsonValue } from './column-types.ts';
import { validFieldNames } from './field-names.ts';
import { type DatasetSource, type FieldType, FormatError, type FormatField, type ReadOptions } from './format-reader.ts';
import { parseJson, parseQuickly, roundedMembers } from './json-numbers.ts';
import { type JsonPiece, JsonSplitter } from './json-splitter.ts';
import { lossWarnings, type RowCount } from './losses.ts';
import { someOf } from './some-of.ts';
import { decodeText, detectEncoding, isGuessed } from './text-encoding.ts';

/** Properties that become columns; further ones are left out, which is told. */
const MAX_FIELDS = 1000;

export type JsonObject = Record<string, unknown>;

/** Whether the value is a JSON object. */
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The pieces of the document in batches; `warnings` hears at the end of what was read as no value. @throws FormatError where it is not JSON */
export async function* jsonPieces(source: DatasetSource, options: ReadOptions, warnings?: Sentence[]): AsyncGenerator<JsonPiece[]> {
  if (source.main.size === 0) throw new FormatError('file-empty', { file: source.main.name });
  const splitter = new JsonSplitter(warnings === undefined ? parseQuickly : parseJson);
  const encoding = options.encoding ?? options.description?.encoding ?? (await detectEncoding(source.main));
  for await (const text of decodeText(source.main, encoding)) {
    const pieces = splitter.push(text);
    if (pieces.length > 0) yield pieces;
  }
  const last = splitter.finish();
  if (last.length > 0) yield last;
  if (splitter.noNumbers > 0) warnings?.push(sentence('no-numbers', { count: splitter.noNumbers }));
}

/** The encoding to report, and a warning when it was guessed. */
export async function jsonEncoding(source: DatasetSource, options: ReadOptions, warnings: Sentence[]): Promise<string> {
  const encoding = options.encoding ?? (await detectEncoding(source.main));
  if (options.encoding === undefined && isGuessed(encoding)) {
    warnings.push(sentence('json-encoding', { encoding }));
  }
  return encoding;
}

/** Gathers the properties of all features into fields. */
export class JsonFields {
  private readonly columns = new Map<string, JsonColumn>();
  /** The feature that is added. */
  readonly rows: RowCount = { rowCount: 0 };
  tooMany = false;

  add(properties: JsonObject): void {
    this.rows.rowCount++;
    for (const key in properties) {
      // Databases keep no zero character, so a column cannot have it in its name.
      if (key.includes('\0')) continue;
      let column = this.columns.get(key);
      if (!column) {
        if (this.columns.size >= MAX_FIELDS) {
          this.tooMany = true;
          continue;
        }
        column = new JsonColumn(this.rows);
        this.columns.set(key, column);
      }
      column.add(properties[key]);
    }
    for (const key of roundedMembers(properties)) this.columns.get(key)?.losses.digits.add();
  }

  /** Puts a column behind those of the properties; gives the name it has, which is of no property. */
  append(wanted: string, column: JsonColumn): string {
    let name = wanted;
    for (let n = 1; this.columns.has(name); n++) name = `${wanted}_${n}`;
    this.columns.set(name, column);
    return name;
  }

  /** The declared type of a column, or the next one that holds all of its numbers. */
  holding(name: string, type: FieldType): FieldType {
    return this.columns.get(name)?.range.holding(type) ?? type;
  }

  /** The names of all columns in the file. */
  get names(): string[] {
    return [...this.columns.keys()];
  }

  /** Names of the columns with whole numbers of more digits than a number holds. */
  get wide(): ReadonlySet<string> {
    return new Set([...this.columns].flatMap(([name, column]) => (column.isWide ? [name] : [])));
  }

  /** Warns of values that lose something; `keys` are the names of the fields in the file. */
  lossesIn(fields: readonly FormatField[], keys: readonly string[]): Sentence[] {
    const types = new Map(keys.map((key, i) => [key, fields[i]?.type]));
    const found = [...this.columns].map(([name, { losses }]) => ({ name, type: types.get(name), losses }));
    return lossWarnings(found, { asText: false });
  }

  /** Warns of numbers that are too large to be held. */
  unfit(): Sentence[] {
    const found = [...this.columns].filter(([, { beyond }]) => beyond > 0);
    const count = found.reduce((sum, [, { beyond }]) => sum + beyond, 0);
    return count > 0
      ? [
          sentence('values-unfit', {
            count,
            columns: someOf(found.map(([name]) => name)),
          }),
        ]
      : [];
  }

  /** `types` are those that a person chose: a text stays as it stands in the file. */
  finish(types: ReadOptions['types']): FormatField[] {
    const names = [...this.columns.keys()];
    const valid = validFieldNames(names);
    return names
      .map((alias, i) => this.columns.get(alias)?.finish(valid[i] ?? alias, alias, isChosenText(types, valid[i])))
      .filter((field) => field !== undefined);
  }
}

/** Warns of columns that are text since their numbers would lose digits; `wide` are their names in the file. */
export function tooLong(fields: readonly FormatField[], wide: ReadonlySet<string>): Sentence[] {
  const names = fields.flatMap(({ alias }) => (wide.has(alias) ? [alias] : []));
  return names.length === 0 ? [] : [sentence('numbers-too-long', { columns: someOf(names) })];
}

/** The values of a feature in field order; `keys` are the names in the file. */
export function jsonValues(properties: JsonObject, fields: readonly FormatField[], keys: readonly string[]): unknown[] {
  return fields.map((field, i) => {
    const key = keys[i] ?? field.alias;
    // A property may be called like one that every object has, such as `constructor`.
    return Object.hasOwn(properties, key) ? readJsonValue(properties[key], field.type) : null;
  });
}
