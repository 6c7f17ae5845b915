// A list of things in rows on one sheet: pictures, titles, a few words, what stands below them.
import { Skeleton } from '@mantine/core';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { ListTitle, type ListTitleOrder } from './ListTitle.tsx';
import classes from './Rows.module.css';

interface Part {
  /** A class of the list's own, for what only its rows have. */
  className?: string | undefined;
  children: ReactNode;
}

/** The sheet. */
export function Rows({ className, children, ...rest }: Part & { onKeyDown?: KeyboardEventHandler<HTMLUListElement> }) {
  return (
    <ul className={joined(classes.rows, className)} {...rest}>
      {children}
    </ul>
  );
}

/** One thing. */
export function Row({ className, children }: Part) {
  return <li className={joined(classes.row, className)}>{children}</li>;
}

/** What takes the room beside the picture. */
export function RowWords({ className, children, ...rest }: Part & { 'data-title'?: boolean }) {
  return (
    <div className={joined(classes.words, className)} {...rest}>
      {children}
    </div>
  );
}

/** The title, a link as a rule. */
export function RowTitle({ className, order = 2, children }: Part & { order?: ListTitleOrder | undefined }) {
  return (
    <ListTitle order={order} className={joined(classes.title, className)}>
      {children}
    </ListTitle>
  );
}

/** A sentence about the thing; no room is kept for an empty one. */
export function RowText({ className, children, dir }: Part & { dir?: 'auto' }) {
  return (
    <p className={joined(classes.text, className)} dir={dir}>
      {children}
    </p>
  );
}

/** Kind, owner, time and the like, in a line that wraps. */
export function RowMeta({ className, children }: Part) {
  return <div className={joined(classes.meta, className)}>{children}</div>;
}

/** Grey rows of the size of the real ones; `picture` is the grey picture of each. */
export function RowsSkeleton({
  count,
  className,
  picture,
  lines,
}: {
  count: number;
  className?: string | undefined;
  picture: ReactNode;
  lines: readonly SkeletonLine[];
}) {
  return (
    <ul className={classes.rows} aria-hidden>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Row key={i} className={className}>
          {picture}
          <RowWords>
            {lines.map(({ width, ...line }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
              <Skeleton key={at} width={width} {...line} />
            ))}
          </RowWords>
        </Row>
      ))}
    </ul>
  );
}

/** A grey line; heights and space above in pixels. */
interface SkeletonLine {
  width: string;
  height: number;
  mt?: number;
}

function joined(...names: readonly (string | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
