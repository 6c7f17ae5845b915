// The files of many features, by feature, kind, size and keywords.
import type { ServerInput } from '@graticule/contract/endpoint';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { AttachmentGroup, queryAttachments } from '@graticule/contract/services/attachments';
import type { WireField } from '@graticule/contract/services/layer';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { AttachmentRow } from '../../schema/features.ts';
import { wireGlobalId } from '../edits/edit.ts';
import { queryFieldView } from '../fields.view.ts';
import { baseTable, type HostedLayer, type HostedService } from '../layers.rules.ts';
import { momentOf } from '../query/query.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { readQuery } from '../query/read-query.ts';
import { findLayer } from '../services.ts';
import type { Moment } from '../where/write.rules.ts';
import { readAttachmentCondition, readAttachmentOrder } from './attachment-order.rules.ts';
import { type AttachmentFilter, attachmentCounts, attachmentsAmong } from './attachment-query.store.ts';
import { globalIdsOf } from './attachments.store.ts';
import { attachmentView } from './attachments.view.ts';

type Input = Omit<ServerInput<typeof queryAttachments>, 'service' | 'layer'>;

const PAGE = 2_000;
/** Features whose files are counted in one reply: as many as a list may name. */
const COUNTS = 20_000;
const FIELDS: WireField[] = [
  queryFieldView({ name: 'ATTACHMENTID', type: 'esriFieldTypeOID', alias: 'ATTACHMENTID' }),
  queryFieldView({ name: 'GLOBALID', type: 'esriFieldTypeGlobalID', alias: 'GLOBALID' }),
  queryFieldView({ name: 'ATT_NAME', type: 'esriFieldTypeString', alias: 'ATT_NAME' }),
  queryFieldView({ name: 'CONTENT_TYPE', type: 'esriFieldTypeString', alias: 'CONTENT_TYPE' }),
  queryFieldView({ name: 'DATA_SIZE', type: 'esriFieldTypeInteger', alias: 'DATA_SIZE' }),
  queryFieldView({ name: 'KEYWORDS', type: 'esriFieldTypeString', alias: 'KEYWORDS' }),
];

/** Groups of files by feature; features without files have no group. @throws ATTACHMENTS_OFF, INVALID_QUERY */
export async function findAttachments(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  input: Input,
): Promise<{ fields: WireField[]; attachmentGroups: AttachmentGroup[]; exceededTransferLimit?: true }> {
  const { service, layer } = await findLayer(portal, caller, address);
  if (!layer.definition.hasAttachments) throw refuse('attachments-off', { layer: layer.name });
  const limit = Math.min(input.resultRecordCount ?? PAGE, input.returnCountOnly ? COUNTS : PAGE);
  const { features, moment } = readFeatures(portal, caller, { service, layer }, input);
  const offset = input.resultOffset ?? 0;
  if (offset < 0) throw refuse('query-negative', { parameter: 'resultOffset', value: offset });
  if (limit <= 0) throw refuse('query-count', { value: limit });
  const condition = readAttachmentCondition(input.attachmentsDefinitionExpression);
  const filter = {
    features,
    asked: condition && { condition, moment },
    contentTypes: (input.attachmentTypes ?? []).map((type) => type.toLowerCase()),
    keywords: (input.keywords ?? []).map((word) => word.toLowerCase()),
    ...readSize(input.size ?? ''),
    order: readAttachmentOrder(input.orderByFields),
    limit: limit + 1,
    offset,
  };
  if (input.returnCountOnly) {
    const counts = [...(await attachmentCounts(portal.db, baseTable(layer), filter).catch(translateQueryError))];
    const shown = counts.slice(0, limit);
    const ids = await globalIdsOf(
      portal.db,
      layer,
      shown.map(([id]) => id),
    );
    return { fields: [], attachmentGroups: shown.map(([id, count]) => ({ ...parent(id, ids), count })), ...toldCut(counts.length > limit) };
  }
  const rows = await attachmentsAmong(portal.db, baseTable(layer), filter).catch(translateQueryError);
  const page = rows.slice(0, limit);
  const ids = await globalIdsOf(portal.db, layer, [...new Set(page.map((row) => row.object_id))]);
  const url = (row: AttachmentRow): { url?: string } =>
    input.returnUrl
      ? { url: `${caller.baseUrl}/rest/services/Hosted/${service.name}/FeatureServer/${layer.id}/${row.object_id}/attachments/${row.id}` }
      : {};
  // What pictures tell of themselves is not read; clients that ask look for the member.
  const metadata = input.returnMetadata ? { exifInfo: null } : {};
  const groups = [...Map.groupBy(page, (row) => row.object_id)].map(([id, files]) => ({
    ...parent(id, ids),
    attachmentInfos: files.map((row) => ({ ...attachmentView(row), ...url(row), ...metadata })),
  }));
  return { fields: FIELDS, attachmentGroups: groups, ...toldCut(rows.length > limit) };
}

/** Whose files are meant. What is named by id alone is not looked up: files go with their features. */
function readFeatures(
  portal: Portal,
  caller: Caller,
  { service, layer }: { service: HostedService; layer: HostedLayer },
  { definitionExpression: where, objectIds, globalIds = [] }: Input,
): { features: AttachmentFilter['features']; moment: Moment } {
  const given = {
    ...(where === undefined ? {} : { where }),
    ...(objectIds ? { objectIds } : {}),
    ...(globalIds.length === 0 ? {} : { globalIds: globalIds.join(',') }),
  };
  const query = { ...readQuery(service, layer, { ...given, returnIdsOnly: true }, 'json'), spatial: null };
  const moment = momentOf(portal, caller);
  const isWhole = layer.view === undefined && layer.onlyOf === undefined;
  const byId = query.objectIds !== null && where === undefined && globalIds.length === 0 && isWhole;
  return { features: byId ? { objectIds: query.objectIds ?? [] } : { layer, filter: query, moment }, moment };
}

const toldCut = (cut: boolean): { exceededTransferLimit?: true } => (cut ? { exceededTransferLimit: true } : {});

function parent(objectId: number, globalIds: ReadonlyMap<number, string>): { parentObjectId: number; parentGlobalId: string } {
  return { parentObjectId: objectId, parentGlobalId: wireGlobalId(globalIds.get(objectId) ?? '') };
}

/** `min,max`, of which either may be left out. */
function readSize(size: string): { minBytes: number | null; maxBytes: number | null } {
  const [low = '', high = ''] = size.split(',').map((part) => part.trim());
  const [min, max] = [Number(low), high === '' ? null : Number(high)];
  if (!(min >= 0) || (max !== null && !(max >= 0)))
    throw refuse('query-attachments', {
      parameter: 'size',
      value: size.slice(0, 40),
      wanted: 'a lower and an upper number of bytes with a comma between them',
    });
  const whole = (bytes: number): number => Math.min(Math.floor(bytes), Number.MAX_SAFE_INTEGER);
  return { minBytes: min === 0 ? null : whole(min), maxBytes: max === null ? null : whole(max) };
}
