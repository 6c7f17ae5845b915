// Groups of the organisation, looked up while their title is typed: there may be thousands.
import type { Group } from '@graticule/contract/community/group';
import { searchGroups } from '@graticule/contract/search';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';

/** Offered at once; further ones are found by more of their title. */
const OFFERED = 50;

/** Without words the first by title; undefined until they are known. Characters of the grammar count as blanks. */
export function useFoundGroups(typed: string): readonly Group[] | undefined {
  const { portal } = useSession();
  const [text] = useDebouncedValue(typed, 250);
  const query = { q: groupsQuery(text, portal.id), num: OFFERED, sortField: 'title' };
  const { data } = useQuery({
    queryKey: keys.groupSearch(query),
    queryFn: () => call(searchGroups, query),
    placeholderData: keepPreviousData,
  });
  return data?.results;
}

/** Groups with all the words in their titles, whole or as beginnings. */
export function groupsQuery(text: string, orgId: string): string {
  const words = text.split(/[\s*?:"()[\]{}\\^~!+/-]+/).filter((word) => word !== '' && !/^(AND|OR|NOT|TO)$/.test(word));
  return [...words.map((word) => `title:${word}*`), `orgid:${orgId}`].join(' AND ');
}
