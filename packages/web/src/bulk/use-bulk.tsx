// Runs an operation on many things: progress, stopping, a result for each, undoing.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import type { Operation, Outcome, RunOptions } from './run-bulk.ts';

/** What is said of things of one sort. */
export interface BulkWords<Kind extends string> {
  doing: (kind: Kind, numbers: { done: string; total: string }) => string;
  done: (kind: Kind, count: number) => string;
  undone: (count: number) => string;
}

/** An operation under way. */
export interface Running<Kind extends string = string> {
  kind: Kind;
  isUndoing: boolean;
  count: number;
  total: number;
  stop: () => void;
}

/** An operation that did not work for everything. */
export interface Incomplete<T, Kind extends string = string> {
  operation: Operation<T, Kind>;
  outcome: Outcome<T>;
}

interface Options<Kind extends string> {
  words: BulkWords<Kind>;
  /** What is asked anew after each operation. */
  stale: QueryKey;
  onChanged: () => void;
}

/** How long the offer to undo stays. */
const UNDO_MS = 15_000;

/** One operation at a time; the newest one can be undone. */
export function useBulk<T, Kind extends string>({ words: say, stale, onChanged }: Options<Kind>) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [running, setRunning] = useState<Running<Kind>>();
  const [incomplete, setIncomplete] = useState<Incomplete<T, Kind>>();
  const undoable = useRef<() => void>(undefined);
  const isMounted = useRef(true);
  // the newest, so that what is under way is told in the words of now
  const told = useRef({ say, stale, onChanged });
  told.current = { say, stale, onChanged };
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const perform = useCallback(
    async (kind: Kind, isUndoing: boolean, total: number, work: (options: RunOptions) => Promise<Outcome<T>>) => {
      const control = new AbortController();
      const stop = () => control.abort();
      setRunning({ kind, isUndoing, count: 0, total, stop });
      try {
        const onProgress = (count: number) => setRunning({ kind, isUndoing, count, total, stop });
        return await work({ signal: control.signal, onProgress });
      } catch (error) {
        notifications.show({ message: words(error).text, color: 'vermilion', autoClose: 8000 });
        return undefined;
      } finally {
        setRunning(undefined);
        await client.invalidateQueries({ queryKey: told.current.stale });
      }
    },
    [client, words],
  );

  const undo = useCallback(
    async (operation: Operation<T, Kind>, items: readonly T[], id: string) => {
      undoable.current = undefined;
      notifications.hide(id);
      const back = operation.undo;
      const outcome = back && (await perform(operation.kind, true, items.length, (options) => back(items, options)));
      if (!outcome) return;
      told.current.onChanged();
      const { refused, left } = outcome;
      if (refused.length + left.length > 0) setIncomplete({ operation: { kind: operation.kind, run: back }, outcome });
      else notifications.show({ message: told.current.say.undone(items.length), color: 'lichen' });
    },
    [perform],
  );

  const start = useCallback(
    async (operation: Operation<T, Kind>, items: readonly T[]) => {
      const outcome = await perform(operation.kind, false, items.length, (options) => operation.run(items, options));
      if (!outcome) return;
      told.current.onChanged();
      const { done, refused, left } = outcome;
      if (refused.length + left.length > 0 && isMounted.current) setIncomplete({ operation, outcome });
      if (done.length === 0) {
        if (refused.length + left.length === 0) notifications.show({ message: t('shell.bulk.unchanged') });
        return;
      }
      const id = `bulk-${Date.now()}`;
      undoable.current = operation.undo ? () => void undo(operation, done, id) : undefined;
      notifications.show({
        id,
        color: 'lichen',
        autoClose: operation.undo ? UNDO_MS : undefined,
        message: (
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <span>{told.current.say.done(operation.kind, done.length)}</span>
            {operation.undo && (
              <Button size="compact-sm" variant="default" onClick={() => void undo(operation, done, id)}>
                {t('shell.bulk.undo')}
              </Button>
            )}
          </Group>
        ),
      });
    },
    [perform, t, undo],
  );

  return { running, incomplete, dismiss: () => setIncomplete(undefined), start, undoLast: () => undoable.current?.() };
}
