// Reads all rows of a layer in pages of a moderate size, for exports.
import { cellKinds } from '@graticule/geo/convert/binary-row';
import type { RowEncoder } from '@graticule/geo/formats/format-writer';
import type { Portal } from '../platform/context.ts';
import type { StoredField } from '../schema/features.ts';
import { exportPage, receiveExportPage, referenceText } from './export-rows.store.ts';
import { replaced } from './layer-facts.store.ts';
import { baseTable, type HostedLayer } from './layers.rules.ts';
import type { RecordFilter } from './query/layer-query.rules.ts';
import { withPlace } from './query/near-places.ts';
import { countRecords } from './query/query.store.ts';
import { readRecordFilter } from './query/read-query.ts';
import { isTableOfLayer } from './services.store.ts';

/** A row of an export: values in the order of the fields, dates as epoch milliseconds. */
export interface ExportedRow {
  wkb: Uint8Array | null;
  values: unknown[];
}

const FIRST_PAGE = 200;
const MAX_PAGE = 1000;
/** Rows that are encoded as they arrive take no memory but that of their bytes. */
const MAX_ENCODED_PAGE = 2000;
/** A page is meant to hold about so many bytes of geometry and text. */
const PAGE_BYTES = 1024 * 1024;
const NUMBERS = /(Integer|BigInteger|Date|Double|Single)$/;

/** The fields that an export gives: all but those the portal keeps for itself; the global ids come last where they are wanted. */
export function exportedFields(layer: HostedLayer, withGlobalIds = false): StoredField[] {
  const own = layer.fields.filter((field) => field.type !== 'esriFieldTypeOID' && field.type !== 'esriFieldTypeGlobalID');
  return withGlobalIds ? [...own, ...layer.fields.filter((field) => field.type === 'esriFieldTypeGlobalID')] : own;
}

/** Which rows to export, as clients say it in queries. */
export type ExportQuery = Parameters<typeof readRecordFilter>[1];

/** The conditions of an export, checked. @throws INVALID_QUERY */
export async function exportFilter(portal: Portal, layer: HostedLayer, query: ExportQuery): Promise<RecordFilter> {
  return withPlace(portal, readRecordFilter(layer, query));
}

/** The number of rows that the conditions of an export leave. @throws INVALID_QUERY */
export async function countExported(portal: Portal, layer: HostedLayer, query: ExportQuery, username: string): Promise<number> {
  const filter = await exportFilter(portal, layer, query);
  return countRecords(portal.database, { layer, filter, moment: { now: portal.clock.now(), username } });
}

/** Rows in the order of their object ids. Memory does not grow with their number. */
export async function* exportRows(
  portal: Portal,
  layer: HostedLayer,
  { query, srid, username, globalIds }: { query: ExportQuery; srid: number; username: string; globalIds?: boolean },
): AsyncGenerator<ExportedRow[]> {
  const fields = exportedFields(layer, globalIds);
  const filter = await exportFilter(portal, layer, query);
  const moment = { now: portal.clock.now(), username };
  let after = -1;
  for (let limit = FIRST_PAGE; ; ) {
    const rows = await exportPage(portal.database, layer, { fields, filter, moment, srid, after, limit });
    await requireSameRows(portal, layer);
    if (rows.length === 0) return;
    after = Number(rows[rows.length - 1]?.[0]);
    let bytes = 1;
    yield rows.map((row) => {
      const values = fields.map((field, i) => {
        const value = row[i + 1] ?? null;
        if (typeof value === 'string') bytes += value.length;
        return value !== null && NUMBERS.test(field.type) ? Number(value) : value;
      });
      const wkb = layer.geometryType === null ? null : ((row[fields.length + 1] ?? null) as Uint8Array | null);
      bytes += wkb?.length ?? 0;
      return { wkb, values };
    });
    if (rows.length < limit) return;
    limit = Math.max(1, Math.min(MAX_PAGE, limit * 4, Math.floor((rows.length * PAGE_BYTES) / bytes)));
  }
}

/** What an encoder makes of all rows in the order of their object ids, in pieces; `wrote` hears of every page. */
export async function* exportBytes(
  portal: Portal,
  layer: HostedLayer,
  {
    query,
    username,
    globalIds,
    wrote,
  }: { query: ExportQuery; username: string; globalIds?: boolean; wrote: (rows: number) => Promise<void> },
  encoder: RowEncoder,
): AsyncGenerator<Uint8Array> {
  const fields = exportedFields(layer, globalIds);
  const filter = await exportFilter(portal, layer, query);
  const moment = { now: portal.clock.now(), username };
  let after = -1;
  for (let limit = FIRST_PAGE; ; ) {
    let count = 0;
    await receiveExportPage(
      portal.database,
      layer,
      { fields, filter, moment, srid: encoder.srid, after, limit },
      {
        columns: (oids) => encoder.columns(cellKinds(oids)),
        row: (row) => {
          count++;
          after = row.integer(0);
          encoder.add(row);
          return undefined;
        },
      },
    );
    await requireSameRows(portal, layer);
    if (count === 0) return;
    const bytes = encoder.take();
    yield bytes;
    await wrote(count);
    if (count < limit) return;
    limit = Math.max(1, Math.min(MAX_ENCODED_PAGE, limit * 4, Math.floor((count * PAGE_BYTES) / bytes.length)));
  }
}

/**
 * Ends an export through a view once other rows stand in the place of those that it shows: some of the one and some of the others would make a whole. Layers
 * are read from their own table, which stays.
 * @throws UNABLE_TO_COMPLETE
 */
async function requireSameRows(portal: Portal, layer: HostedLayer): Promise<void> {
  if (layer.view !== undefined && !(await isTableOfLayer(portal.db, baseTable(layer)))) throw replaced();
}

/** The text of a reference system for files beside the data; null when the database has none. */
export async function referenceTextOf(portal: Portal, srid: number): Promise<string | null> {
  return referenceText(portal.database, srid);
}
