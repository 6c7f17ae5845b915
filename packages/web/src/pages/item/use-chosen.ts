// The rows of a table that are chosen.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { type RowsRequest, rowsBetween } from './use-rows.ts';

/** By their numbers, in sight or not. */
export function useChosen(request: RowsRequest) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef<number>(undefined);
  const shown = useRef(request);
  shown.current = request;
  const choose = useCallback(
    (objectId: number, isChosen: boolean, isRange: boolean) => {
      const ids = isRange ? rowsBetween(client, shown.current, latest.current, objectId) : [objectId];
      latest.current = objectId;
      setChosen((before) => {
        const after = new Set(before);
        for (const id of ids) {
          if (isChosen) after.add(id);
          else after.delete(id);
        }
        return after;
      });
    },
    [client],
  );
  return {
    chosen,
    choose,
    drop: (objectIds: readonly number[]) => setChosen((before) => new Set([...before].filter((id) => !objectIds.includes(id)))),
    clear: () => setChosen(new Set()),
  };
}

/** What is chosen, and how that changes. */
export type Choice = ReturnType<typeof useChosen>;
