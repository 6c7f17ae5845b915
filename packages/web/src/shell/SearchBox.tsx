// The search box of the header: a filter, a text with suggestions, and Enter.
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import classes from './SearchBox.module.css';
import { SearchInput } from './SearchInput.tsx';
import { FILTER_LABEL, preselectedFilter, SEARCH_FILTERS, type SearchFilter } from './search-filters.ts';

const WildcardNotice = lazy(async () => ({ default: (await import('./WildcardNotice.tsx')).WildcardNotice }));

/** Searches from any page. */
export function SearchBox({ onSearch }: { onSearch?: () => void }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const location = useLocation();
  const [params] = useSearchParams();
  const input = useRef<HTMLInputElement>(null);
  const groupId = location.pathname.endsWith('/group.html') ? params.get('id') : null;
  const filters: SearchFilter[] = groupId ? ['this-group', ...SEARCH_FILTERS] : [...SEARCH_FILTERS];
  const preselected = preselectedFilter(location.pathname, params);
  const [filter, setFilter] = useState<SearchFilter>(preselected);
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);

  useEffect(() => setFilter(preselected), [preselected]);
  useEffect(() => {
    if (location.pathname.endsWith('/search.html')) setText(params.get('q') ?? '');
  }, [location.pathname, params]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q.includes('*')) return setRefused(true);
    if (q === '') return input.current?.focus();
    onSearch?.();
    void navigate(searchAddress(filter, q, groupId));
  };
  const step = (by: 1 | -1) => {
    const at = (filters.indexOf(filter) + by + filters.length) % filters.length;
    setFilter(filters[at] ?? 'all');
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser we support
    <form className={classes.box} role="search" onSubmit={submit}>
      <MenuButton
        position="bottom-start"
        width={200}
        trigger={
          <button type="button" className={classes.filter} aria-label={`${t('shell.search.filter')}: ${t(FILTER_LABEL[filter])}`}>
            <span>{t(FILTER_LABEL[filter])}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        }
        entries={filters.map((each) => ({
          key: each,
          label: t(FILTER_LABEL[each]),
          isChosen: each === filter,
          onChoose: () => setFilter(each),
        }))}
      />
      <SearchInput input={input} text={text} filter={filter} onText={setText} onStep={step} onOpened={() => onSearch?.()} />
      <button type="submit" className={classes.go} aria-label={t('shell.search')}>
        <IconSearch size={18} aria-hidden />
      </button>
      {isRefused && (
        <Suspense>
          <WildcardNotice
            onClose={() => {
              setRefused(false);
              input.current?.focus();
            }}
          />
        </Suspense>
      )}
    </form>
  );
}

/** The result page of a filter and a text. */
function searchAddress(filter: SearchFilter, q: string, groupId: string | null): string {
  if (filter === 'groups') return paths.search({ q, t: 'groups' });
  if (filter === 'this-group' && groupId) return paths.search({ q, t: 'content', group: groupId });
  return paths.search({ q, t: 'content', focus: filter === 'all' ? undefined : filter });
}
