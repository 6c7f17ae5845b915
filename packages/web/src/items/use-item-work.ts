// What is being done to make an item: a layer that is published, a file that is exported, an upload whose parts are joined.
import type { Item } from '@graticule/contract/content/item';
import { getItemStatus, type ItemStatus } from '@graticule/contract/content/user-items';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { renewItems } from './renew-items.ts';

const AGAIN_MS = 3000;

/** How far the work is, or how it failed; asked for until it is over, when everything about the item is read anew. */
export function useItemWork(item: Item): ItemStatus | undefined {
  const client = useQueryClient();
  const isRunning = item.status === 'processing';
  const { data } = useQuery({
    queryKey: ['item-work', item.id],
    queryFn: () => call(getItemStatus, { username: item.owner, id: item.id }, { quiet: true }),
    enabled: isRunning || item.status === 'failed',
    refetchInterval: isRunning ? AGAIN_MS : false,
    staleTime: 0,
    retry: false,
  });
  const isOver = isRunning && data !== undefined && data.status !== 'processing';
  useEffect(() => {
    if (isOver) void renewItems(client);
  }, [isOver, client]);
  return data;
}
