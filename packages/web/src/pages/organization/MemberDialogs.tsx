// The dialog that is open for one or many members.
import type { User } from '@graticule/contract/community/user';
import { Alert, List, Select, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { groupedBy } from '../../bulk/run-bulk.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { roleOf } from '../../people/role-words.ts';
import { useRoles } from '../../people/use-roles.ts';
import { GroupChoice } from './GroupChoice.tsx';
import { MemberNames, type MembersDialogProps } from './MemberNames.tsx';
import { addingToGroups, givingRole, locking, type MemberOperation } from './member-operations.ts';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';
import { nameOfMember } from './use-member-words.ts';

const DeleteMembersDialog = lazy(async () => ({ default: (await import('./DeleteMembersDialog.tsx')).DeleteMembersDialog }));

/** What can be done with members; setting a password is for one alone. */
export type MemberAction = 'role' | 'lock' | 'unlock' | 'groups' | 'delete' | 'password';

/** An action, and whom it is for. */
export interface OpenMemberAction {
  action: MemberAction;
  users: readonly User[];
}

/** The action without a dialog: what one step undoes needs no question, unless it is for many. */
export function memberActionAtOnce({ action, users }: OpenMemberAction): MemberOperation | undefined {
  if (action === 'unlock') return locking(false);
  return action === 'lock' && users.length === 1 ? locking(true) : undefined;
}

interface Props {
  open: OpenMemberAction | undefined;
  onStart: (operation: MemberOperation, users: readonly User[]) => void;
  onClose: () => void;
}

/** Nothing while no dialog is open. */
export function MemberDialogs({ open, onStart, onClose }: Props) {
  if (!open) return null;
  const { action, users } = open;
  const [first] = users;
  if (first === undefined) return null;
  const shared = {
    users,
    onClose,
    onStart: (operation: MemberOperation) => {
      onClose();
      onStart(operation, users);
    },
  };
  return (
    <Suspense>
      {action === 'role' && <RoleDialog {...shared} />}
      {action === 'lock' && <LockDialog {...shared} />}
      {action === 'groups' && <GroupsDialog {...shared} />}
      {action === 'delete' && <DeleteMembersDialog {...shared} />}
      {action === 'password' && <NewPasswordDialog user={first} onClose={onClose} />}
    </Suspense>
  );
}

/** Tells which roles they have now, and for how many of them something changes. */
function RoleDialog({ users, onStart, onClose }: MembersDialogProps) {
  const t = useTranslate();
  const format = useFormat();
  const roles = useRoles();
  const first = users[0];
  const isSingle = users.length === 1 && first !== undefined;
  const [role, setRole] = useState<string | null>(isSingle ? roleOf(first) : null);
  const now = [...groupedBy(users, roleOf)];
  const changing = users.filter((user) => roleOf(user) !== role);
  const leaving = role === 'org_admin' ? 0 : changing.filter((user) => roleOf(user) === 'org_admin').length;
  // a role that this person may not give can be what somebody has
  const options = isSingle && !roles.givable.some(({ value }) => value === roleOf(first)) ? [roleOf(first)] : [];
  return (
    <ActionDialog
      title={
        isSingle
          ? t('people.role-of', { name: nameOfMember(first) })
          : t('people.roles-of', { count: users.length, shown: format.number(users.length) })
      }
      submit={isSingle ? t('shell.save') : t('people.give-role', { count: changing.length, shown: format.number(changing.length) })}
      isBusy={false}
      isDisabled={role === null || changing.length === 0}
      onSubmit={() => role !== null && onStart(givingRole(role))}
      onClose={onClose}
    >
      <Stack gap="md">
        {!isSingle && (
          <div>
            <Text size="sm" fw={560}>
              {t('people.roles-now')}
            </Text>
            <List size="sm">
              {now.map(([each, having]) => (
                <List.Item key={each}>
                  {roles.nameOf(each)}: {format.number(having.length)}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Select
          data-autofocus
          label={t(isSingle ? 'people.role' : 'people.new-role')}
          allowDeselect={false}
          value={role}
          onChange={setRole}
          data={[...options.map((value) => ({ value, label: roles.nameOf(value) })), ...roles.givable]}
          description={role === null ? undefined : roles.hintOf(role)}
        />
        {!isSingle && role !== null && changing.length < users.length && (
          <Text size="sm" c="dimmed">
            {t('people.role-already', { count: users.length - changing.length, shown: format.number(users.length - changing.length) })}
          </Text>
        )}
        {role !== null && leaving > 0 && <Alert color="ochre">{t('people.no-administrators-more', { count: leaving })}</Alert>}
      </Stack>
    </ActionDialog>
  );
}

function LockDialog({ users, onStart, onClose }: MembersDialogProps) {
  const t = useTranslate();
  const format = useFormat();
  const going = users.filter(({ disabled }) => !disabled);
  return (
    <ActionDialog
      title={t('people.lock-many', { count: going.length, shown: format.number(going.length) })}
      submit={t('people.lock')}
      isBusy={false}
      isDisabled={going.length === 0}
      onSubmit={() => onStart(locking(true))}
      onClose={onClose}
    >
      <Stack gap="md">
        <MemberNames users={going} />
        <Text size="sm">{t('people.lock-text')}</Text>
        {going.length < users.length && (
          <Text size="sm" c="dimmed">
            {t('people.lock-already', { count: users.length - going.length, shown: format.number(users.length - going.length) })}
          </Text>
        )}
      </Stack>
    </ActionDialog>
  );
}

function GroupsDialog({ users, onStart, onClose }: MembersDialogProps) {
  const t = useTranslate();
  const format = useFormat();
  const [groups, setGroups] = useState<string[]>([]);
  return (
    <ActionDialog
      title={t('people.groups-of', { count: users.length, shown: format.number(users.length) })}
      submit={t('people.add-to-groups')}
      isBusy={false}
      isDisabled={groups.length === 0}
      onSubmit={() => onStart(addingToGroups(groups, t('people.group-takes-not')))}
      onClose={onClose}
    >
      <Stack gap="md">
        <MemberNames users={users} />
        <GroupChoice hint={t('people.groups-hint')} autoFocus value={groups} onChange={setGroups} />
      </Stack>
    </ActionDialog>
  );
}
