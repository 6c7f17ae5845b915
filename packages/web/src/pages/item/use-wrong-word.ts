// What is said of something typed that is no value of its field.
import type { WireField } from '@graticule/contract/services/layer';
import { kindOf } from '../../features/field-kinds.ts';
import { useBadNumber } from '../../features/use-number-text.ts';
import { useTranslate } from '../../language/use-language.ts';

/** Gives the sentence for a text; of numbers it shows how to write those that may have been meant. */
export function useWrongWord(): (field: WireField, text: string) => string {
  const t = useTranslate();
  const badNumber = useBadNumber();
  return (field, text) => {
    const kind = kindOf(field);
    return kind === 'number' ? badNumber(text) : t(kind === 'time' ? 'item.data.bad-time' : 'item.data.bad-date');
  };
}
