// Stored file of a feature → the wire.
import type { AttachmentInfo } from '@graticule/contract/services/attachments';
import type { AttachmentRow } from '../../schema/features.ts';
import { wireGlobalId } from '../edits/edit.ts';

/** A file as lists show it. */
export function attachmentView(row: AttachmentRow): AttachmentInfo {
  return {
    id: row.id,
    globalId: wireGlobalId(row.global_id),
    name: row.name,
    // Clients compare the type alone, without the character encoding.
    contentType: row.content_type.split(';')[0] ?? row.content_type,
    size: row.size_bytes,
    keywords: row.keywords,
  };
}
