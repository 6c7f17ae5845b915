// Rows of a layer, fetched in pages as they come into sight.
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

/** Rows of one reply, where the layer gives so many. */
const PAGE = 100;

/** A layer may be set to give fewer; without shapes it gives somewhat more than with them. */
export function pageOf({ standardMaxRecordCountNoGeometry: most }: LayerInfo): number {
  return typeof most === 'number' && most >= 1 ? Math.min(PAGE, most) : PAGE;
}

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
    refetchOnWindowFocus: true,
  });
}

/** Asks for the rows of a layer anew, and how many match: those of every layer of the item where none is named. */
export function renewRows(client: QueryClient, itemId: string, layerId?: number): Promise<void> {
  const own = keys.item(itemId);
  const isOfLayer = (part: string) =>
    layerId === undefined ? part.startsWith('rows-') : part === `rows-${layerId}` || part.startsWith(`rows-${layerId}-`);
  return client.invalidateQueries({ queryKey: own, predicate: ({ queryKey }) => isOfLayer(String(queryKey[own.length])) });
}

/** What tells each row from the others while rows come and go: its number, or its place until it is known, or where its number is there twice. */
export function rowKeys(rows: ReadonlyMap<number, WireFeature>, { objectIdField }: LayerInfo, first: number, end: number): string[] {
  const seen = new Set<unknown>();
  return Array.from({ length: end - first }, (_, i) => {
    const objectId = rows.get(first + i)?.attributes[objectIdField];
    if (objectId === undefined || seen.has(objectId)) return `at ${first + i}`;
    seen.add(objectId);
    return String(objectId);
  });
}

/** A page of rows, and the last row of the page before when it was asked for: it begins behind that. */
interface RowPage {
  features: readonly WireFeature[];
  behind: number | undefined;
}

/** The server goes on behind the last row of a page for so long, five minutes, less what the way takes; then it skips rows as any page does. */
const CONTINUED_MS = 4 * 60_000;

function pageQuery(client: QueryClient, { itemId, service, layer, where, sort }: RowsRequest, page: number) {
  const orderByFields = orderBy(sort, layer.objectIdField);
  const size = pageOf(layer);
  const keyOf = (of: number) => [...keys.itemPart(itemId, `rows-${layer.id}`), where, orderByFields, size, of];
  return {
    queryKey: keyOf(page),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<RowPage> => {
      const behind = await endBefore(client, keyOf(page - 1), layer);
      const query = {
        service,
        layer: String(layer.id),
        where,
        orderByFields,
        outFields: '*',
        returnGeometry: false,
        resultOffset: page * size,
        resultRecordCount: size,
        resultType: 'standard',
      };
      const { features } = await call(queryLayer, query, { quiet: true, signal });
      return { features, behind };
    },
    // others may have edited meanwhile
    refetchOnWindowFocus: true,
  };
}

/** The last row of the page before, once that is there; nothing where it is not looked at, as after a jump. */
async function endBefore(client: QueryClient, queryKey: readonly unknown[], layer: LayerInfo): Promise<number | undefined> {
  // After a change all pages begin anew in one go.
  await Promise.resolve();
  const before = client.getQueryCache().find<RowPage>({ queryKey });
  if (before === undefined) return undefined;
  if (before.state.fetchStatus === 'fetching') await before.promise?.catch(() => undefined);
  else if (before.isActive() && Date.now() - before.state.dataUpdatedAt > CONTINUED_MS) await before.fetch().catch(() => undefined);
  return lastOf(before.state.data, layer);
}

function lastOf(page: RowPage | undefined, { objectIdField }: LayerInfo): number | undefined {
  const id = page?.features.at(-1)?.attributes[objectIdField];
  return typeof id === 'number' ? id : undefined;
}

