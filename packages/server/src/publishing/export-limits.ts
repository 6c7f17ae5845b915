// What a format holds at most, compared with the rows that an export really writes: those that its conditions leave.
import { refuse } from '@graticule/contract/refusals/refusal';
import { countExported, type ExportQuery, type HostedLayer } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { ExportFormat } from './export-formats.ts';
import { writtenFields } from './export-source.ts';

/** A layer and its conditions. */
export interface LayerWanted {
  layer: HostedLayer;
  query: ExportQuery;
}

/**
 * Refuses what the format cannot hold, before anything is written. `mostPrepared` limits what is written to the disk while a caller waits.
 * @throws TOO_MANY_ROWS, INVALID_QUERY
 */
export async function requireFitting(
  portal: Portal,
  format: ExportFormat,
  wanted: readonly LayerWanted[],
  { username, mostPrepared }: { username: string; mostPrepared?: number },
): Promise<void> {
  const mostOf = (layer: HostedLayer): number | undefined =>
    format.maxLayerRows ?? format.mostRowsWith?.(writtenFields(layer, format.keepsGlobalIds === true));
  const limits = [format.maxRows, ...wanted.map(({ layer }) => mostOf(layer)), mostPrepared].filter((limit) => limit !== undefined);
  if (limits.length === 0) return;
  // Without conditions there are no more rows than the layers say; a view may not have been counted since its source changed.
  const told = wanted.reduce((sum, { layer }) => sum + layer.rowCount, 0);
  if (told <= Math.min(...limits) && wanted.every(({ layer }) => layer.view === undefined)) return;
  const counts: { layer: HostedLayer; rows: number }[] = [];
  for (const { layer, query } of wanted) counts.push({ layer, rows: await countExported(portal, layer, query, username) });
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  for (const { layer, rows } of counts) {
    const most = mostOf(layer) ?? rows;
    if (rows > most) throw refuse('export-layer-large', { layer: layer.name, count: rows, format: format.name, most });
  }
  if (total > (format.maxRows ?? total)) {
    throw refuse('export-large', { format: format.name, most: format.maxRows ?? total });
  }
  if (total > (mostPrepared ?? total)) {
    throw refuse('download-large', { format: format.name, most: mostPrepared ?? total });
  }
}
