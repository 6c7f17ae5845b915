// The choices beside the results: kind, time of change, owner, tags.
import { Button, Collapse, NavLink, useMantineTheme } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconMapSearch } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { FILTER_LABEL, SEARCH_FILTERS } from '../../shell/search-filters.ts';
import { ChosenFilters } from './ChosenFilters.tsx';
import { SearchFacets } from './SearchFacets.tsx';
import classes from './SearchFilters.module.css';
import { type SearchChoices, SINCE } from './search-params.ts';

const AreaDialog = lazy(async () => ({ default: (await import('./AreaDialog.tsx')).AreaDialog }));

interface Props {
  choices: SearchChoices;
  onChoose: (changes: Record<string, string | readonly string[] | undefined>) => void;
}

/** Open beside the list; on phones behind a button, with what is chosen in sight and the way to the results always at hand. */
export function SearchFilters(props: Props) {
  const t = useTranslate();
  const theme = useMantineTheme();
  const isNarrow = useMediaQuery(`(max-width: ${theme.breakpoints.md})`, undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const opener = useRef<HTMLButtonElement>(null);
  if (!isNarrow) return <Choices {...props} />;
  return (
    <div>
      <Button
        ref={opener}
        variant="default"
        fullWidth
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        onClick={toggle}
        aria-expanded={isOpen}
      >
        {t('search.filters')}
      </Button>
      {!isOpen && <ChosenFilters {...props} />}
      <Collapse expanded={isOpen}>
        <Choices {...props} />
      </Collapse>
      {isOpen && (
        <div className={classes.done}>
          <Button
            fullWidth
            onClick={() => {
              close();
              opener.current?.focus();
            }}
          >
            {t('search.show-results')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Choices({ choices, onChoose }: Props) {
  const t = useTranslate();
  const [isDrawing, drawing] = useDisclosure(false);
  const current = choices.isPeople ? undefined : choices.isGroups ? 'groups' : choices.filter;
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
      <NavLink
        component="button"
        label={t('search.people')}
        active={choices.isPeople}
        aria-current={choices.isPeople}
        onClick={() => onChoose({ t: 'users', focus: undefined })}
      />
      {!choices.isGroups && !choices.isPeople && (
        <>
          <ChosenFilters choices={choices} onChoose={onChoose} />
          <h2 className={classes.heading}>{t('search.area')}</h2>
          <NavLink
            component="button"
            label={t('search.area.choose')}
            active={choices.bbox !== undefined}
            leftSection={<IconMapSearch size={18} stroke={1.75} aria-hidden />}
            onClick={drawing.open}
          />
          {isDrawing && (
            <Suspense>
              <AreaDialog
                bbox={choices.bbox}
                onClose={drawing.close}
                onChoose={(bbox) => {
                  drawing.close();
                  onChoose({ bbox });
                }}
              />
            </Suspense>
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
          <SearchFacets choices={choices} onChoose={onChoose} />
        </>
      )}
    </nav>
  );
}
