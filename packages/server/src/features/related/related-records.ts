// Records that a relationship joins to given ones.
import type { ServerInput } from '@graticule/contract/endpoint';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { queryRelatedRecords, RelatedGroup, RelatedRecords } from '@graticule/contract/services/feature-operations';
import type { FeatureSet } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { untilGone } from '../../platform/db/held-connection.ts';
import type { StoredField } from '../../schema/features.ts';
import { GUID_TEXT, guidText } from '../guid-text.rules.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { requireReadable } from '../own-rows.ts';
import type { LayerQuery } from '../query/layer-query.rules.ts';
import { featureRows, isKnownSrid, MAX_PAGE_BYTES } from '../query/query.store.ts';
import { momentOf } from '../query/query.ts';
import { unknownSystem } from '../query/query-fault.rules.ts';
import { readObjectIds, readQuery } from '../query/read-query.ts';
import { featureSetView } from '../query/replies.view.ts';
import { findLayer } from '../services.ts';
import { identifier } from '../sql-text.rules.ts';
import { fittingPairs, type Pair } from './related-page.rules.ts';
import { relatedCounts, relatedPairs } from './related-records.store.ts';

type Input = Omit<ServerInput<typeof queryRelatedRecords>, 'service' | 'layer'>;

/**
 * Groups of related records by the given object ids.
 * @throws INVALID_QUERY for an unknown relationship
 * @param mostBytes about how large a reply may be
 */
export async function findRelated(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  input: Input,
  mostBytes = MAX_PAGE_BYTES,
): Promise<RelatedRecords> {
  const { service, layer } = await findLayer(portal, caller, address);
  requireReadable(layer);
  const id = input.relationshipId ?? 0;
  const here = layer.definition.relationships?.find((one) => one.id === id);
  const other = service.layers.find((one) => one.id === here?.relatedTableId);
  const there = other?.definition.relationships?.find((one) => one.id === id && one.role !== here?.role);
  const from = here && fieldByName(layer, here.keyField);
  const to = there && other && fieldByName(other, there.keyField);
  if (from === undefined || to === undefined || other === undefined)
    throw refuse('query-relationship', {
      id,
      ids: listed((layer.definition.relationships ?? []).map((one) => one.id)),
    });
  const objectIds = readObjectIds(input.objectIds);
  const { definitionExpression: where, ...rest } = input;
  const asked = readQuery(service, other, { ...queryParts(rest), ...(where === undefined ? {} : { where }) }, 'json');
  const query = { ...asked, spatial: null };
  if (!(await isKnownSrid(portal.database, query.outSrid))) throw unknownSystem('outSR', query.outSrid);
  const moment = momentOf(portal, caller);
  const ends = { layer, ...keysSql(from, to), other, objectIds };
  const database = untilGone(portal.database, caller.gone);
  if (input.returnCountOnly) return { fields: [], relatedRecordGroups: await relatedCounts(database, ends, query, moment) };
  const pairs = await relatedPairs(database, ends, query, moment);
  return page(database, other, { query, pairs, moment, mostBytes });
}

/**
 * The columns of the two keys as they are compared: as text, as keys may differ in type, and ids as they are indexed, whether they are written
 * with braces and capitals or not.
 */
function keysSql(from: StoredField, to: StoredField): { from: string; to: string } {
  const isGuid = [from, to].some(({ type }) => type === 'esriFieldTypeGlobalID' || type === 'esriFieldTypeGUID');
  if (!isGuid) return { from: `${identifier(from.column)}::text`, to: `${identifier(to.column)}::text` };
  const alike = ({ column }: StoredField): string => guidText(`${identifier(column)}::text`);
  if (to.type !== 'esriFieldTypeGlobalID') return { from: alike(from), to: alike(to) };
  const id = identifier(from.column);
  if (from.type === 'esriFieldTypeGlobalID') return { from: id, to: identifier(to.column) };
  return { from: `(case when ${alike(from)} ~ '${GUID_TEXT}' then ${alike(from)}::uuid end)`, to: identifier(to.column) };
}

function queryParts(input: Omit<Input, 'definitionExpression'>): Parameters<typeof readQuery>[2] {
  const {
    outFields,
    returnGeometry,
    outSR,
    orderByFields,
    maxAllowableOffset,
    geometryPrecision,
    returnZ,
    returnM,
    resultOffset,
    resultRecordCount,
  } = input;
  const parts = {
    outFields,
    returnGeometry,
    outSR,
    orderByFields,
    maxAllowableOffset,
    geometryPrecision,
    returnZ,
    returnM,
    resultOffset,
    resultRecordCount,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/** Reads the records of a page of pairs and deals them out to their groups. */
async function page(
  database: DatabaseHandle,
  other: HostedLayer,
  found: { query: LayerQuery; pairs: readonly Pair[]; moment: ReturnType<typeof momentOf>; mostBytes: number },
): Promise<RelatedRecords> {
  const { query, moment } = found;
  const wanted = found.pairs.slice(0, query.limit ?? found.pairs.length);
  const ids = [...new Set(wanted.map((pair) => pair.related))];
  const records: LayerQuery = { ...query, objectIds: ids, offset: 0, limit: null };
  const { rows, cut } = ids.length === 0 ? { rows: [], cut: false } : await featureRows(database, other, records, moment);
  if (cut) throw refuse('query-related-large');
  const set: FeatureSet = featureSetView(other, records, { rows, exceeded: false });
  const byId = new Map(rows.map((row, index) => [Number(row[0]), set.features[index]]));
  const sizes = new Map(rows.map((row) => [Number(row[0]), sizeOfRow(row)]));
  const pairs = fittingPairs(wanted, (id) => sizes.get(id) ?? 0, found.mostBytes);
  const exceeded = found.pairs.length > pairs.length;
  const groups = [...Map.groupBy(pairs, (pair) => pair.origin)].map(
    ([objectId, all]): RelatedGroup => ({ objectId, relatedRecords: all.flatMap((pair) => byId.get(pair.related) ?? []) }),
  );
  const { geometryType, spatialReference, fields } = set;
  return {
    ...(geometryType === undefined ? {} : { geometryType }),
    ...(spatialReference === undefined ? {} : { spatialReference }),
    fields,
    ...(exceeded ? { exceededTransferLimit: true as const } : {}),
    relatedRecordGroups: groups,
  };
}

/** About how much a row adds to a reply. */
function sizeOfRow(row: readonly unknown[]): number {
  const sizeOf = (value: unknown): number => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);
  return row.reduce((sum: number, value) => sum + sizeOf(value), 0);
}
