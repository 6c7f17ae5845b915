// What a publisher says about single columns: left out, renamed, shown under another name, of another type.
import { fail } from '@graticule/contract/errors';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { CHOOSABLE_TYPES } from '@graticule/geo/formats/column-types';
import { cut } from '@graticule/geo/formats/field-names';
import { type DatasetDescription, type FormatField, MOST_COLUMNS } from '@graticule/geo/formats/format-reader';
import { sentence } from '@graticule/geo/sentence';
import { z } from 'zod';
import type { NewField } from '../features/index.ts';

/** Letters of any script with their marks, as in the names that `analyze` proposes. The column in the database has a name of its own. */
const NEW_NAME = /^\p{L}[\p{L}\p{M}\p{N}_]{0,30}$/u;

/** Columns of which something may be said: as many as a file can have, since all that `analyze` finds may come back. */
export const MOST_COLUMNS_SAID = 65_536;
/** Characters of a column's title as it may come back. */
export const LONGEST_HEADER = 10_000;
/** Characters of an alias. */
const LONGEST_ALIAS = 250;

/** The choices as they come; `name` is the name of the field that `analyze` proposed. */
export const columnChoices = z
  .array(
    z
      .looseObject({
        name: z.string().max(250),
        newName: z.string().max(250).optional().nullable(),
        alias: z.string().max(LONGEST_HEADER).optional().nullable(),
        type: z.enum(CHOOSABLE_TYPES).optional().nullable(),
        skip: z.boolean().optional().nullable(),
        dataset: z.string().max(250).optional().nullable(),
        key: z.boolean().optional().nullable(),
      })
      .refine(({ name, newName }) => !newName || newName === name || NEW_NAME.test(newName), {
        path: ['newName'],
        message: 'a name has letters, digits and _, begins with a letter and is at most 31 long',
      }),
  )
  .max(MOST_COLUMNS_SAID);

export type ColumnChoices = z.infer<typeof columnChoices>;

/** A column that is kept, with its place in the rows of the file. */
export interface KeptColumn {
  at: number;
  field: NewField;
}

/** Characters of a GUID in braces. */
const GUID_LENGTH = 38;

/** A title as an alias holds it; questions of surveys are longer. */
export function asAlias(title: string): string {
  return title.length <= LONGEST_ALIAS ? title : `${cut(title, LONGEST_ALIAS - 1)}…`;
}

/** What the file does not say is as long as layers' texts commonly are. */
function textLength({ type, length = 0, hasOwnLength }: FormatField): { length?: number } {
  if (type === 'esriFieldTypeGUID') return { length: GUID_LENGTH };
  return type === 'esriFieldTypeString' ? { length: hasOwnLength ? length : Math.max(length, 256) } : {};
}

/** Names that the portal gives to its own columns. */
const RESERVED = new Set(['objectid', 'globalid']);

/** What is said about the columns of a dataset: of all datasets, and then of this one. */
export function choicesFor(choices: ColumnChoices, dataset: string): ColumnChoices {
  const isOwn = (one: ColumnChoices[number]): boolean => one.dataset === dataset;
  return [...choices.filter(({ dataset: other }) => other === undefined || other === null), ...choices.filter(isOwn)];
}

/** The types that were chosen, by the name of the field in lower case. */
export function chosenTypes(choices: ColumnChoices): Record<string, FormatField['type']> {
  return Object.fromEntries(choices.flatMap(({ name, type }) => (type ? [[name.toLowerCase(), type]] : [])));
}

/**
 * The columns of a dataset that are kept, in the order of the file. Choices for columns that it does not have are passed over: they may
 * mean another dataset of the file.
 * @throws INVALID_PARAMETER for names that clash
 */
export function keptColumns(
  description: DatasetDescription,
  choices: ColumnChoices,
  aliases: Readonly<Record<string, string>>,
): KeptColumn[] {
  const byName = new Map(choices.map((choice) => [choice.name.toLowerCase(), choice]));
  const kept = description.fields.flatMap((field, at): KeptColumn[] => {
    const choice = byName.get(field.name.toLowerCase());
    if (choice?.skip) return [];
    if (RESERVED.has(choice?.newName?.toLowerCase() ?? '')) throw refuse('column-reserved', { name: choice?.newName ?? '' });
    const text = textLength(field);
    const domain = field.domain === undefined ? {} : { domain: field.domain };
    const key = field.name.toLowerCase();
    const alias = choice?.alias || (Object.hasOwn(aliases, key) ? aliases[key] : undefined) || field.alias.trim() || field.name;
    return [{ at, field: { name: choice?.newName || field.name, type: field.type, alias: asAlias(alias), ...text, ...domain } }];
  });
  const seen = new Set<string>();
  for (const { field } of kept) {
    const name = field.name.toLowerCase();
    if (seen.has(name)) throw refuse('column-twice', { name: field.name });
    seen.add(name);
  }
  return kept;
}

/** @throws UNREADABLE_FILE for more columns than a layer holds */
export function requireRoomForColumns({ length }: readonly KeptColumn[]): void {
  if (length > MOST_COLUMNS) throw fail('UNREADABLE_FILE', { reasons: [sentence('table-wide', { count: length, most: MOST_COLUMNS })] });
}

/**
 * The field that is to be the key, by the name that it gets; undefined where none was chosen, or where another of several
 * datasets is meant.
 * @throws INVALID_PARAMETER for a column that is left out, or that the only dataset does not have
 */
export function chosenKey(
  description: DatasetDescription,
  columns: readonly KeptColumn[],
  { choices, keyField, single }: { choices: ColumnChoices; keyField: string | undefined; single: boolean },
): string | undefined {
  const wanted = choices.find(({ key }) => key === true)?.name ?? keyField;
  if (wanted === undefined) return undefined;
  const at = description.fields.findIndex((field) => field.name.toLowerCase() === wanted.toLowerCase());
  if (at < 0 && !single) return undefined;
  const key = columns.find((column) => column.at === at);
  if (key === undefined)
    throw refuse('column-key', { name: wanted.slice(0, 64), names: listed(columns.map((column) => column.field.name)) });
  return key.field.name;
}
