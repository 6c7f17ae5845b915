// What formats without a word for it are told about a field as JSON: its type, how long its texts may be, its values.
import { readDomain } from './domains.ts';
import type { FieldType, FormatDomain } from './format-reader.ts';
import type { WrittenField } from './format-writer.ts';

/** What was told. */
export interface ToldField {
  type?: FieldType;
  isGlobalId?: boolean;
  alias?: string;
  length?: number;
  domain?: FormatDomain;
}

/** Longest JSON about one field: headers are read as one. */
const MAX_TOLD = 256 * 1024;
const MAX_LENGTH = 1_000_000_000;

const TYPES: ReadonlySet<string> = new Set<FieldType>([
  'esriFieldTypeSmallInteger',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeSingle',
  'esriFieldTypeDouble',
  'esriFieldTypeString',
  'esriFieldTypeDate',
  'esriFieldTypeDateOnly',
  'esriFieldTypeTimeOnly',
  'esriFieldTypeTimestampOffset',
  'esriFieldTypeGUID',
]);

/** Whether a list of values is short enough to be told. */
export function isTold(domain: FormatDomain): boolean {
  return JSON.stringify(domain).length <= MAX_TOLD;
}

/** What is told about a field; a list of values that is too long is not. */
export function tellField({ type, alias, name, length, domain }: WrittenField): Record<string, unknown> {
  const told = {
    type: type === 'text' ? 'esriFieldTypeString' : type,
    ...(alias === undefined || alias === name ? {} : { alias }),
    ...(length === undefined ? {} : { length }),
  };
  return domain === undefined || !isTold(domain) ? told : { ...told, domain };
}

/** Reads what was told; whatever is not as it should be is passed over. */
export function readToldField(value: unknown): ToldField {
  if (typeof value !== 'object' || value === null) return {};
  const { type, alias, length, domain } = value as Record<string, unknown>;
  const found = readDomain(domain);
  return {
    ...(typeof type === 'string' && TYPES.has(type) ? { type: type as FieldType } : {}),
    ...(type === 'esriFieldTypeGlobalID' ? { isGlobalId: true } : {}),
    ...(typeof alias === 'string' && alias.trim() !== '' ? { alias: alias.slice(0, 250) } : {}),
    ...(typeof length === 'number' && Number.isInteger(length) && length > 0 && length <= MAX_LENGTH ? { length } : {}),
    ...(found === null ? {} : { domain: found }),
  };
}

/** What a column is, of its own type and what was told: a type counts only where the values of the column can be of it. */
export function asTold(
  own: FieldType,
  told: ToldField,
): Pick<ToldField, 'length' | 'domain' | 'isGlobalId'> & { type: FieldType; isTypeSure?: boolean } {
  const { type, isGlobalId, length, domain } = told;
  const isWhole = (one: FieldType): boolean => /Integer$/.test(one);
  const fits =
    type !== undefined &&
    (type === own ||
      (isWhole(type) && isWhole(own)) ||
      (own === 'esriFieldTypeString' && !isWhole(type) && !/Single|Double|Date$/.test(type)));
  const final = fits ? type : own;
  return {
    type: final,
    ...(isGlobalId && own === 'esriFieldTypeString' ? { isGlobalId } : {}),
    ...(fits ? { isTypeSure: true } : {}),
    ...(final === 'esriFieldTypeString' && length !== undefined ? { length } : {}),
    ...(fits && domain !== undefined ? { domain } : {}),
  };
}
