// search.html: items or groups that match what was typed and chosen.
import { searchItems } from '@graticule/contract/search';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { ItemCards, ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { ItemRows, ItemRowsSkeleton } from '../../items/ItemRows.tsx';
import { shownText } from '../../items/search-query.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { ListBar } from '../../shell/ListBar.tsx';
import { Pager } from '../../shell/Pager.tsx';
import { LIST_VIEW_KEY, LIST_VIEWS, ViewSwitch } from '../../shell/ViewSwitch.tsx';
import { ListPage } from '../../ui/ListPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import { useKept } from '../../ui/use-kept.ts';
import { GroupResults } from './GroupResults.tsx';
import { PeopleResults } from './PeopleResults.tsx';
import { queryOf } from './query-of.ts';
import { SavedSearches } from './SavedSearches.tsx';
import { SearchFilters } from './SearchFilters.tsx';
import classes from './SearchPage.module.css';
import { MAX_PAGES, PER_PAGE, readChoices, type SearchChoices } from './search-params.ts';

const SORT_KEY = 'graticule-search-sort';
const SORTS = ['relevance', 'modified:desc', 'created:desc', 'title:asc', 'numviews:desc', 'owner:asc'] as const;

/** The address holds every choice. */
export function SearchPage() {
  const t = useTranslate();
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  const choices = readChoices(params);
  const text = shownText(choices.text);
  usePageTitle(text ? t('search.title-for', { text }) : t('search.title'));

  /** Changes choices and goes back to the first page. */
  const choose = (changes: Record<string, string | readonly string[] | undefined>) => {
    const next = new URLSearchParams(params);
    next.delete('start');
    next.delete('resetSort');
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name);
      for (const each of typeof value === 'string' ? [value] : (value ?? [])) next.append(name, each);
    }
    setParams(next);
  };

  return (
    <ListPage
      // In its own direction: signs at its end would else stand at the wrong side in a page of the other one.
      title={text ? t('search.title-for', { text: `\u2068${text}\u2069` }) : t('search.title')}
      actions={user && <SavedSearches username={user.username} params={params} />}
      aside={<SearchFilters choices={choices} onChoose={choose} />}
    >
      {choices.isPeople ? (
        <PeopleResults choices={choices} onStart={(start) => choose({ start: String(start) })} />
      ) : choices.isGroups ? (
        <GroupResults choices={choices} onStart={(start) => choose({ start: String(start) })} />
      ) : (
        <ItemResults choices={choices} onChoose={choose} />
      )}
    </ListPage>
  );
}

interface ResultsProps {
  choices: SearchChoices;
  onChoose: (changes: Record<string, string | undefined>) => void;
}

function ItemResults({ choices, onChoose }: ResultsProps) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [view, setView] = useKept(LIST_VIEW_KEY, LIST_VIEWS, 'rows');
  const [keptSort, keepSort] = useKept(SORT_KEY, [...SORTS, 'none'], 'none');
  const chosenSort = choices.sort ?? (choices.isSortReset || keptSort === 'none' ? undefined : keptSort);
  const sort = chosenSort ?? (choices.text.trim() ? 'relevance' : 'modified:desc');
  const [sortField, sortOrder] = sort === 'relevance' ? [] : sort.split(':');
  const query = { q: queryOf(choices, session), bbox: choices.bbox, start: choices.start, num: PER_PAGE, sortField, sortOrder };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keys.itemSearch(query),
    queryFn: async ({ signal }) => withTotal(await call(searchItems, query, { signal })),
    placeholderData: keepPreviousData,
  });

  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  const setSort = (value: string | null) => {
    keepSort(SORTS.find((each) => each === value) ?? 'none');
    const [field, order] = value && value !== 'relevance' ? value.split(':') : [];
    onChoose({ sortField: field, sortOrder: order });
  };
  return (
    <>
      <ListBar
        start={
          <span aria-live="polite">
            {data ? t('search.found', { count: data.total, shown: format.number(data.total) }) : t('shell.loading')}
          </span>
        }
      >
        <Select
          aria-label={t('search.sort')}
          allowDeselect={false}
          w={200}
          value={sort}
          onChange={setSort}
          data={SORTS.map((value) => ({ value, label: t(`search.sort.${value.split(':')[0] as 'relevance'}`) }))}
        />
        <ViewSwitch value={view} onChange={setView} />
      </ListBar>
      {!data ? (
        view === 'rows' ? (
          <ItemRowsSkeleton count={8} />
        ) : (
          <ItemCardsSkeleton count={8} />
        )
      ) : data.total === 0 ? (
        <StatePage
          isInline
          title={t('search.nothing')}
          text={t('search.nothing-text')}
          action={{ label: t('search.clear'), to: paths.search({ t: 'content' }) }}
        />
      ) : (
        <div className={classes.results} data-stale={isPlaceholderData || undefined}>
          {view === 'rows' ? <ItemRows items={data.results} /> : <ItemCards items={data.results} />}
          <Pager page={data} perPage={PER_PAGE} maxPages={MAX_PAGES} onStart={(start) => onChoose({ start: String(start) })} />
          {data.total > MAX_PAGES * PER_PAGE && (
            <p className={classes.limit}>{t('search.first-pages', { shown: format.number(MAX_PAGES * PER_PAGE) })}</p>
          )}
        </div>
      )}
    </>
  );
}

/** A reply without a total is taken to hold everything. @source CO-325 */
function withTotal<Reply extends { total: number; results: readonly unknown[] }>(reply: Reply): Reply {
  return { ...reply, total: reply.total ?? reply.results.length };
}
