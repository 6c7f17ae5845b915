// Binds the addresses of files kept with features.
import * as contract from '@graticule/contract/services/attachments';
import { storedFileReply } from '../../platform/http/reply.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { addFile, listFiles, removeFiles, replaceFile, requireFile } from './attachments.ts';
import { attachmentView } from './attachments.view.ts';
import { findAttachments } from './query-attachments.ts';

/** Files of features. */
export function attachmentRoutes({ bind }: Routes): void {
  bind(contract.listAttachments).to(async (portal, caller, address) => {
    const { objectId, globalId, rows } = await listFiles(portal, caller, address);
    const parent = { parentObjectId: objectId, parentGlobalId: `{${globalId.toUpperCase()}}`, exifInfo: null };
    return { attachmentInfos: rows.map((row) => ({ ...attachmentView(row), ...parent })) };
  });
  bind(contract.getAttachment).to(async (portal, caller, { attachment, ...address }, http) => {
    const row = await requireFile(portal, caller, address, attachment);
    return storedFileReply(portal.files, http, {
      key: row.key,
      sizeBytes: row.size_bytes,
      contentType: row.content_type,
      fileName: row.name,
      etag: row.key,
      isPublic: row.isPublic,
    });
  });
  bind(contract.addAttachment).to(async (portal, caller, input) => ({
    addAttachmentResult: await addFile(portal, caller, input, input),
  }));
  bind(contract.updateAttachment).to(async (portal, caller, input) => ({
    updateAttachmentResult: await replaceFile(portal, caller, input, input),
  }));
  bind(contract.deleteAttachments).to(async (portal, caller, input) => ({
    deleteAttachmentResults: await removeFiles(portal, caller, input, input),
  }));
  bind(contract.queryAttachments).to((portal, caller, { service, layer, ...input }) =>
    findAttachments(portal, caller, { service, layer }, input),
  );
}
