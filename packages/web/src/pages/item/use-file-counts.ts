// How many files the rows in sight have, asked for page by page.
import { queryAttachments } from '@graticule/contract/services/attachments';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { useQueries } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { pageOf } from './use-rows.ts';

/** By object id; a row has no entry until it is known. Empty for layers that take no files. */
export function useFileCounts(
  itemId: string,
  service: string,
  layer: LayerInfo,
  rows: ReadonlyMap<number, WireFeature>,
): ReadonlyMap<number, number> {
  const pages: number[][] = [];
  if (layer.hasAttachments === true)
    for (const [index, feature] of rows) {
      const page = Math.floor(index / pageOf(layer));
      pages[page] = [...(pages[page] ?? []), Number(feature.attributes[layer.objectIdField])];
    }
  const ids = Object.values(pages);
  const results = useQueries({ queries: ids.map((page) => countsQuery(itemId, service, layer.id, page.join(','))) });
  return new Map(results.flatMap(({ data }, i) => (data ? [...(ids[i] ?? []).map((id) => [id, 0] as const), ...data] : [])));
}

/** Below a key of its own: it is forgotten when files are added or removed. */
function countsQuery(itemId: string, service: string, layerId: number, objectIds: string) {
  return {
    queryKey: [...keys.itemPart(itemId, `file-counts-${layerId}`), objectIds],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = { service, layer: String(layerId), objectIds, returnCountOnly: true };
      const { attachmentGroups } = await call(queryAttachments, query, { quiet: true, signal });
      return attachmentGroups.map(({ parentObjectId, count = 0 }) => [parentObjectId, count] as const);
    },
    retry: false,
  };
}
