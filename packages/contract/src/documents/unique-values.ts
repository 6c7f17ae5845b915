// The classes of a renderer by unique values: one for each value, or those of groups, which newer clients write, with several values each.
import type { StoredSymbol } from './renderer.ts';

/** Values that are drawn alike. */
export interface UniqueValueClass {
  /** As one text each, the values of several fields joined; nothing is an empty text, as it is where features are compared. */
  values: [string, ...string[]];
  label: string;
  /** None where the document has none that makes sense. */
  symbol?: StoredSymbol;
  /** What the group of the class is called. */
  heading?: string;
}

type Members = Readonly<Record<string, unknown>>;

/** How documents write that there is no value. */
const NO_VALUE = '<Null>';

/** Reads both forms; where a document has both, that with one value each counts. Whatever a client stored may be given. */
export function uniqueValueClasses(renderer: Members): UniqueValueClass[] {
  const infos = objects(renderer.uniqueValueInfos);
  if (infos.length > 0) return infos.map((info) => classOf(info, [textOf(info.value)], String(info.value)));
  const delimiter = typeof renderer.fieldDelimiter === 'string' ? renderer.fieldDelimiter : ',';
  return objects(renderer.uniqueValueGroups).flatMap(({ heading, classes }) =>
    objects(classes).flatMap((each) => {
      const rows = Array.isArray(each.values) ? each.values.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row])) : [];
      const [first, ...more] = rows.map((row) => row.map(textOf).join(delimiter));
      if (first === undefined) return [];
      const named = typeof heading === 'string' && heading !== '' ? { heading } : {};
      return [{ ...classOf(each, [first, ...more], rows.map((row) => row.join(delimiter)).join(', ')), ...named }];
    }),
  );
}

function classOf({ label, symbol }: Members, values: [string, ...string[]], otherwise: string): UniqueValueClass {
  return { values, label: typeof label === 'string' ? label : otherwise, ...(isObject(symbol) ? { symbol } : {}) };
}

const textOf = (value: unknown): string => (value === null || value === undefined || value === NO_VALUE ? '' : String(value));
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Members[] => (Array.isArray(value) ? value.filter(isObject) : []);
