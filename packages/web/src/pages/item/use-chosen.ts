// The rows of a table that are chosen.
import type { Item } from '@graticule/contract/content/item';
import type { WireFeature } from '@graticule/contract/services/layer';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { isOfSomebodyElse } from '../../features/edit-rights.ts';
import { type RowsRequest, rowsBetween } from './use-rows.ts';

/** By their numbers, in sight or not; rows that somebody else added only where the person may delete them. */
export function useChosen(request: RowsRequest, item: Item) {
  const client = useQueryClient();
  const session = useSession();
  const place = { item, layer: request.layer };
  const mayChoose = ({ attributes }: WireFeature) => !isOfSomebodyElse(place, attributes, 'allowOthersToDelete', session);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const latest = useRef<number>(undefined);
  const shown = useRef({ request, mayChoose });
  shown.current = { request, mayChoose };
  const choose = useCallback(
    (objectId: number, isChosen: boolean, isRange: boolean) => {
      const { request: rows, mayChoose: may } = shown.current;
      const ids = isRange ? rowsBetween(client, rows, { from: latest.current, to: objectId, mayChoose: may }) : [objectId];
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
    mayChoose,
    choose,
    drop: (objectIds: readonly number[]) => setChosen((before) => new Set([...before].filter((id) => !objectIds.includes(id)))),
    clear: () => setChosen(new Set()),
  };
}

/** What is chosen, and how that changes. */
export type Choice = ReturnType<typeof useChosen>;
