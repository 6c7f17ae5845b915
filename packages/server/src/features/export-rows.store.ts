// Runs the statements of exports.
import { receiveRows } from '../platform/db/binary-rows.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import type { RowReceiver } from '../platform/db/rows-query.ts';
import { type ExportPage, exportStatement } from './export-page.sql.ts';
import type { HostedLayer } from './layers.rules.ts';
import { translateQueryError } from './query/query-fault.rules.ts';

/** The rows of one page, as described at `exportStatement`. */
export async function exportPage(database: DatabaseHandle, layer: HostedLayer, page: ExportPage): Promise<unknown[][]> {
  const { text, values } = exportStatement(layer, page);
  try {
    return (await database.pool.query<unknown[]>({ text, values: values as unknown[], rowMode: 'array' as const })).rows;
  } catch (error) {
    return translateQueryError(error);
  }
}

/** A little more than the server's own limit, which ends the work as well as the wait. */
const ANSWER_TIMEOUT_MS = 32_000;

/** Hands over the rows of one page, as described at `exportStatement`. */
export async function receiveExportPage(
  database: DatabaseHandle,
  layer: HostedLayer,
  page: ExportPage,
  receiver: RowReceiver,
): Promise<void> {
  const { text, values } = exportStatement(layer, page, true);
  await receiveRows(database, { text, values, timeoutMs: ANSWER_TIMEOUT_MS }, receiver).catch(translateQueryError);
}

/** The text of a reference system as the database has it. */
export async function referenceText(database: DatabaseHandle, srid: number): Promise<string | null> {
  const found = await database.pool.query<{ srtext: string }>('select srtext from spatial_ref_sys where srid = $1::integer', [srid]);
  return found.rows[0]?.srtext ?? null;
}
