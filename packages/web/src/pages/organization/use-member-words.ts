// What is said while and after something is done with many members.
import type { User } from '@graticule/contract/community/user';
import { useMemo } from 'react';
import type { OutcomeWords } from '../../bulk/OutcomeDialog.tsx';
import type { BulkWords } from '../../bulk/use-bulk.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import type { MembersKind } from './member-operations.ts';

/** The words in the language of now. */
export function useMemberWords(): BulkWords<MembersKind> & { outcome: OutcomeWords<User> } {
  const t = useTranslate();
  return useMemo(
    () => ({
      doing: (kind, numbers) => t(`people.doing.${kind}`, numbers),
      done: (kind, count) => t(`people.done.${kind}`, { count }),
      undone: (count) => t('people.undone', { count }),
      outcome: {
        title: (count) => t('people.outcome', { count }),
        done: (count) => t('people.outcome-done', { count }),
        left: (count) => t('people.outcome-left', { count }),
        nameOf: nameOfMember,
        addressOf: ({ username }) => paths.user(username),
      },
    }),
    [t],
  );
}

/** As in the table. */
export function nameOfMember({ fullName, username }: Pick<User, 'fullName' | 'username'>): string {
  return fullName || username;
}
