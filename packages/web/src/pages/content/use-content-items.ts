// Items of the content page, fetched in pages as they come into sight.
import type { Item } from '@graticule/contract/content/item';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ContentChoice, FURTHEST, PAGE, pageQuery } from './content-query.ts';

/** Requests under way at the same time when all of a list is fetched. */
const AT_ONCE = 4;

/** The items from `first` to before `end`; those not there yet are missing. */
export function useContentItems(choice: ContentChoice, first: number, end: number) {
  const client = useQueryClient();
  const head = useQuery({ ...pageQuery(choice, 0), placeholderData: keepPreviousData });
  const total = head.data?.total ?? 0;
  const from = Math.floor(first / PAGE);
  const pages = Array.from({ length: Math.max(0, Math.ceil(Math.min(end, total) / PAGE) - from) }, (_, i) => from + i);
  const results = useQueries({ queries: pages.map((page) => ({ ...pageQuery(choice, page), enabled: page > 0 })) });
  const items = new Map<number, Item>();
  const put = (page: number, found: readonly Item[] | undefined) => {
    for (const [k, item] of (found ?? []).entries()) items.set(page * PAGE + k, item);
  };
  results.forEach(({ data }, i) => {
    const page = pages[i] ?? 0;
    if (page > 0) put(page, data?.items);
  });
  put(0, head.data?.items);

  /** Fetches what is missing of a stretch of the list. */
  const itemsBetween = useCallback(
    async (start: number, stop: number, onProgress?: (count: number) => void): Promise<Item[]> => {
      const wanted = Array.from({ length: Math.ceil(stop / PAGE) - Math.floor(start / PAGE) }, (_, i) => Math.floor(start / PAGE) + i);
      const found = new Map<number, readonly Item[]>();
      for (let at = 0; at < wanted.length; at += AT_ONCE) {
        const batch = wanted.slice(at, at + AT_ONCE);
        const replies = await Promise.all(batch.map((page) => client.fetchQuery(pageQuery(choice, page))));
        for (const [i, reply] of replies.entries()) found.set(batch[i] ?? 0, reply.items);
        onProgress?.(Math.min(stop, (wanted[at + batch.length - 1] ?? 0) * PAGE + PAGE) - start);
      }
      return wanted.flatMap((page) => (found.get(page) ?? []).filter((_, k) => page * PAGE + k >= start && page * PAGE + k < stop));
    },
    [client, choice],
  );

  const failed = results.find(({ error }) => error)?.error ?? null;
  return {
    total: head.data?.total,
    /** As many as can be scrolled to. */
    reachable: Math.min(total, FURTHEST),
    items,
    isStale: head.isPlaceholderData,
    error: head.error ?? failed,
    retry: () => void Promise.all([head.refetch(), ...results.filter(({ error }) => error).map(({ refetch }) => refetch())]),
    itemsBetween,
  };
}
