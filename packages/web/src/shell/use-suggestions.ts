// Titles that fit what is being typed in the search box.
import { type Suggestion, suggest } from '@graticule/contract/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { paths } from '../paths.ts';
import type { SearchFilter } from './search-filters.ts';

/** Long enough not to ask for every letter, short enough not to be noticed. */
const PAUSE_MS = 180;
const SHORTEST = 2;
const SHOWN = 8;

/** Asks after a pause in typing; a request that another one overtakes is aborted. */
export function useSuggestions(text: string, filter: SearchFilter, isWanted: boolean): readonly Suggestion[] {
  const [typed] = useDebouncedValue(text.trim(), PAUSE_MS);
  // an asterisk is refused by the search itself, and within a group titles from elsewhere would mislead
  const isAsked = isWanted && typed.length >= SHORTEST && text.trim().length >= SHORTEST && !typed.includes('*') && filter !== 'this-group';
  const { data } = useQuery({
    queryKey: ['suggestions', typed],
    queryFn: ({ signal }) => call(suggest, { text: typed, num: SHOWN }, { signal, quiet: true }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!isAsked || !data) return [];
  return filter === 'groups' ? data.suggestions.filter(({ kind }) => kind === 'group') : data.suggestions;
}

/** The page of what was suggested. */
export function suggestionAddress({ kind, id }: Suggestion): string {
  return kind === 'group' ? paths.group(id) : paths.item(id);
}
