// groups.html: one's own groups, and all groups a person may see.
import type { Group } from '@graticule/contract/community/group';
import { getUser } from '@graticule/contract/community/users';
import { searchGroups } from '@graticule/contract/search';
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { GroupRows, GroupRowsSkeleton } from '../../groups/GroupRows.tsx';
import { groupedText } from '../../items/search-query.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { type ListAddress, useListAddress } from '../../ui/use-list-address.ts';

const GroupDialog = lazy(async () => ({ default: (await import('../../groups/GroupDialog.tsx')).GroupDialog }));
const PER_PAGE = 20;
const VIEWS = ['my', 'all'] as const;

/** The view and the text are in the address. */
export function GroupsPage() {
  const t = useTranslate();
  usePageTitle(t('shell.nav.groups'));
  const navigate = useNavigate();
  const { user, can } = useSession();
  const address = useListAddress();
  const [, setParams] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const view = user ? (VIEWS.find((each) => each === address.get('view')) ?? 'my') : 'all';
  const text = address.get('q') ?? '';
  const canCreate = can('portal:user:createGroup');
  return (
    <ListPage
      title={t('shell.nav.groups')}
      intro={t('groups.intro')}
      actions={
        canCreate && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
            {t('groups.create')}
          </Button>
        )
      }
    >
      <ListBar
        start={
          user && (
            <SegmentedControl
              aria-label={t('groups.view')}
              value={view}
              onChange={(next) => setParams({ view: next })}
              data={VIEWS.map((value) => ({ value, label: t(`groups.view.${value}`) }))}
            />
          )
        }
      >
        <FindField key={view} label={t('groups.find')} value={text} width={240} onFind={(q) => address.choose('q', q)} />
      </ListBar>
      {view === 'my' && user ? (
        <MyGroups username={user.username} address={address} onCreate={canCreate ? () => setCreating(true) : undefined} />
      ) : (
        <AllGroups address={address} />
      )}
      {isCreating && (
        <Suspense>
          <GroupDialog onClose={() => setCreating(false)} onDone={(group) => void navigate(paths.group(group.id))} />
        </Suspense>
      )}
    </ListPage>
  );
}

interface ListProps {
  address: ListAddress;
}

function MyGroups({ username, address, onCreate }: ListProps & { username: string; onCreate: (() => void) | undefined }) {
  const t = useTranslate();
  const { start, setStart } = address;
  const text = address.get('q') ?? '';
  const { data, error, refetch } = useQuery({ queryKey: [...keys.groups, 'mine', username], queryFn: () => call(getUser, { username }) });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <GroupRowsSkeleton count={4} />;
  const mine = (data.groups ?? []).filter((group) => !group.isFav);
  const found = mine.filter((group) => matches(group, text)).sort((a, b) => a.title.localeCompare(b.title));
  if (mine.length === 0) {
    return (
      <StatePage
        isInline
        title={t('groups.none')}
        text={t('groups.none-text')}
        action={
          onCreate ? { label: t('groups.create'), onClick: onCreate } : { label: t('groups.view.all'), to: paths.groups({ view: 'all' }) }
        }
      />
    );
  }
  if (found.length === 0) return <StatePage isInline title={t('groups.no-match')} text={t('groups.no-match-text')} />;
  const page = { start, num: PER_PAGE, total: found.length, nextStart: -1 };
  return (
    <>
      <GroupRows groups={found.slice(start - 1, start - 1 + PER_PAGE)} />
      <Pager page={page} perPage={PER_PAGE} onStart={setStart} />
    </>
  );
}

function matches(group: Group, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [group.title, group.snippet, group.owner, ...group.tags].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}

function AllGroups({ address: { get, start, setStart } }: ListProps) {
  const t = useTranslate();
  const { portal } = useSession();
  const text = get('q') ?? '';
  const query = { q: groupedText(text) || `orgid:${portal.id}`, sortField: 'title', sortOrder: 'asc', start, num: PER_PAGE };
  const { data, error, refetch } = useQuery({
    queryKey: keys.groupSearch(query),
    queryFn: () => call(searchGroups, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <GroupRowsSkeleton count={6} />;
  if (data.total === 0)
    return (
      <StatePage
        isInline
        title={t(text ? 'groups.no-match' : 'groups.none-public')}
        text={t(text ? 'groups.no-match-text' : 'groups.none-public-text')}
      />
    );
  return (
    <>
      <GroupRows groups={data.results} />
      <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
    </>
  );
}
