// group.html: a group with its items and members.
import type { Group } from '@graticule/contract/community/group';
import { getGroup } from '@graticule/contract/community/groups';
import { searchGroups } from '@graticule/contract/search';
import { Avatar, Skeleton, Tabs, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { groupThumbnail } from '../../api/addresses.ts';
import { administers } from '../../api/administers.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { AccessBadge } from '../../items/AccessBadge.tsx';
import { quoted } from '../../items/search-query.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import tabClasses from '../../ui/Tabs.module.css';
import { GroupActions } from './GroupActions.tsx';
import { GroupApplications } from './GroupApplications.tsx';
import { GroupInvited } from './GroupInvited.tsx';
import { GroupItems } from './GroupItems.tsx';
import { GroupMembers } from './GroupMembers.tsx';
import classes from './GroupPage.module.css';
import { GroupSettings } from './GroupSettings.tsx';
import { type OwnInvitation, useOwnInvitation } from './use-own-invitation.ts';

/** By id, or by owner and title as older links have it. */
export function GroupPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const owner = params.get('owner') ?? '';
  const title = params.get('title') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: keys.group(id || `${owner}/${title}`),
    queryFn: () => (id ? call(getGroup, { id }, { quiet: true }) : findGroup(owner, title)),
  });
  usePageTitle(data?.title);
  const own = useOwnInvitation(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  // nothing moves down when an invitation comes to stand above the items
  return data && own.isKnown ? <Loaded group={data} own={own} /> : <Loading />;
}

async function findGroup(owner: string, title: string): Promise<Group> {
  const { results } =
    owner && title ? await call(searchGroups, { q: `owner:${quoted(owner)} AND title:${quoted(title)}`, num: 1 }) : { results: [] };
  const [found] = results;
  if (!found) throw new ApiError(400, '', 'COM_0003');
  return call(getGroup, { id: found.id }, { quiet: true });
}

function Loaded({ group, own: { invitation, username } }: { group: Group; own: OwnInvitation }) {
  const t = useTranslate();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const session = useSession();
  const membership = group.userMembership?.memberType ?? 'none';
  const isManager = membership === 'owner' || membership === 'admin' || administers(group, 'portal:admin:updateGroups', session);
  const tabs = ['content', 'members', ...(isManager ? ['applications', 'settings'] : []), ...(group.description ? ['about'] : [])];
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'content';
  const withTab = (next: string | null) => (before: URLSearchParams) => {
    before.set('tab', next ?? 'content');
    if (before.get('tab') === 'content') before.delete('tab');
    // what was looked for in one list is not looked for in the next
    before.delete('q');
    before.delete('start');
    return before;
  };
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Avatar src={groupThumbnail(group)} name={group.title} radius="md" size={88} color="initials" alt="" />
        <div className={classes.words}>
          <Title order={1} className={classes.title}>
            <bdi>{group.title}</bdi>
          </Title>
          {group.snippet && (
            <p className={classes.snippet}>
              <bdi>{group.snippet}</bdi>
            </p>
          )}
          <p className={classes.meta}>
            <AccessBadge access={group.access} />
            <Link to={paths.user(group.owner)}>{t('shell.owner', { name: group.owner })}</Link>
            <span>{t('groups.created', { when: format.date(group.created) })}</span>
          </p>
        </div>
        <GroupActions group={group} isManager={isManager} mayApply={invitation === undefined} />
      </div>
      {invitation && <GroupInvited group={group} invitation={invitation} username={username} />}
      <Tabs value={tab} onChange={(next) => setParams(withTab(next), { replace: true, preventScrollReset: true })} keepMounted={false}>
        <Tabs.List mb="md" className={tabClasses.inLine}>
          <Tabs.Tab value="content">{t('groups.content')}</Tabs.Tab>
          <Tabs.Tab value="members">{t('groups.members')}</Tabs.Tab>
          {isManager && <Tabs.Tab value="applications">{t('groups.applications')}</Tabs.Tab>}
          {isManager && <Tabs.Tab value="settings">{t('groups.settings')}</Tabs.Tab>}
          {group.description && <Tabs.Tab value="about">{t('groups.about')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="content">
          <GroupItems group={group} isManager={isManager} />
        </Tabs.Panel>
        <Tabs.Panel value="members">
          <GroupMembers group={group} isManager={isManager} />
        </Tabs.Panel>
        <Tabs.Panel value="applications">
          <GroupApplications group={group} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <GroupSettings group={group} />
        </Tabs.Panel>
        <Tabs.Panel value="about">
          <SafeHtml html={group.description ?? ''} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.head}>
        <Skeleton width={88} height={88} radius={8} />
        <div className={classes.words}>
          <Skeleton height={30} width="50%" />
          <Skeleton height={16} width="80%" mt={14} />
        </div>
      </div>
    </div>
  );
}
