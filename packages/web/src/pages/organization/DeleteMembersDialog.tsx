// Asks before accounts are deleted: whose, what they own, and who gets that.
import type { User } from '@graticule/contract/community/user';
import { type UserHoldings, usersHoldings } from '@graticule/contract/portals/portals';
import { Alert, List, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { listsOf } from '../../bulk/run-bulk.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { MemberSelect } from '../../people/MemberSelect.tsx';
import { MemberNames, type MembersDialogProps } from './MemberNames.tsx';
import { deletingMembers } from './member-operations.ts';
import { nameOfMember } from './use-member-words.ts';

/** Members asked about in one request. */
const CHUNK = 500;

/** Cannot be undone: for many, their number is typed. Without somebody who gets what they own, those who own something stay. */
export function DeleteMembersDialog({ users, onStart, onClose }: MembersDialogProps) {
  const t = useTranslate();
  const format = useFormat();
  const { can } = useSession();
  const holdings = useHoldings(users);
  const [heir, setHeir] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const count = users.length;
  const owners = holdings.data ?? [];
  const mayHandOver = can('portal:admin:reassignItems') && can('portal:admin:reassignGroups');
  const isConfirmed = count === 1 || typed.trim() === String(count) || typed.trim() === format.number(count);
  const isReady = isConfirmed && holdings.data !== undefined && (owners.length === 0 || heir !== null);
  return (
    <ActionDialog
      title={
        count === 1
          ? t('people.delete', { name: users[0] ? nameOfMember(users[0]) : '' })
          : t('people.delete-many', { count, shown: format.number(count) })
      }
      submit={t('shell.delete')}
      isDestructive
      isBusy={false}
      isDisabled={!isReady}
      onSubmit={() => isReady && onStart(deletingMembers(heir ?? undefined, new Set(owners.map(({ username }) => username))))}
      onClose={onClose}
    >
      <Stack gap="md">
        {count > 1 && <MemberNames users={users} />}
        <Holdings holdings={holdings} isSingle={count === 1} />
        {owners.length > 0 &&
          (mayHandOver ? (
            <>
              <MemberSelect
                autoFocus
                label={t('people.heir')}
                without={new Set(users.map(({ username }) => username))}
                value={heir}
                onChange={setHeir}
              />
              <Text size="sm" c="dimmed">
                {t('people.heir-hint')}
              </Text>
            </>
          ) : (
            <Alert color="ochre">{t('people.may-not-hand-over')}</Alert>
          ))}
        <Text size="sm">{t('people.delete-final')}</Text>
        {count > 1 && (
          <TextInput
            label={t('people.delete-type', { shown: format.number(count) })}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ActionDialog>
  );
}

function useHoldings(users: readonly User[]) {
  const names = users.map(({ username }) => username);
  return useQuery({
    queryKey: keys.holdings(names),
    queryFn: async () => {
      const all: UserHoldings[] = [];
      for (const list of listsOf(names, CHUNK)) all.push(...(await call(usersHoldings, { portal: 'self', users: list })).users);
      return all;
    },
    gcTime: 0,
    staleTime: 0,
  });
}

function Holdings({ holdings: { data, error }, isSingle }: { holdings: ReturnType<typeof useHoldings>; isSingle: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  if (error) {
    return (
      <Text size="sm" c="vermilion" role="alert">
        {words(error).text}
      </Text>
    );
  }
  if (!data) return <Skeleton height={44} />;
  const items = data.reduce((sum, each) => sum + each.items, 0);
  const groups = data.reduce((sum, each) => sum + each.groups, 0);
  if (data.length === 0) return <Text size="sm">{t(isSingle ? 'people.owns-nothing' : 'people.own-nothing')}</Text>;
  return (
    <div>
      <Text size="sm">{isSingle ? t('people.owns') : t('people.own', { count: data.length, shown: format.number(data.length) })}</Text>
      <List size="sm">
        {items > 0 && <List.Item>{t('people.own-items', { count: items, shown: format.number(items) })}</List.Item>}
        {groups > 0 && <List.Item>{t('people.own-groups', { count: groups, shown: format.number(groups) })}</List.Item>}
      </List>
    </div>
  );
}
