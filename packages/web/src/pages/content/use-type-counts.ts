// The types among a person's items, with how many there are of each.
import { searchUserContent } from '@graticule/contract/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { type ContentChoice, contentQuery } from './content-query.ts';

/** Counted among what the other filters find, most frequent first. */
export function useTypeCounts(choice: ContentChoice): readonly { value: string; count: number }[] {
  const { username } = choice;
  const query = { q: contentQuery({ ...choice, type: undefined }, Date.now()), num: 0, countFields: ['type'], countSize: 100 };
  const { data } = useQuery({
    queryKey: keys.userContent(username, query),
    queryFn: ({ signal }) => call(searchUserContent, { username, ...query }, { signal }),
    placeholderData: keepPreviousData,
  });
  const values = data?.aggregations?.counts[0]?.fieldValues ?? [];
  const chosen = choice.type?.toLowerCase();
  return chosen === undefined || values.some(({ value }) => value === chosen) ? values : [{ value: chosen, count: 0 }, ...values];
}
