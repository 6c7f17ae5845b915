// The items shared with a group.
import { GROUP_CONTENT_SORTS, type Group } from '@graticule/contract/community/group';
import { searchGroupContent } from '@graticule/contract/content/group-content';
import type { Item } from '@graticule/contract/content/item';
import { unshareItem } from '@graticule/contract/content/sharing';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { ItemRows, ItemRowsSkeleton } from '../../items/ItemRows.tsx';
import { groupedText } from '../../items/search-query.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { LIST_VIEW_KEY, LIST_VIEWS, ViewSwitch } from '../../shell/ViewSwitch.tsx';
import { FindField } from '../../ui/FindField.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { useListAddress } from '../../ui/use-list-address.ts';
import { GroupFeatured } from './GroupFeatured.tsx';
import { useFeatured } from './use-featured.ts';

const PER_PAGE = 24;

/** Managers, and owners of items, take them out again. */
export function GroupItems({ group, isManager }: { group: Group; isManager: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const { get, start, choose, setStart } = useListAddress();
  const [view, setView] = useKept(LIST_VIEW_KEY, LIST_VIEWS, 'rows');
  const text = get('q') ?? '';
  const query = {
    q: groupedText(text) || undefined,
    start,
    num: PER_PAGE,
    ...orderOf(group),
  };
  const { data, error, refetch } = useQuery({
    queryKey: [...keys.items, 'group', group.id, query],
    queryFn: () => call(searchGroupContent, { id: group.id, ...query }),
    placeholderData: keepPreviousData,
  });
  const removing = useItemChange((item: Item) => call(unshareItem, { id: item.id, groups: [group.id] }), {
    success: t('groups.item-removed'),
  });
  const featured = useFeatured(group);
  const mayRemove = (item: Item) => isManager || item.owner === session.user?.username;

  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return view === 'rows' ? <ItemRowsSkeleton count={4} /> : <ItemCardsSkeleton count={4} />;
  if (data.total === 0 && !text) {
    const isMember = group.userMembership && group.userMembership.memberType !== 'none';
    return (
      <StatePage
        isInline
        title={t('groups.empty')}
        text={t(isMember ? 'groups.empty-member' : 'groups.empty-text')}
        action={isMember && session.can('portal:user:createItem') ? { label: t('shell.my-items'), to: paths.content() } : undefined}
      />
    );
  }
  return (
    <>
      {!text && start === 1 && <GroupFeatured items={featured.items} />}
      <ListBar start={t('search.found', { count: data.total, shown: format.number(data.total) })}>
        <FindField label={t('groups.find-items')} value={text} onFind={(q) => choose('q', q)} />
        <ViewSwitch value={view} onChange={setView} />
      </ListBar>
      {data.total === 0 ? (
        <StatePage isInline title={t('search.nothing')} text={t('search.nothing-text')} />
      ) : view === 'rows' ? (
        <ItemRows
          items={data.results}
          trailing={(item) => (
            <>
              {isManager && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={t(featured.has(item) ? 'groups.unfeature-of' : 'groups.feature-of', { title: item.title })}
                  loading={featured.isBusyWith(item)}
                  disabled={featured.isFull && !featured.has(item)}
                  onClick={() => featured.toggle(item)}
                >
                  {t(featured.has(item) ? 'groups.unfeature' : 'groups.feature')}
                </Button>
              )}
              {mayRemove(item) && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  aria-label={t('groups.remove-of', { title: item.title })}
                  loading={removing.isPending && removing.variables?.id === item.id}
                  onClick={() => removing.mutate(item)}
                >
                  {t('groups.remove')}
                </Button>
              )}
            </>
          )}
        />
      ) : (
        <ItemCards items={data.results} />
      )}
      <Pager page={data} perPage={PER_PAGE} onStart={setStart} />
    </>
  );
}

/** As its managers chose; by title where an older value is none that items can be sorted by. */
function orderOf({ sortField, sortOrder }: Group): { sortField: string; sortOrder: string } {
  const known = GROUP_CONTENT_SORTS.find((field) => field === sortField?.toLowerCase());
  return known === undefined
    ? { sortField: 'title', sortOrder: 'asc' }
    : { sortField: known, sortOrder: sortOrder === 'desc' ? 'desc' : 'asc' };
}
