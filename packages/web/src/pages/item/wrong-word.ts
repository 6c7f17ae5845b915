// What is said of something typed that is no value of its field.
import type { WireField } from '@graticule/contract/services/layer';
import { kindOf } from '../../features/field-kinds.ts';

const WRONG: Readonly<Partial<Record<ReturnType<typeof kindOf>, 'item.data.bad-number' | 'item.data.bad-time'>>> = {
  number: 'item.data.bad-number',
  time: 'item.data.bad-time',
};

/** The key of the sentence. */
export function wrongWord(field: WireField) {
  return WRONG[kindOf(field)] ?? 'item.data.bad-date';
}
