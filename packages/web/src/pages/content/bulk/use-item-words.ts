// What is said while and after something is done with many items.
import type { Item } from '@graticule/contract/content/item';
import { useMemo } from 'react';
import type { OutcomeWords } from '../../../bulk/OutcomeDialog.tsx';
import type { BulkWords } from '../../../bulk/use-bulk.tsx';
import { useTranslate } from '../../../language/use-language.ts';
import { paths } from '../../../paths.ts';
import type { ItemsKind } from './operations.ts';

/** The words in the language of now. */
export function useItemWords(): BulkWords<ItemsKind> & { outcome: OutcomeWords<Item> } {
  const t = useTranslate();
  return useMemo(
    () => ({
      doing: (kind, numbers) => t(`content.doing.${kind}`, numbers),
      done: (kind, count) => t(`content.done.${kind}`, { count }),
      undone: (count) => t('content.undone', { count }),
      outcome: {
        title: (count) => t('content.outcome', { count }),
        done: (count) => t('content.outcome-done', { count }),
        left: (count) => t('content.outcome-left', { count }),
        nameOf: ({ title }) => title,
        addressOf: ({ id }) => paths.item(id),
      },
    }),
    [t],
  );
}
