// The table of members: who they are, and for those who manage them a box to choose each and a menu.
import type { User } from '@graticule/contract/community/user';
import { Avatar, Badge, Checkbox, Table } from '@mantine/core';
import { Link } from 'react-router';
import { userThumbnail } from '../../api/addresses.ts';
import { useSession } from '../../api/session.ts';
import type { Selection } from '../../bulk/use-selection.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import type { Roles } from '../../people/use-roles.ts';
import { ActionsCell, FramedTable, NameWords, WideCell } from '../../ui/FramedTable.tsx';
import type { OpenMemberAction } from './MemberDialogs.tsx';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './Members.module.css';
import { nameOfMember } from './use-member-words.ts';

interface Props {
  users: readonly User[];
  roles: Roles;
  selection: Selection<User>;
  onAction: (open: OpenMemberAction) => void;
}

/** Everybody sees names and roles; administrators more. */
export function MemberTable({ users, roles, selection, onAction }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const isManaged =
    session.can('portal:admin:changeUserRoles') || session.can('portal:admin:disableUsers') || session.can('portal:admin:deleteUsers');
  const others = users.filter(({ username }) => username !== session.user?.username);
  const chosenHere = others.filter(({ username }) => selection.has(username)).length;
  const isAllHere = chosenHere > 0 && chosenHere === others.length;
  const choose = (user: User, isStretch: boolean) => {
    const index = others.indexOf(user);
    if (!isStretch) return selection.toggle(user, index);
    const [from, to] = [selection.anchor(), index].sort((a, b) => a - b) as [number, number];
    selection.add(others.slice(from, to + 1));
  };
  const boxOfAll = (
    <Checkbox
      aria-label={t('people.select-page')}
      checked={isAllHere}
      indeterminate={chosenHere > 0 && !isAllHere}
      disabled={others.length === 0}
      onChange={() => (chosenHere > 0 ? selection.remove(others) : selection.add(others))}
    />
  );
  return (
    <FramedTable
      columns={[
        ...(isManaged ? [{ label: t('people.select-page'), head: boxOfAll }] : []),
        { label: t('people.name') },
        { label: t('people.role'), isWide: true },
        { label: t('people.joined'), isWide: true },
        ...(isManaged
          ? [
              { label: t('people.last-login'), isWide: true },
              { label: t('people.actions-column'), isActions: true },
            ]
          : []),
      ]}
    >
      {users.map((user) => (
        <Table.Tr key={user.username} data-selected={selection.has(user.username) || undefined} className={classes.row}>
          {isManaged && (
            <Table.Td className={classes.check}>
              {others.includes(user) && (
                <Checkbox
                  aria-label={t('people.select', { name: nameOfMember(user) })}
                  checked={selection.has(user.username)}
                  readOnly
                  onClick={(event) => choose(user, event.shiftKey)}
                />
              )}
            </Table.Td>
          )}
          <Table.Td>
            <div className={classes.person}>
              <Avatar src={userThumbnail(user)} name={nameOfMember(user)} color="initials" size={36} alt="" />
              <NameWords>
                <Link to={paths.user(user.username)}>{nameOfMember(user)}</Link>
                <small>
                  <bdi>{user.username}</bdi>
                  {user.email && (
                    <span className={classes.email}>
                      <bdi>{user.email}</bdi>
                    </span>
                  )}
                  <span className={classes.narrow}>{roles.nameOfUser(user)}</span>
                </small>
              </NameWords>
              {user.disabled && (
                <Badge color="gray" variant="light" tt="none">
                  {t('people.disabled')}
                </Badge>
              )}
            </div>
          </Table.Td>
          <WideCell>{roles.nameOfUser(user)}</WideCell>
          <WideCell>{format.date(user.created)}</WideCell>
          {isManaged && (
            <WideCell>{user.lastLogin !== undefined && user.lastLogin > 0 ? format.ago(user.lastLogin) : t('people.never')}</WideCell>
          )}
          {isManaged && (
            <ActionsCell>
              <MemberMenu user={user} onAction={(action) => onAction({ action, users: [user] })} />
            </ActionsCell>
          )}
        </Table.Tr>
      ))}
    </FramedTable>
  );
}
