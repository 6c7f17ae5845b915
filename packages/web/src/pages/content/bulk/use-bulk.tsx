// Runs an operation on many items: progress, stopping, a result for each item, undoing.
import type { Item } from '@graticule/contract/content/item';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useErrorWords } from '../../../api/error-words.ts';
import { keys } from '../../../api/keys.ts';
import { useTranslate } from '../../../language/use-language.ts';
import type { Operation } from './operations.ts';
import type { Outcome } from './run-bulk.ts';

/** How long the offer to undo stays. */
const UNDO_MS = 15_000;

/** An operation under way. */
export interface Running {
  kind: Operation['kind'];
  isUndoing: boolean;
  count: number;
  total: number;
  stop: () => void;
}

/** An operation that did not work for every item. */
export interface Incomplete {
  operation: Operation;
  outcome: Outcome;
}

/** One operation at a time; the newest one can be undone. */
export function useBulk(onChanged: () => void) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [running, setRunning] = useState<Running>();
  const [incomplete, setIncomplete] = useState<Incomplete>();
  const undoable = useRef<() => void>(undefined);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const perform = useCallback(
    async (kind: Operation['kind'], isUndoing: boolean, total: number, work: (options: object) => Promise<Outcome>) => {
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
        await client.invalidateQueries({ queryKey: keys.items });
      }
    },
    [client, words],
  );

  const undo = useCallback(
    async (operation: Operation, items: readonly Item[], id: string) => {
      undoable.current = undefined;
      notifications.hide(id);
      const outcome = await perform(
        operation.kind,
        true,
        items.length,
        async (options) => (await operation.undo?.(items, options)) as Outcome,
      );
      if (!outcome) return;
      onChanged();
      const { refused, left } = outcome;
      if (refused.length + left.length > 0) setIncomplete({ operation, outcome });
      else notifications.show({ message: t('content.undone', { count: items.length }), color: 'lichen' });
    },
    [onChanged, perform, t],
  );

  const start = useCallback(
    async (operation: Operation, items: readonly Item[]) => {
      const outcome = await perform(operation.kind, false, items.length, (options) => operation.run(items, options));
      if (!outcome) return;
      onChanged();
      const { done, refused, left } = outcome;
      if (refused.length + left.length > 0 && isMounted.current) setIncomplete({ operation, outcome });
      if (done.length === 0) {
        if (refused.length + left.length === 0) notifications.show({ message: t('content.unchanged') });
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
            <span>{t(`content.done.${operation.kind}`, { count: done.length })}</span>
            {operation.undo && (
              <Button size="compact-sm" variant="default" onClick={() => void undo(operation, done, id)}>
                {t('content.undo')}
              </Button>
            )}
          </Group>
        ),
      });
    },
    [onChanged, perform, t, undo],
  );

  return { running, incomplete, dismiss: () => setIncomplete(undefined), start, undoLast: () => undoable.current?.() };
}
