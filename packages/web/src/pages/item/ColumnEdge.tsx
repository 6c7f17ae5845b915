// The edge of a column's head: dragged it makes the column wider or narrower, with a double click as wide as what stands in it.
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import classes from './ColumnEdge.module.css';
import { fittingWidth, NARROWEST, WIDEST } from './column-widths.ts';

/** What an arrow key moves the edge; with the shift key more. @units pixels */
const STEP = 16;
const LONG_STEP = 64;
/** Around what stands in a cell, and beside the name in a head. @units pixels */
const AROUND = 26;
const MARKS = 22;

interface Props {
  /** What the column is called, for people. */
  name: string;
  /** The head of the column, and how wide it is to be. */
  onWidth: (head: HTMLElement, width: number) => void;
}

/** Arrow keys move it to their side, whichever side the next column is on; Enter fits. */
export function ColumnEdge({ name, onWidth }: Props) {
  const t = useTranslate();
  const edge = useRef<HTMLSpanElement>(null);
  const drag = useRef<{ from: number; width: number }>(undefined);
  // the browser gives columns their widths until somebody does
  const tell = () => {
    if (edge.current) edge.current.setAttribute('aria-valuenow', String(Math.round(headOf(edge.current).offsetWidth)));
  };
  useLayoutEffect(tell);
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = { from: event.clientX, width: headOf(event.currentTarget).offsetWidth };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const head = headOf(event.currentTarget);
    const { from, width } = drag.current;
    const next = fittingWidth(width + (event.clientX - from) * outwards(head));
    if (next !== head.offsetWidth) onWidth(head, next);
  };
  const end = () => {
    drag.current = undefined;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const head = headOf(event.currentTarget);
    const side = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (side === 0 && event.key !== 'Enter') return;
    // the table would be scrolled
    event.preventDefault();
    const step = (event.shiftKey ? LONG_STEP : STEP) * side * outwards(head);
    onWidth(head, side === 0 ? neededWidth(head) : fittingWidth(head.offsetWidth + step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <span
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('item.data.width-of', { name })}
      aria-valuenow={NARROWEST}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      title={t('item.data.width-hint')}
      className={classes.edge}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => onWidth(headOf(event.currentTarget), neededWidth(headOf(event.currentTarget)))}
      onFocus={tell}
      onKeyDown={press}
    />
  );
}

function headOf(edge: HTMLElement): HTMLElement {
  return edge.closest('th') ?? edge;
}

/** 1 where columns grow to the right, -1 in mirrored pages. */
function outwards(head: HTMLElement): 1 | -1 {
  return getComputedStyle(head).direction === 'rtl' ? -1 : 1;
}

/** What the column needs to show its name and the values that are drawn. */
function neededWidth(head: HTMLElement): number {
  const name = head.querySelector('bdi')?.scrollWidth ?? 0;
  const cells = [...(head.closest('table')?.querySelectorAll<HTMLElement>('td[data-field]') ?? [])];
  const values = cells
    .filter(({ dataset }) => dataset.field === head.dataset.column)
    .flatMap((cell) => [...cell.querySelectorAll('span')].map(({ scrollWidth }) => scrollWidth));
  return fittingWidth(Math.max(name + MARKS, ...values) + AROUND);
}
