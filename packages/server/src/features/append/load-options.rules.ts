// What a caller wants to become of the rows of a file, checked.
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import { type HostedLayer, keyFieldOf, MOST_FIELDS } from '../layers.rules.ts';

/** How rows go into a layer. Plain data: it is kept with the job. */
export interface LoadOptions {
  mode: 'append' | 'upsert' | 'replace';
  /** Field of the layer whose values tell which feature a row is about. */
  matchingField?: string;
  useGlobalIds: boolean;
  skipUpdates: boolean;
  skipInserts: boolean;
  updateGeometry: boolean;
  /** One row that cannot be used undoes the whole. */
  together: boolean;
  /** Columns of the file by the field they are for. */
  mappings: { name: string; source: string }[];
  /** The fields to fill; all when null. */
  fields: string[] | null;
}

/** The parameters as they come. */
export interface LoadOptionsInput {
  upsert?: boolean;
  upsertMatchingField?: string;
  matchingField?: string;
  useGlobalIds?: boolean;
  skipUpdates?: boolean;
  skipInserts?: boolean;
  updateGeometry?: boolean;
  rollbackOnFailure?: boolean;
  fieldMappings?: unknown;
  appendFields?: unknown;
}

/** Clients call the column `source` or `sourceName`. */
const mapping = z
  .union([z.looseObject({ name: z.string(), source: z.string() }), z.looseObject({ name: z.string(), sourceName: z.string() })])
  .transform((one) => ({ name: one.name, source: typeof one.source === 'string' ? one.source : String(one.sourceName) }));
const mappings = z.array(mapping).max(MOST_FIELDS);
const names = z.union([z.array(z.string()).max(MOST_FIELDS), z.string().transform((text) => text.split(',').map((name) => name.trim()))]);

/** The options with the key of the layer, where rows are to be merged and the caller names none. @throws MISSING_PARAMETER without either */
export function withKeyOf(layer: HostedLayer, options: LoadOptions): LoadOptions {
  if (options.mode !== 'upsert' || options.matchingField !== undefined || options.useGlobalIds) return options;
  const key = keyFieldOf(layer);
  if (key === undefined) throw refuse('load-no-key');
  return { ...options, matchingField: key.name };
}

/** @throws INVALID_PARAMETER */
export function readLoadOptions(input: LoadOptionsInput, replace: boolean): LoadOptions {
  const mode = replace ? 'replace' : input.upsert ? 'upsert' : 'append';
  const key = replace ? input.matchingField : input.upsertMatchingField;
  if (mode === 'append' && (input.skipInserts || input.skipUpdates)) {
    throw refuse('load-skip-alone', { parameter: input.skipInserts ? 'skipInserts' : 'skipUpdates' });
  }
  if (input.skipInserts && input.skipUpdates) throw refuse('load-skip-all');
  return {
    mode,
    ...(key ? { matchingField: key } : {}),
    useGlobalIds: input.useGlobalIds === true,
    skipUpdates: input.skipUpdates === true,
    skipInserts: input.skipInserts === true,
    updateGeometry: input.updateGeometry !== false,
    together: input.rollbackOnFailure === true,
    mappings: input.fieldMappings === undefined ? [] : read(mappings, 'fieldMappings', input.fieldMappings),
    fields: input.appendFields === undefined ? null : read(names, 'appendFields', input.appendFields),
  };
}

function read<T>(schema: z.ZodType<T, unknown>, name: string, value: unknown): T {
  const result = schema.safeParse(value);
  if (!result.success) throw refuse('load-mappings-form', { parameter: name });
  return result.data;
}
