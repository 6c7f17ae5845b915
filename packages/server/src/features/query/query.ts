// Answers queries of a layer.
import { refuse } from '@graticule/contract/refusals/refusal';
import { encodeCountPbf, encodeExtentPbf, encodeIdsPbf } from '@graticule/geo/convert/feature-pbf';
import { WGS84, wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { untilGone } from '../../platform/db/held-connection.ts';
import { type HostedLayer, type HostedService, objectIdField, STORED_SRID } from '../layers.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import { attributesPbf, esriJsonBytes, geoJsonBytes, pbfBytes } from './encode-features.ts';
import { isUnfiltered, type LayerQuery, type PageEnd } from './layer-query.rules.ts';
import { withPlace } from './near-places.ts';
import { continuedPage } from './page-ends.ts';
import {
  countDistinct,
  countGroups,
  countRecords,
  distinctRows,
  extentOf,
  featureRows,
  isKnownSrid,
  pageOfObjectIds,
  statisticRows,
} from './query.store.ts';
import { unknownSystem } from './query-fault.rules.ts';
import { type QueryInput, readQuery } from './read-query.ts';
import { distinctView, extentView, featureSetView, placelessFeatures, statisticsView } from './replies.view.ts';

/** What a query gives: an object for JSON, its text where that was asked for and is made faster, or bytes with their type. */
export type QueryAnswer = { json: object } | { jsonText: Uint8Array } | { contentType: string; body: string | Uint8Array };

/** Asks for the text of the Esri JSON reply instead of an object. */
export const JSON_TEXT = 'jsonText';

const json = (value: object): QueryAnswer => ({ json: value });
const pbf = (body: Uint8Array): QueryAnswer => ({ contentType: 'application/x-protobuf', body });
const geoJson = (body: string | Uint8Array): QueryAnswer => ({ contentType: 'application/geo+json; charset=utf-8', body });

/**
 * Answers a query in the wanted format.
 * @throws INVALID_QUERY with the parameter that is wrong
 * @throws QUERY_TIMED_OUT after 30 seconds
 */
export async function queryFeatures(
  portal: Portal,
  caller: Caller,
  target: { service: HostedService; layer: HostedLayer },
  input: QueryInput,
  format: string,
): Promise<QueryAnswer> {
  const { layer } = target;
  const asked = readQuery(target.service, layer, input, format);
  if (!(await isKnownSrid(portal.database, asked.outSrid))) throw unknownSystem('outSR', asked.outSrid);
  const database = untilGone(portal.database, caller.gone);
  const query = await withPlace({ database }, asked);
  const moment = momentOf(portal, caller);
  switch (query.kind) {
    case 'count': {
      const count =
        isUnfiltered(query) && knowsItself(layer) ? layer.rowCount : await countRecords(database, { layer, filter: query, moment });
      return counted(count, format);
    }
    case 'ids': {
      const continued = continuedPage(portal, caller, { layer, query, moment });
      const { ids, end } = await pageOfObjectIds(database, layer, continued.query, moment);
      if (end !== undefined) continued.ended(ids.length, end);
      const objectIdFieldName = objectIdField(layer).name;
      if (format === 'pbf') return pbf(encodeIdsPbf(objectIdFieldName, ids));
      return json({ objectIdFieldName, objectIds: ids, ...(end === undefined ? {} : { exceededTransferLimit: true }) });
    }
    case 'extent':
      return extentAnswer(database, layer, query, moment, format);
    case 'distinct':
      if (query.withCount) return counted(await countDistinct(database, layer, query, moment), format);
      return tabular(
        { layer, query },
        distinctView(layer, query, toldPage(query, page(query, await distinctRows(database, layer, query, moment)))),
        format,
      );
    case 'statistics':
      if (query.withCount) return counted(await countGroups(database, layer, query, moment), format);
      return tabular(
        { layer, query },
        statisticsView(query, toldPage(query, page(query, await statisticRows(database, layer, query, moment)))),
        format,
      );
    case 'features': {
      const continued = continuedPage(portal, caller, { layer, query, moment });
      const question = { layer, moment, ...continued };
      if (format === 'geojson') return geoJson(await geoJsonBytes(database, question));
      if (format === 'pbf') return pbf(await pbfBytes(database, question));
      if (format === JSON_TEXT && query.quantisation === null && !query.returnEnvelope)
        return { jsonText: await esriJsonBytes(database, question) };
      const shown = page(query, await featureRows(database, layer, continued.query, moment));
      const last = shown.rows.at(-1);
      if (shown.exceeded && last !== undefined) continued.ended(shown.rows.length, endOf(continued.query, last));
      return json(featureSetView(layer, query, toldPage(query, shown)));
    }
  }
}

function counted(count: number, format: string): QueryAnswer {
  return format === 'pbf' ? pbf(encodeCountPbf(count)) : json({ count });
}

function tabular(of: Parameters<typeof attributesPbf>[0], view: Parameters<typeof attributesPbf>[1], format: string): QueryAnswer {
  if (format === 'geojson') return geoJson(JSON.stringify(placelessFeatures(view)));
  return format === 'pbf' ? pbf(attributesPbf(of, view)) : json(view);
}

/** The time and the name that expressions may ask for. */
export function momentOf(portal: Portal, caller: Caller): Moment {
  return { now: portal.clock.now(), username: caller.username ?? '' };
}

/** Whether what is kept of the layer is true of what the caller sees of it. */
function knowsItself(layer: HostedLayer): boolean {
  return layer.view === undefined && layer.onlyOf === undefined;
}

/** The rows of the page that was asked for: one more was looked for, to tell whether others follow. */
function page<T>(query: LayerQuery, { rows, cut }: { rows: readonly T[]; cut: boolean }): { rows: readonly T[]; exceeded: boolean } {
  const exceeded = query.limit !== null && rows.length > query.limit;
  return { rows: exceeded ? rows.slice(0, query.limit ?? undefined) : rows, exceeded: exceeded || cut };
}

/** Where a page of rows ended: they begin with the id, and end with what they are put in order by. */
function endOf({ toldKeys = 0 }: LayerQuery, row: readonly unknown[]): PageEnd {
  return { objectId: Number(row[0]), keys: row.slice(row.length - toldKeys) as PageEnd['keys'] };
}

/** The page, or none of its rows where the caller wants all or nothing. */
function toldPage<T extends { rows: readonly unknown[]; exceeded: boolean }>(
  query: LayerQuery,
  shown: T,
): T | { rows: []; exceeded: true } {
  return shown.exceeded && !query.returnExceededLimitFeatures ? { rows: [], exceeded: true } : shown;
}

async function extentAnswer(
  database: DatabaseHandle,
  layer: HostedLayer,
  query: LayerQuery,
  moment: Moment,
  format: string,
): Promise<QueryAnswer> {
  if (layer.geometryType === null) throw refuse('query-table-extent', { layer: layer.name });
  const known = isUnfiltered(query) && knowsItself(layer) ? wholeExtent(layer, query.outSrid) : undefined;
  const { extent, count } = known ?? (await extentOf(database, layer, query, moment));
  const counted = query.withCount ? { count } : {};
  if (format === 'pbf') {
    const box = extent && { xmin: extent[0], ymin: extent[1], xmax: extent[2], ymax: extent[3] };
    return pbf(encodeExtentPbf(box, wireSpatialReference(query.outSrid), query.withCount ? count : undefined));
  }
  if (format === 'geojson') {
    return geoJson(JSON.stringify({ type: 'FeatureCollection', ...(extent ? { bbox: extent } : {}), features: [], ...counted }));
  }
  return json({ extent: extentView(extent, query.outSrid), ...counted });
}

/** What the layer knows of itself without asking the table. */
function wholeExtent(layer: HostedLayer, srid: number): { extent: [number, number, number, number] | null; count: number } | undefined {
  if (layer.extent === null) return layer.rowCount === 0 ? { extent: null, count: 0 } : undefined;
  if (srid === STORED_SRID) return { extent: layer.extent, count: layer.rowCount };
  return srid === WGS84 ? { extent: degreesOf(layer.extent), count: layer.rowCount } : undefined;
}

/** A box of Web Mercator metres in degrees. */
export function degreesOf([xmin, ymin, xmax, ymax]: readonly [number, number, number, number]): [number, number, number, number] {
  return [...fromWebMercator(xmin, ymin), ...fromWebMercator(xmax, ymax)];
}
