// Which rows of a long list are in sight while the page itself is scrolled.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows drawn beyond what is in sight, on each side. */
const AROUND = 12;

/** Where a list lies against the window. */
export interface ListPlace {
  /** Top of the list below the top of the window; negative once it is scrolled past. */
  top: number;
  viewHeight: number;
}

/** The rows to draw. */
export function rowsInSight(count: number, rowHeight: number, { top, viewHeight }: ListPlace): { first: number; end: number } {
  const first = Math.max(0, Math.floor(-top / rowHeight) - AROUND);
  const end = Math.min(count, Math.ceil((viewHeight - top) / rowHeight) + AROUND);
  return { first: Math.min(first, Math.max(0, count - 1)), end: Math.max(end, 0) };
}

/** Follows scrolling and the size of the window; draws again only when other rows come into sight. */
export function useWindowRows(list: RefObject<HTMLElement | null>, count: number, rowHeight: number): { first: number; end: number } {
  const [rows, setRows] = useState({ first: 0, end: 40 });
  useLayoutEffect(() => {
    const look = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = rowsInSight(count, rowHeight, { top, viewHeight: window.innerHeight });
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, count, rowHeight]);
  return { first: Math.min(rows.first, count), end: Math.min(rows.end, count) };
}
