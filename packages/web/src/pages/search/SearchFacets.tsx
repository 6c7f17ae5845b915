// What was found, counted by type, sharing, owner and tag; each value turns a filter on and off.
import { searchItems } from '@graticule/contract/search';
import { NavLink } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { queryOf } from './query-of.ts';
import classes from './SearchFilters.module.css';
import { ACCESS, type SearchChoices } from './search-params.ts';

interface Props {
  choices: SearchChoices;
  onChoose: (changes: Record<string, string | readonly string[] | undefined>) => void;
}

/** The portal counts at most three fields in one request. */
const LONG_LISTS = ['type', 'owner', 'tags'];

/** The values that occur most among what was found. */
export function SearchFacets({ choices, onChoose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const { valuesOf: long, countedAmong } = useCounts(choices, LONG_LISTS);
  const { valuesOf: short } = useCounts(choices, ['access']);
  const isSame = (one: string | undefined, other: string) => one?.toLowerCase() === other.toLowerCase();
  const toggleTag = (value: string) => {
    const others = choices.tags.filter((tag) => !isSame(tag, value));
    onChoose({ tag: others.length < choices.tags.length ? others : [...choices.tags, value] });
  };
  const lists = [
    {
      name: 'type',
      title: t('search.type'),
      values: long('type'),
      label: typeLabel,
      isChosen: (value: string) => isSame(choices.type, value),
      toggle: (value: string) => onChoose({ type: isSame(choices.type, value) ? undefined : value }),
    },
    {
      name: 'access',
      title: t('search.access'),
      values: short('access').filter(({ value }) => ACCESS.some((each) => each === value)),
      label: (value: string) => t(`shell.access.${value as SearchChoices['access'] & string}`),
      isChosen: (value: string) => choices.access === value,
      toggle: (value: string) => onChoose({ access: choices.access === value ? undefined : value }),
    },
    {
      name: 'owner',
      title: t('search.owner'),
      values: long('owner'),
      label: (value: string) => value,
      isChosen: (value: string) => isSame(choices.owner, value),
      toggle: (value: string) => onChoose({ owner: isSame(choices.owner, value) ? undefined : value }),
    },
    {
      name: 'tags',
      title: t('search.tags'),
      values: long('tags'),
      label: (value: string) => value,
      isChosen: (value: string) => choices.tags.some((tag) => isSame(tag, value)),
      toggle: toggleTag,
    },
  ];
  return (
    <>
      {countedAmong !== undefined && <p className={classes.note}>{t('search.counted-among', { shown: format.number(countedAmong) })}</p>}
      {lists
        .filter((list) => list.values.length > 0)
        .map((list) => (
          <section key={list.name}>
            <h2 className={classes.heading}>{list.title}</h2>
            {list.values.map(({ value, count }) => (
              <NavLink
                key={value}
                component="button"
                label={<bdi>{list.label(value)}</bdi>}
                active={list.isChosen(value)}
                aria-pressed={list.isChosen(value)}
                rightSection={<span className={classes.count}>{format.number(count)}</span>}
                onClick={() => list.toggle(value)}
              />
            ))}
          </section>
        ))}
    </>
  );
}

/** Counts of some fields among what the choices find. */
function useCounts(choices: SearchChoices, countFields: string[]) {
  const session = useSession();
  const query = { q: queryOf(choices, session), bbox: choices.bbox, num: 0, countFields, countSize: 8 };
  const { data } = useQuery({
    queryKey: keys.itemSearch(query),
    queryFn: ({ signal }) => call(searchItems, query, { signal }),
    placeholderData: keepPreviousData,
  });
  const counts = data?.aggregations?.counts ?? [];
  return {
    valuesOf: (field: string) => counts.find((each) => each.fieldName.toLowerCase() === field)?.fieldValues ?? [],
    /** Among how many of the newest the values were counted, when not among all. */
    countedAmong: data?.aggregations?.countedAmong,
  };
}
