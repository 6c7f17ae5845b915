// What a format holds at most, compared with the rows that an export really writes: those that its conditions leave.
import { fail } from '@graticule/contract/errors';
import { countExported, type ExportQuery, type HostedLayer } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { ExportFormat } from './export-formats.ts';

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
  const limits = [format.maxRows, format.maxLayerRows, mostPrepared].filter((limit) => limit !== undefined);
  if (limits.length === 0) return;
  // Without conditions there are no more rows than the layers say; a view may not have been counted since its source changed.
  const told = wanted.reduce((sum, { layer }) => sum + layer.rowCount, 0);
  if (told <= Math.min(...limits) && wanted.every(({ layer }) => layer.view === undefined)) return;
  const counts: { layer: HostedLayer; rows: number }[] = [];
  for (const { layer, query } of wanted) counts.push({ layer, rows: await countExported(portal, layer, query, username) });
  const total = counts.reduce((sum, { rows }) => sum + rows, 0);
  for (const { layer, rows } of counts) {
    if (rows > (format.maxLayerRows ?? rows)) {
      throw fail('TOO_MANY_ROWS', {
        values: [`The layer ${layer.name}, with ${rows} rows as ${format.name},`, `${format.maxLayerRows} rows (${LESS})`],
      });
    }
  }
  if (total > (format.maxRows ?? total)) {
    throw fail('TOO_MANY_ROWS', { values: [`The layer, as ${format.name},`, `${format.maxRows} rows (${LESS})`] });
  }
  if (total > (mostPrepared ?? total)) {
    throw fail('TOO_MANY_ROWS', {
      values: [`The layer, as a direct download of ${format.name},`, `${mostPrepared} rows (export it to an item)`],
    });
  }
}

const LESS = 'choose another format, or conditions that leave fewer rows';
