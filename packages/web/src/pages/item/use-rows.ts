// Rows of a layer, fetched in pages as they come into sight.
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

const PAGE = 100;

/** What of a layer is looked at. */
export interface RowsRequest {
  itemId: string;
  service: string;
  layer: LayerInfo;
  where: string;
  sort: { field: string; isDescending: boolean } | undefined;
}

/** The order is complete, so that pages neither repeat nor miss a row. */
export function orderBy(sort: RowsRequest['sort'], objectIdField: string): string {
  if (!sort) return `${objectIdField} ASC`;
  const own = `${sort.field} ${sort.isDescending ? 'DESC' : 'ASC'}`;
  return sort.field === objectIdField ? own : `${own},${objectIdField} ASC`;
}

/** How many rows match. */
export function useRowCount({ itemId, service, layer, where }: RowsRequest) {
  return useQuery({
    queryKey: keys.itemPart(itemId, `rows-${layer.id}-count-${where}`),
    queryFn: async ({ signal }) => {
      const query = { service, layer: String(layer.id), where, returnCountOnly: true };
      const reply: unknown = await call(queryLayer, query, { quiet: true, signal });
      return (reply as { count: number }).count;
    },
    placeholderData: keepPreviousData,
  });
}

/** The rows from `first` to before `end`; those not there yet are missing. */
export function useRows(request: RowsRequest, first: number, end: number) {
  const { itemId, service, layer, where, sort } = request;
  const orderByFields = orderBy(sort, layer.objectIdField);
  const pages = Array.from({ length: Math.ceil(end / PAGE) - Math.floor(first / PAGE) }, (_, i) => Math.floor(first / PAGE) + i);
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...keys.itemPart(itemId, `rows-${layer.id}`), where, orderByFields, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          queryLayer,
          {
            service,
            layer: String(layer.id),
            where,
            orderByFields,
            outFields: '*',
            returnGeometry: false,
            resultOffset: page * PAGE,
            resultRecordCount: PAGE,
          },
          { quiet: true, signal },
        ),
    })),
  });
  const rows = new Map<number, WireFeature>();
  results.forEach(({ data }, i) => {
    for (const [k, feature] of (data?.features ?? []).entries()) rows.set((pages[i] ?? 0) * PAGE + k, feature);
  });
  const failed = results.find(({ error }) => error);
  return { rows, error: failed?.error ?? null, retry: () => results.forEach(({ error, refetch }) => void (error && refetch())) };
}
