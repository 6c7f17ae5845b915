// The members of a group; managers add, change and remove them.
import type { Group } from '@graticule/contract/community/group';
import { type GroupMember, getGroupUserList, removeGroupUsers, updateGroupUsers } from '@graticule/contract/community/groups';
import { Avatar, Badge, Button, Menu, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { userThumbnail } from '../../api/addresses.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { Row, Rows } from '../../ui/Rows.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { AddMembersDialog } from './AddMembersDialog.tsx';
import classes from './GroupPage.module.css';

const PER_PAGE = 25;
type Change = { member: GroupMember; to: 'admin' | 'member' | 'removed' };

/** Hidden lists answer with an error of rights, which is shown as such. */
export function GroupMembers({ group, isManager }: { group: Group; isManager: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const client = useQueryClient();
  const { get, start, choose, setStart } = useListAddress();
  const name = get('q') ?? '';
  const [isAdding, setAdding] = useState(false);
  const query = { start, num: PER_PAGE, name: name || undefined };
  const { data, error, refetch } = useQuery({
    queryKey: keys.groupPart(group.id, 'members', query),
    queryFn: () => call(getGroupUserList, { id: group.id, ...query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const change = useMutation({
    mutationFn: async ({ member: { username }, to }: Change) => {
      if (to === 'removed') await call(removeGroupUsers, { id: group.id, users: [username] });
      else await call(updateGroupUsers, { id: group.id, [to === 'admin' ? 'admins' : 'users']: [username] });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.group(group.id) }),
    onError: (thrown) => notifications.show({ message: words(thrown).text, color: 'vermilion' }),
  });

  if (error instanceof ApiError && error.status === 403)
    return <StatePage isInline title={t('groups.members-hidden')} text={t('groups.members-hidden-text')} />;
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} radius="lg" />;
  // the owner stands first, also where a page of members leaves it out
  const members =
    start === 1 && name === '' && !data.users.some((each) => each.username === data.owner.username)
      ? [data.owner, ...data.users]
      : data.users;
  return (
    <>
      <ListBar start={t('groups.member-count', { count: data.total, shown: format.number(data.total) })}>
        {(data.total > PER_PAGE || name !== '') && (
          <FindField label={t('groups.find-member')} value={name} onFind={(text) => choose('q', text)} />
        )}
        {isManager && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t('groups.add-members')}
          </Button>
        )}
      </ListBar>
      {members.length === 0 ? (
        <StatePage isInline title={t('groups.nobody')} text={t('groups.nobody-text')} />
      ) : (
        <Rows>
          {members.map((member) => (
            <Row key={member.username} className={classes.person}>
              <Avatar src={userThumbnail(member)} name={member.fullName || member.username} color="initials" size={36} alt="" />
              <div className={classes.personName}>
                <Link to={paths.user(member.username)}>{member.fullName || member.username}</Link>
                <small>
                  <bdi>{member.username}</bdi>
                </small>
              </div>
              {member.memberType !== 'member' && (
                <Badge variant="light" color="meridian" tt="none">
                  {t(`groups.role.${member.memberType}`)}
                </Badge>
              )}
              {isManager && member.memberType !== 'owner' && (
                <MemberMenu member={member} onChange={(to) => change.mutate({ member, to })} />
              )}
            </Row>
          ))}
        </Rows>
      )}
      <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
      {isAdding && <AddMembersDialog group={group} onClose={() => setAdding(false)} />}
    </>
  );
}

function MemberMenu({ member, onChange }: { member: GroupMember; onChange: (to: Change['to']) => void }) {
  const t = useTranslate();
  const isAdmin = member.memberType === 'admin';
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          aria-label={t('groups.member-actions', { name: member.fullName || member.username })}
        >
          <IconDots size={18} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange(isAdmin ? 'member' : 'admin')}>
          {t(isAdmin ? 'groups.make-member' : 'groups.make-manager')}
        </Menu.Item>
        <Menu.Item color="vermilion" onClick={() => onChange('removed')}>
          {t('groups.remove-member')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
