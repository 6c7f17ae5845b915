// What is wrong with the names that somebody gives to the columns of a file, as the portal would refuse them.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import type { WireField } from '@graticule/contract/services/layer';
import { serviceName } from './publish-layer.ts';
import type { Reading } from './reading.ts';

/** No name for a field; the name of another column; a name that the portal needs itself. */
export type NameFault = 'long' | 'twice' | 'reserved';

/** The columns of a dataset, and what is wrong with their names. */
export interface PartColumns {
  part: string;
  /** What choices about its columns name; undefined for the only one. */
  dataset: string | undefined;
  fields: readonly WireField[];
  /** By the name of the column. */
  faults: ReadonlyMap<string, NameFault>;
}

/** Fields that every layer has, in small letters. */
export const RESERVED: readonly string[] = ['objectid', 'globalid'];
/** As long as names of fields may be. */
export const LONGEST_FIELD_NAME = 31;

/** The columns of each dataset of the file; the kinds of geometry of one have the same. */
export function columnsByPart({ publishParameters }: AnalyzeReply, reading: Reading): PartColumns[] {
  const { datasets = [], layerInfo } = publishParameters;
  const known = [...new Map(datasets.toReversed().map((one) => [one.part, one])).values()].toReversed();
  const parts = known.length > 0 ? known : [{ part: '', fields: layerInfo?.fields ?? [] }];
  return parts.map(({ part, fields }) => {
    const dataset = parts.length > 1 ? part : undefined;
    return { part, dataset, fields, faults: nameFaults(fields, reading, dataset) };
  });
}

function nameFaults(fields: readonly WireField[], reading: Reading, dataset: string | undefined): Map<string, NameFault> {
  const said = new Map((reading.columns ?? []).flatMap((column) => (column.dataset === dataset ? [[column.name, column]] : [])));
  const kept = fields.filter(({ name }) => said.get(name)?.skip !== true);
  const count = new Map<string, number>();
  const nameOf = (own: string) => said.get(own)?.newName ?? own;
  for (const { name } of kept) count.set(nameOf(name).toLowerCase(), (count.get(nameOf(name).toLowerCase()) ?? 0) + 1);
  const faults = new Map<string, NameFault>();
  for (const { name: own } of kept) {
    const name = nameOf(own);
    const isNew = said.get(own)?.newName !== undefined;
    if (name !== own && !isColumnName(name)) faults.set(own, 'long');
    else if (isNew && RESERVED.includes(name.toLowerCase())) faults.set(own, 'reserved');
    else if ((count.get(name.toLowerCase()) ?? 0) > 1) faults.set(own, 'twice');
  }
  return faults;
}

/** The name of a field with these words; empty for words without plain letters. */
export function fieldNameOf(words: string): string {
  return serviceName(words)
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, LONGEST_FIELD_NAME);
}

/** Whether the portal takes the text as the name of a field. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name);
}

/** Whether the portal takes the text as the name of a column of a file: letters of any script, as in the names that it proposes. */
function isColumnName(name: string): boolean {
  return /^\p{L}[\p{L}\p{M}\p{N}_]{0,30}$/u.test(name);
}
