// Binds the addresses of files kept with features.
import * as contract from '@graticule/contract/services/attachments';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { hasAlready, RawReply, storedFileReply } from '../../platform/http/reply.ts';
import type { HttpFacts } from '../../platform/http/request.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { withMoment } from '../edits/edit-moment.ts';
import { addFile, listFiles, removeFiles, replaceFile, requireFile } from './attachments.ts';
import { attachmentView } from './attachments.view.ts';
import { findAttachments } from './query-attachments.ts';
import { SmallPictures, smallWidth } from './small-pictures.ts';

const smallPictures = new SmallPictures();

/** Files of features. */
export function attachmentRoutes({ bind }: Routes): void {
  bind(contract.listAttachments).to(async (portal, caller, address) => {
    const { objectId, globalId, rows } = await listFiles(portal, caller, address);
    const parent = { parentObjectId: objectId, parentGlobalId: `{${globalId.toUpperCase()}}`, exifInfo: null };
    return { attachmentInfos: rows.map((row) => ({ ...attachmentView(row), ...parent })) };
  });
  bind(contract.getAttachment).to(async (portal, caller, { attachment, w, ...address }, http) => {
    const row = await requireFile(portal, caller, address, attachment);
    const small = w === undefined ? undefined : await smallReply(portal, caller, http, { row, width: smallWidth(w) });
    if (small !== undefined) return small;
    return storedFileReply(portal.files, http, {
      key: row.key,
      sizeBytes: row.size_bytes,
      contentType: row.content_type,
      fileName: row.name,
      etag: row.key,
      isPublic: row.isPublic,
    });
  });
  bind(contract.addAttachment).to(async (portal, caller, input) =>
    withMoment(portal, { addAttachmentResult: await addFile(portal, caller, input, input) }, input.returnEditMoment),
  );
  bind(contract.updateAttachment).to(async (portal, caller, input) =>
    withMoment(portal, { updateAttachmentResult: await replaceFile(portal, caller, input, input) }, input.returnEditMoment),
  );
  bind(contract.deleteAttachments).to(async (portal, caller, input) =>
    withMoment(portal, { deleteAttachmentResults: await removeFiles(portal, caller, input, input) }, input.returnEditMoment),
  );
  bind(contract.queryAttachments).to((portal, caller, { service, layer, ...input }) =>
    findAttachments(portal, caller, { service, layer }, input),
  );
}

/** A small picture of a file; undefined when there is none, or not now, so that the file is sent as it is. */
async function smallReply(
  { files }: Portal,
  caller: Caller,
  http: HttpFacts,
  { row, width }: { row: Awaited<ReturnType<typeof requireFile>>; width: number },
): Promise<RawReply | undefined> {
  const { key, isPublic } = row;
  if (!/^image\/(png|jpeg|gif|webp)$/.test(row.content_type)) return undefined;
  const etag = `"${key}-w${width}"`;
  const headers = {
    // As for the file itself: the next one may stand at the same address, and the right may be taken back.
    'cache-control': isPublic ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    etag,
  };
  if (hasAlready(http, etag)) return new RawReply(row.content_type, null, { status: 304, headers });
  const small = await smallPictures.of({ key, path: files.pathOf(key) }, width, caller.username ?? caller.address);
  return small && new RawReply(small.contentType, small.data, { headers });
}
