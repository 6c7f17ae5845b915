// What a list shows, kept in the address: going back, or passing the address on, shows the same page of the same list.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** The choices of a list. */
export interface ListAddress {
  /** Undefined where nothing is chosen. */
  get: (name: string) => string | undefined;
  /** From 1. */
  start: number;
  /** Chooses; the list begins at its first page again. Nothing and the empty text take a choice away. */
  choose: (name: string, value: string | null | undefined) => void;
  setStart: (start: number) => void;
}

/** Pages are steps of the history; what is typed and chosen is not. */
export function useListAddress(): ListAddress {
  const [params, setParams] = useSearchParams();
  const choose = useCallback(
    (name: string, value: string | null | undefined) =>
      setParams(
        (before) => {
          before.delete('start');
          if (value) before.set(name, value);
          else before.delete(name);
          return before;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const setStart = useCallback(
    (start: number) =>
      setParams((before) => {
        if (start > 1) before.set('start', String(start));
        else before.delete('start');
        return before;
      }),
    [setParams],
  );
  return {
    get: (name) => params.get(name) || undefined,
    start: Math.max(1, Math.floor(Number(params.get('start'))) || 1),
    choose,
    setStart,
  };
}
