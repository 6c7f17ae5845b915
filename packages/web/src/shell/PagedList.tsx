// A list of which one page is shown: grey while it is asked for, words where there is nothing, and the pages below it.
import type { Page } from '@graticule/contract/paging';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatePage } from '../ui/StatePage.tsx';
import { Pager } from './Pager.tsx';

interface Props<Reply extends Page> {
  /** The page shown; undefined until it is known. */
  page: Reply | undefined;
  perPage: number;
  /** Of the grey sheet, in pixels. */
  height: number;
  /** Said where the list is empty. */
  empty: { title: string; text: string };
  onStart: (start: number) => void;
  children: (page: Reply) => ReactNode;
}

/** What looks for something in the list stands above it, and stays where it finds nothing. */
export function PagedList<Reply extends Page>({ page, perPage, height, empty, onStart, children }: Props<Reply>) {
  if (!page) return <Skeleton height={height} radius="lg" />;
  if (page.total === 0) return <StatePage isInline title={empty.title} text={empty.text} />;
  return (
    <>
      {children(page)}
      <Pager page={page} perPage={perPage} onStart={onStart} />
    </>
  );
}
