// How far a table of any number of rows is scrolled.
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { barAt, rowsAt, type Scrolled, scrolledTo, type TableSize } from './visible-rows.ts';

/** The table stands still when nothing moved for so long. */
const STILL_MS = 200;

interface Place extends Scrolled {
  /** From the beginning of the lines, whichever side that is. */
  start: number;
  /** Of how many rows. */
  count: number;
}

/** Once the table stands still, its bar is put where the rows are: steps move both alike, although there are more rows than the bar can tell apart. */
export function useTableScroll(size: TableSize) {
  const { count, rowHeight, viewHeight } = size;
  const element = useRef<HTMLDivElement>(null);
  const [known, setPlace] = useState<Place>({ top: 0, at: 0, start: 0, count });
  const place = known.count === count ? known : fitting(known, size);
  const latest = useRef(place);
  latest.current = place;
  /** Where the bar was put by this page: that is no scrolling. */
  const own = useRef<number>(undefined);

  const put = useCallback((at: number, of: TableSize) => {
    const top = barAt(at, of);
    // in one go, so that no frame shows the one without the other
    flushSync(() => setPlace({ ...latest.current, top, at, count: of.count }));
    if (!element.current) return;
    element.current.scrollTop = top;
    own.current = element.current.scrollTop;
  }, []);

  const { top, at } = place;
  useEffect(() => {
    const of = { count, rowHeight, viewHeight };
    if (Math.abs(barAt(at, of) - top) < 1) return;
    const timer = setTimeout(() => put(at, of), STILL_MS);
    return () => clearTimeout(timer);
  }, [top, at, count, rowHeight, viewHeight, put]);

  const onScroll = ({ currentTarget: { scrollTop, scrollLeft } }: UIEvent<HTMLElement>) => {
    const isOwn = own.current !== undefined && Math.abs(own.current - scrollTop) < 1;
    const next = isOwn ? { top: scrollTop, at: latest.current.at } : scrolledTo(scrollTop, latest.current, size);
    if (!isOwn) own.current = undefined;
    latest.current = { ...next, start: Math.abs(scrollLeft), count };
    setPlace(latest.current);
  };
  /** Makes the row at a place, from 0, the first in sight. */
  const goTo = (row: number) => put(Math.max(0, Math.min(row * rowHeight, count * rowHeight - viewHeight)), size);
  return { element, place, onScroll, goTo };
}

/** Rows that come and go do not move those in sight; another choice of rows is where its bar is. */
function fitting(place: Place, size: TableSize): Place {
  const isSame = Math.abs(barAt(place.at, size) - place.top) < size.viewHeight;
  return { ...place, at: isSame ? place.at : rowsAt(place.top, size), count: size.count };
}