/** The rows that were looked at, by their places. */
function knownRows(client: QueryClient, { itemId, layer, where, sort }: RowsRequest): Map<number, WireFeature> {
  const size = pageOf(layer);
  const prefix = [...keys.itemPart(itemId, `rows-${layer.id}`), where, orderBy(sort, layer.objectIdField), size];
  const pages = client.getQueriesData<RowPage>({ queryKey: prefix });
  return new Map(
    pages.flatMap(([queryKey, page]) =>
      (page?.features ?? []).map((feature, i) => [Number(queryKey[prefix.length]) * size + i, feature] as const),
    ),
  );
}

const idOf = ({ layer }: RowsRequest, { attributes }: WireFeature): number => Number(attributes[layer.objectIdField]);

/** The numbers of the rows from one to another that may be chosen; of the latter alone where not all between them were looked at. */
export function rowsBetween(
  client: QueryClient,
  request: RowsRequest,
  { from, to, mayChoose }: { from: number | undefined; to: number; mayChoose(feature: WireFeature): boolean },
): number[] {
  const known = knownRows(client, request);
  const ends = [...known].filter(([, feature]) => [from, to].includes(idOf(request, feature))).map(([place]) => place);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  if (from === undefined || ends.length !== 2) return [to];
  const rows = Array.from({ length: last - first + 1 }, (_, i) => known.get(first + i));
  if (!rows.every((feature) => feature !== undefined)) return [to];
  return rows.filter(mayChoose).map((feature) => idOf(request, feature));
}

/** At which place a row is, from 0: as far as it was looked at, or in the order of the numbers; undefined where it is not among the rows or nobody knows. */
export async function placeOf(client: QueryClient, request: RowsRequest, objectId: number): Promise<number | undefined> {
  const { service, layer, where, sort } = request;
  const known = [...knownRows(client, request)].find(([, feature]) => idOf(request, feature) === objectId);
  if (known) return known[0];
  if (sort !== undefined) return undefined;
  const count = async (condition: string) => {
    const query = { service, layer: String(layer.id), where: `(${where}) AND ${layer.objectIdField} ${condition}`, returnCountOnly: true };
    return ((await call(queryLayer, query)) as unknown as { count: number }).count;
  };
  const [own, before] = await Promise.all([count(`= ${objectId}`), count(`< ${objectId}`)]);
  return own > 0 ? before : undefined;
}

/** The rows from `first` to before `end`; those not there yet are missing. */
export function useRows(request: RowsRequest, first: number, end: number) {
  const client = useQueryClient();
  const { layer } = request;
  const size = pageOf(layer);
  const pages = Array.from({ length: Math.ceil(end / size) - Math.floor(first / size) }, (_, i) => Math.floor(first / size) + i);
  const results = useQueries({ queries: pages.map((page) => pageQuery(client, request, page)) });
  const rows = new Map<number, WireFeature>();
  results.forEach(({ data }, i) => {
    for (const [k, feature] of (data?.features ?? []).entries()) rows.set((pages[i] ?? 0) * size + k, feature);
  });
  // A page whose neighbour above ends elsewhere by now would show a row twice, or leave one out.
  const [displaced] = results.filter(({ data, isSuccess, isFetching }, i) => {
    const above = results[i - 1];
    return data && isSuccess && !isFetching && above?.isSuccess && !above.isFetching && data.behind !== lastOf(above.data, layer);
  });
  const renew = displaced?.refetch;
  const behind = displaced?.data?.behind;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one at each drawing
  useEffect(() => void renew?.(), [displaced === undefined, behind, pages[0]]);
  const failed = results.find(({ error }) => error);
  const pageAt = (place: number) => results[Math.floor(place / size) - (pages[0] ?? 0)];
  return {
    rows,
    error: failed?.error ?? null,
    retry: () => results.forEach(({ error, refetch }) => void (error && refetch())),
    /** Whether the page of a place is asked for, and its answer not there yet. */
    isComing: (place: number) => pageAt(place)?.isPending === true || pageAt(place)?.isFetching === true,
  };
}
