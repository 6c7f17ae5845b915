// groups.html: one's own groups, and all groups a person may see.
import type { Group } from '@graticule/contract/community/group';
import { getUser } from '@graticule/contract/community/users';
import { searchGroups } from '@graticule/contract/search';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
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
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';

const GroupDialog = lazy(async () => ({ default: (await import('../../groups/GroupDialog.tsx')).GroupDialog }));
const PER_PAGE = 20;
const VIEWS = ['my', 'all'] as const;

/** The view and the text are in the address. */
export function GroupsPage() {
  const t = useTranslate();
  usePageTitle(t('shell.nav.groups'));
  const navigate = useNavigate();
  const { user, can } = useSession();
  const [params, setParams] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const view = user ? (VIEWS.find((each) => each === params.get('view')) ?? 'my') : 'all';
  const text = params.get('q') ?? '';
  const search = useDebouncedCallback((q: string) => setParams({ view, ...(q.trim() ? { q } : {}) }, { replace: true }), 300);
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
        <TextInput
          key={view}
          aria-label={t('groups.find')}
          placeholder={t('groups.find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          w={240}
          defaultValue={text}
          onChange={(event) => search(event.currentTarget.value)}
        />
      </ListBar>
      {view === 'my' && user ? (
        <MyGroups username={user.username} text={text} onCreate={canCreate ? () => setCreating(true) : undefined} />
      ) : (
        <AllGroups text={text} />
      )}
      {isCreating && (
        <Suspense>
          <GroupDialog onClose={() => setCreating(false)} onDone={(group) => void navigate(paths.group(group.id))} />
        </Suspense>
      )}
    </ListPage>
  );
}

function MyGroups({ username, text, onCreate }: { username: string; text: string; onCreate: (() => void) | undefined }) {
  const t = useTranslate();
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
  return found.length === 0 ? (
    <StatePage isInline title={t('groups.no-match')} text={t('groups.no-match-text')} />
  ) : (
    <GroupRows groups={found} />
  );
}

function matches(group: Group, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [group.title, group.snippet, group.owner, ...group.tags].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}

function AllGroups({ text }: { text: string }) {
  const t = useTranslate();
  const { portal } = useSession();
  const [start, setStart] = useState(1);
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
