// The types of the features of a layer: what tells them apart is a value of one of its fields, each once.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { LayerDefinition, StoredField } from '../../schema/features.ts';
import { fittingValue } from './fields.ts';

/**
 * The types with ids as the field keeps them; without a field they are left as they are, since nothing asks for them then.
 * @throws INVALID_PARAMETER for ids that are missing, that the field cannot hold, or that stand twice
 */
export function soundTypes({ types, typeIdField }: LayerDefinition, fields: readonly StoredField[]): LayerDefinition['types'] {
  const field = fields.find((one) => one.name === typeIdField);
  if (types === undefined || field === undefined) return types;
  const ids = new Set<string | number>();
  return (types as { id?: unknown; name?: unknown }[]).map((type, at) => {
    const { id } = type;
    if (typeof id !== 'string' && typeof id !== 'number')
      throw refuse('type-id', { type: typeof type.name === 'string' ? type.name.slice(0, 64) : at, field: field.name });
    // Clients compare ids with values strictly, so an id has the type of the values.
    const value = fittingValue(field, id, 'types');
    if (value === null || ids.has(value)) throw refuse('type-id-twice', { id: String(id).slice(0, 64), field: field.name });
    ids.add(value);
    return { ...type, id: value };
  });
}
