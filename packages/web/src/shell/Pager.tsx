// Moves through a list page by page.
import type { Page } from '@graticule/contract/paging';
import { Pagination, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useFormat, useTranslate } from '../language/use-language.ts';
import classes from './Pager.module.css';

interface Props {
  /** The reply shown now. */
  page: Page;
  perPage: number;
  /** Pages that can be gone to; all of them unless told. */
  maxPages?: number;
  onStart: (start: number) => void;
}

/** The portal counts at most this far into a list. */
const FURTHEST = 10_000;

/** Which of how many, and the pages; nothing when all fits on one. */
export function Pager({ page, perPage, maxPages = Number.POSITIVE_INFINITY, onStart }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  if (page.total <= perPage && page.start === 1) return null;
  const last = Math.min(page.total, page.start + perPage - 1);
  return (
    <div className={classes.pager}>
      <Text size="sm" c="dimmed" className="tabular">
        {t('shell.paging.range', { from: format.number(page.start), to: format.number(last), total: format.number(page.total) })}
      </Text>
      <Pagination
        aria-label={t('shell.paging')}
        // one line, and room for a finger
        siblings={isPhone ? 0 : 1}
        classNames={{ control: classes.control }}
        gap={isPhone ? 4 : 8}
        total={Math.min(maxPages, Math.ceil(Math.min(page.total, FURTHEST) / perPage))}
        value={Math.floor((page.start - 1) / perPage) + 1}
        onChange={(number) => {
          onStart((number - 1) * perPage + 1);
          window.scrollTo({ top: 0 });
        }}
        getControlProps={(control) => ({
          'aria-label': t(control === 'previous' || control === 'first' ? 'shell.paging.previous' : 'shell.paging.next'),
        })}
      />
    </div>
  );
}
