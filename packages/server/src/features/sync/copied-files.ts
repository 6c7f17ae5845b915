// Files of features as copies are told of them: what they are, and the address of their bytes.
import type { CopiedFile, LayerChanges } from '@graticule/contract/services/sync';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { AttachmentRow } from '../../schema/features.ts';
import { attachmentsAmong } from '../attachments/attachment-query.store.ts';
import { attachmentsByIds, globalIdsOf } from '../attachments/attachments.store.ts';
import { attachmentView } from '../attachments/attachments.view.ts';
import { wireGlobalId } from '../edits/edit.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { serviceUrl } from '../services.ts';
import type { FileChange } from './change-tracking.store.ts';

interface Place {
  service: HostedService;
  layer: HostedLayer;
}

/** The files that came, changed and went. */
export async function fileChanges(
  portal: Portal,
  caller: Caller,
  place: Place,
  changes: readonly FileChange[],
): Promise<NonNullable<LayerChanges['attachments']>> {
  const of = (kind: FileChange['kind']): FileChange[] => changes.filter((change) => change.kind === kind);
  const files = async (some: readonly FileChange[]): Promise<CopiedFile[]> => {
    const ids = some.map((change) => change.fileId);
    return views(portal, caller, place, await attachmentsByIds(portal.db, place.layer.table, ids));
  };
  return {
    adds: await files(of('add')),
    updates: await files(of('update')),
    deleteIds: of('delete').map(({ globalId }) => wireGlobalId(globalId)),
  };
}

/** Files of some features; one more than `most` when there are more. */
export async function filesOfFeatures(
  portal: Portal,
  caller: Caller,
  place: Place,
  chosen: { objectIds: readonly number[]; most: number },
): Promise<CopiedFile[]> {
  const everything = { asked: null, contentTypes: [], keywords: [], minBytes: null, maxBytes: null, order: [], offset: 0 };
  const filter = { ...everything, features: { objectIds: chosen.objectIds }, limit: chosen.most + 1 };
  return views(portal, caller, place, await attachmentsAmong(portal.db, place.layer.table, filter));
}

async function views(portal: Portal, caller: Caller, { service, layer }: Place, rows: readonly AttachmentRow[]): Promise<CopiedFile[]> {
  const parents = await globalIdsOf(portal.db, layer, [...new Set(rows.map((row) => row.object_id))]);
  const root = `${serviceUrl(caller.baseUrl, service.name)}/${layer.id}`;
  return rows.map((row) => {
    const { id, ...told } = attachmentView(row);
    return {
      attachmentId: id,
      parentObjectId: row.object_id,
      parentGlobalId: wireGlobalId(parents.get(row.object_id) ?? ''),
      ...told,
      url: `${root}/${row.object_id}/attachments/${id}`,
    };
  });
}
