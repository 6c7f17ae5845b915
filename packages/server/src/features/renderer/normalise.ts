// Numbers that are classified in relation to others: divided by another field, as a share of all, or as logarithms.
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { StoredField } from '../../schema/features.ts';
import { valueTypeOf } from '../layer-scope.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { readTerm } from '../query/terms.rules.ts';

export const normalisation = z.enum(['esriNormalizeNone', 'esriNormalizeByField', 'esriNormalizeByPercentOfTotal', 'esriNormalizeByLog']);

/** What is asked for. */
export interface Wish {
  normalizationType?: z.infer<typeof normalisation> | null | undefined;
  normalizationField?: string | null | undefined;
}

/** What is classified. */
interface Normalised {
  /** The field, or an expression that queries check; where it has no value, as for a division by zero, a feature is in no class. */
  onStatisticField: string;
  /** What the renderer says of it, for those who draw. */
  told: { normalizationType?: string; normalizationField?: string; normalizationTotal?: number };
}

/** A number as queries are asked for it: of a field, or of an expression. @throws INVALID_QUERY for what is none */
export function readNumber(layer: HostedLayer, text: string, parameter: string): { said: string; value: string } {
  const term = readTerm(layer, text, { parameter, name: 'EXPR' });
  if (valueTypeOf(term) !== 'number') throw refuse('query-numbers-needed', { parameter, field: text.slice(0, 100) });
  return term.expression === undefined ? { said: term.name, value: quoted(term) } : { said: text, value: `(${text})` };
}

/** @throws INVALID_QUERY for a field that is missing or holds no numbers */
export async function normalised(
  layer: HostedLayer,
  { said, value }: { said: string; value: string },
  { normalizationType, normalizationField }: Wish,
  totalOf: (field: string) => Promise<number>,
): Promise<Normalised> {
  const type = normalizationType ?? (normalizationField ? 'esriNormalizeByField' : 'esriNormalizeNone');
  switch (type) {
    case 'esriNormalizeNone':
      return { onStatisticField: said, told: {} };
    case 'esriNormalizeByLog':
      return { onStatisticField: `LOG10(${value})`, told: { normalizationType: type } };
    case 'esriNormalizeByPercentOfTotal': {
      const total = await totalOf(said);
      const told = { normalizationType: type, normalizationTotal: total };
      // Written without a sign in the exponent, which the language of conditions does not know.
      return { onStatisticField: `${value} * 100.0 / (${String(total).replace('e+', 'e')})`, told };
    }
    case 'esriNormalizeByField': {
      if (!normalizationField) throw refuse('query-divisor');
      const by = readNumber(layer, normalizationField, 'normalizationField');
      // Whole numbers are divided as decimals too.
      return { onStatisticField: `${value} * 1.0 / ${by.value}`, told: { normalizationType: type, normalizationField: by.said } };
    }
  }
}

function quoted({ name }: StoredField): string {
  return `"${name.replaceAll('"', '""')}"`;
}
