// The values that were changed in a table, the latest first to be taken back.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { useHotkeys } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CellValue } from '../../features/cell-text.ts';
import { saveValue, type TypedValue } from './save-value.ts';
import { renewRows } from './use-rows.ts';

/** One value that was changed. */
export interface Change {
  objectId: number;
  field: WireField;
  before: CellValue;
  after: string | number | null;
}

/** Changes beyond this many are not remembered. */
const MOST = 100;

/** Takes changes back one by one, with the keys that do it everywhere too; what somebody else wrote since is asked about as in every change. */
export function useUndo(itemId: string, service: string, layer: LayerInfo) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<readonly Change[]>([]);
  const last = changes.at(-1);
  // others may have been made since
  const drop = (change: Change) => setChanges((before) => before.filter((each) => each !== change));
  const taking = useMutation({
    mutationFn: ({ change: { objectId }, typed }: { change: Change; typed: TypedValue }) => saveValue(service, layer, objectId, typed),
    onSuccess: async (_, { change }) => {
      drop(change);
      await renewRows(client, itemId, layer.id);
    },
  });
  const undo = () => {
    if (!last || taking.isPending) return;
    const { field, before, after } = last;
    taking.mutate({ change: last, typed: { field, before: after, value: before ?? null } });
  };
  const add = useCallback((change: Change) => setChanges((before) => [...before.slice(1 - MOST), change]), []);
  useHotkeys([['mod+Z', undo]]);
  return {
    last,
    undo,
    isBusy: taking.isPending,
    /** Set when it could not be taken back. */
    failed: taking.error ? { objectId: taking.variables.change.objectId, typed: taking.variables.typed, error: taking.error } : undefined,
    /** Takes it back although somebody else changed it. */
    insist: (typed: TypedValue) => taking.variables && taking.mutate({ change: taking.variables.change, typed }),
    /** Leaves the value as it is now. */
    giveUp: () => {
      if (taking.variables) drop(taking.variables.change);
      taking.reset();
      void renewRows(client, itemId, layer.id);
    },
    add,
  };
}

/** The changes that can be taken back, and taking them back. */
export type Undo = ReturnType<typeof useUndo>;
