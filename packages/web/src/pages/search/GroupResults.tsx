// Groups that match a search.
import { searchGroups } from '@graticule/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { GroupRows, GroupRowsSkeleton } from '../../groups/GroupRows.tsx';
import { groupedText, groupSort } from '../../items/search-query.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { MAX_PAGES, PER_PAGE, type SearchChoices } from './search-params.ts';

/** Sorted by title unless the address says otherwise. */
export function GroupResults({ choices, onStart }: { choices: SearchChoices; onStart: (start: number) => void }) {
  const t = useTranslate();
  const format = useFormat();
  const { portal } = useSession();
  const [field, sortOrder] = choices.sort?.split(':') ?? [];
  const sortField = groupSort(field) ?? 'title';
  const q = groupedText(choices.text) || `orgid:${portal.id}`;
  const query = { q, start: choices.start, num: PER_PAGE, sortField, sortOrder };
  const { data, error, refetch } = useQuery({
    queryKey: keys.groupSearch(query),
    queryFn: () => call(searchGroups, query),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <GroupRowsSkeleton count={6} />;
  if (data.total === 0) {
    return (
      <StatePage
        isInline
        title={t('search.no-groups')}
        text={t('search.nothing-text')}
        action={{ label: t('search.all-groups'), to: paths.groups() }}
      />
    );
  }
  return (
    <>
      <ListBar start={t('search.groups-found', { count: data.total, shown: format.number(data.total) })}>{null}</ListBar>
      <GroupRows groups={data.results} />
      <Pager page={data} perPage={PER_PAGE} maxPages={MAX_PAGES} onStart={onStart} />
    </>
  );
}
