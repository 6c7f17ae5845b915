// The table of members: find, sort, page, change roles, lock, add.
import type { User } from '@graticule/contract/community/user';
import { portalUsers } from '@graticule/contract/portals/portals';
import { Avatar, Badge, Button, Select, Table } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { userThumbnail } from '../../api/addresses.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ROLES, roleIdKey, roleKey } from '../../people/role-words.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { ActionsCell, FramedTable, NameWords, WideCell } from '../../ui/FramedTable.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { MemberMenu } from './MemberMenu.tsx';
import classes from './Members.module.css';

const AddMemberDialog = lazy(async () => ({ default: (await import('./AddMemberDialog.tsx')).AddMemberDialog }));
const PER_PAGE = 25;
const SORTS = ['username:asc', 'fullname:asc', 'created:desc', 'lastlogin:desc'] as const;

/** Everybody sees names and roles; administrators more. */
export function Members() {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const { get, start, choose, setStart } = useListAddress();
  const [isAdding, setAdding] = useState(false);
  const name = get('q') ?? '';
  const role = get('role') ?? null;
  const sort = SORTS.find((each) => each === get('sort')) ?? SORTS[0];
  const [sortField, sortOrder] = sort.split(':');
  const query = { start, num: PER_PAGE, sortField, sortOrder, search: name || undefined, role: role ?? undefined };
  const { data, error, refetch } = useQuery({
    queryKey: keys.members(query),
    queryFn: () => call(portalUsers, { portal: 'self', ...query }),
    placeholderData: keepPreviousData,
  });
  const canAdd = session.can('portal:admin:inviteUsers');
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ListBar start={data ? t('people.member-count', { count: data.total, shown: format.number(data.total) }) : t('shell.loading')}>
        <FindField
          label={t(session.can('portal:admin:viewUsers') ? 'people.find-admin' : 'people.find')}
          value={name}
          onFind={(text) => choose('q', text)}
        />
        <Select
          aria-label={t('people.role')}
          placeholder={t('people.all-roles')}
          clearable
          w={160}
          value={role}
          onChange={(next) => choose('role', next)}
          data={ROLES.map((value) => ({ value, label: t(roleIdKey(value)) }))}
        />
        <Select
          aria-label={t('people.sort')}
          allowDeselect={false}
          w={170}
          value={sort}
          onChange={(next) => choose('sort', next)}
          data={SORTS.map((value) => ({ value, label: t(`people.sort.${value.split(':')[0] as 'username'}`) }))}
        />
        {canAdd && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('people.add')}
          </Button>
        )}
      </ListBar>
      <PagedList
        page={data}
        perPage={PER_PAGE}
        height={320}
        empty={{ title: t('people.nobody'), text: t('people.nobody-text') }}
        onStart={setStart}
      >
        {({ users }) => <MemberTable users={users} />}
      </PagedList>
      {isAdding && (
        <Suspense>
          <AddMemberDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

function MemberTable({ users }: { users: readonly User[] }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const isManaged =
    session.can('portal:admin:changeUserRoles') || session.can('portal:admin:disableUsers') || session.can('portal:admin:deleteUsers');
  return (
    <FramedTable
      columns={[
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
        <Table.Tr key={user.username}>
          <Table.Td>
            <div className={classes.person}>
              <Avatar src={userThumbnail(user)} name={user.fullName || user.username} color="initials" size={36} alt="" />
              <NameWords>
                <Link to={paths.user(user.username)}>{user.fullName || user.username}</Link>
                <small>
                  <bdi>{user.username}</bdi>
                  {user.email && (
                    <span className={classes.email}>
                      <bdi>{user.email}</bdi>
                    </span>
                  )}
                  <span className={classes.narrow}>{t(roleKey(user))}</span>
                </small>
              </NameWords>
              {user.disabled && (
                <Badge color="gray" variant="light" tt="none">
                  {t('people.disabled')}
                </Badge>
              )}
            </div>
          </Table.Td>
          <WideCell>{t(roleKey(user))}</WideCell>
          <WideCell>{format.date(user.created)}</WideCell>
          {isManaged && (
            <WideCell>{user.lastLogin !== undefined && user.lastLogin > 0 ? format.ago(user.lastLogin) : t('people.never')}</WideCell>
          )}
          {isManaged && (
            <ActionsCell>
              <MemberMenu user={user} />
            </ActionsCell>
          )}
        </Table.Tr>
      ))}
    </FramedTable>
  );
}
