// The members whom a dialog is about.
import type { User } from '@graticule/contract/community/user';
import { List } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import type { MemberOperation } from './member-operations.ts';
import { nameOfMember } from './use-member-words.ts';

/** Names shown; the others are counted. */
const SHOWN = 50;

/** What a dialog about members is given. */
export interface MembersDialogProps {
  users: readonly User[];
  onStart: (operation: MemberOperation) => void;
  onClose: () => void;
}

/** Whom it is about. */
export function MemberNames({ users }: { users: readonly User[] }) {
  const t = useTranslate();
  return (
    <List size="sm" mah={180} style={{ overflow: 'auto', overflowWrap: 'anywhere' }}>
      {users.slice(0, SHOWN).map((user) => (
        <List.Item key={user.username}>
          <bdi>{nameOfMember(user)}</bdi>
        </List.Item>
      ))}
      {users.length > SHOWN && <List.Item>{t('people.and-more', { count: users.length - SHOWN })}</List.Item>}
    </List>
  );
}
