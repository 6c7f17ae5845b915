// The choices beside the results: kind, time of change, owner, tags.
import { searchItems } from '@graticule/contract/search';
import { Button, Collapse, NavLink, Pill, useMantineTheme } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { FILTER_LABEL, SEARCH_FILTERS } from '../../shell/search-filters.ts';
import { queryOf } from './query-of.ts';
import classes from './SearchFilters.module.css';
import { type SearchChoices, SINCE } from './search-params.ts';

interface Props {
  choices: SearchChoices;
  onChoose: (changes: Record<string, string | readonly string[] | undefined>) => void;
}

/** Open beside the list; on phones behind a button. */
export function SearchFilters(props: Props) {
  const t = useTranslate();
  const theme = useMantineTheme();
  const isNarrow = useMediaQuery(`(max-width: ${theme.breakpoints.md})`, undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  if (!isNarrow) return <Choices {...props} />;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={toggle}
        aria-expanded={isOpen}
      >
        {t('search.filters')}
      </Button>
      <Collapse expanded={isOpen}>
        <Choices {...props} />
      </Collapse>
    </>
  );
}

function Choices({ choices, onChoose }: Props) {
  const t = useTranslate();
  const current = choices.isGroups ? 'groups' : choices.filter;
  const chosen = [
    ...(choices.owner ? [{ label: t('shell.owner', { name: choices.owner }), clear: { owner: undefined } }] : []),
    ...(choices.type ? [{ label: choices.type, clear: { type: undefined } }] : []),
    ...choices.tags.map((tag) => ({ label: tag, clear: { tag: choices.tags.filter((each) => each !== tag) } })),
  ];
  return (
    <nav aria-label={t('search.filters')} className={classes.filters}>
      <h2 className={classes.heading}>{t('search.kind')}</h2>
      {SEARCH_FILTERS.map((filter) => (
        <NavLink
          key={filter}
          component="button"
          label={t(FILTER_LABEL[filter])}
          active={current === filter}
          aria-current={current === filter}
          onClick={() =>
            onChoose(
              filter === 'groups' ? { t: 'groups', focus: undefined } : { t: 'content', focus: filter === 'all' ? undefined : filter },
            )
          }
        />
      ))}
      {!choices.isGroups && (
        <>
          {chosen.length > 0 && (
            <div className={classes.chosen}>
              {chosen.map(({ label, clear }) => (
                <Pill
                  key={label}
                  withRemoveButton
                  onRemove={() => onChoose(clear)}
                  removeButtonProps={{ 'aria-label': t('search.remove', { name: label }), 'aria-hidden': false }}
                >
                  {label}
                </Pill>
              ))}
            </div>
          )}
          <h2 className={classes.heading}>{t('search.changed')}</h2>
          {[undefined, ...SINCE].map((since) => (
            <NavLink
              key={since ?? 'ever'}
              component="button"
              label={t(`search.since.${since ?? 'ever'}`)}
              active={choices.since === since}
              aria-current={choices.since === since}
              onClick={() => onChoose({ since })}
            />
          ))}
          <Facets choices={choices} onChoose={onChoose} />
        </>
      )}
    </nav>
  );
}

/** The owners and tags that occur most among what was found. */
function Facets({ choices, onChoose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const query = { q: queryOf(choices, session), num: 0, countFields: ['owner', 'tags'], countSize: 8 };
  const { data } = useQuery({
    queryKey: keys.itemSearch(query),
    queryFn: () => call(searchItems, query),
    placeholderData: keepPreviousData,
  });
  const counts = data?.aggregations?.counts ?? [];
  const facet = (field: string) => counts.find((each) => each.fieldName.toLowerCase() === field)?.fieldValues ?? [];
  const lists = [
    {
      name: 'owner',
      title: t('search.owner'),
      values: facet('owner').filter(({ value }) => value !== choices.owner),
      choose: (value: string) => onChoose({ owner: value }),
    },
    {
      name: 'tags',
      title: t('search.tags'),
      values: facet('tags').filter(({ value }) => !choices.tags.includes(value)),
      choose: (value: string) => onChoose({ tag: [...choices.tags, value] }),
    },
  ];
  return lists
    .filter((list) => list.values.length > 0)
    .map((list) => (
      <section key={list.name}>
        <h2 className={classes.heading}>{list.title}</h2>
        {list.values.map(({ value, count }) => (
          <NavLink
            key={value}
            component="button"
            label={value}
            rightSection={<span className={classes.count}>{format.number(count)}</span>}
            onClick={() => list.choose(value)}
          />
        ))}
      </section>
    ));
}
