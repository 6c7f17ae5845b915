// The order of files that a query asks for.
import type { AttachmentRow } from '../../schema/features.ts';
import { invalidParameter } from '../query/query-fault.rules.ts';
import { splitTerms } from '../query/terms.rules.ts';

/** A column that files are put in order by. */
export interface AttachmentOrder {
  column: keyof AttachmentRow;
  descending: boolean;
}

const MAX_TERMS = 10;

/** What stands in the answer, by the names that files have there and by those of its list of fields. */
const COLUMNS: ReadonlyMap<string, keyof AttachmentRow> = new Map([
  ['id', 'id'],
  ['attachmentid', 'id'],
  ['parentobjectid', 'object_id'],
  ['globalid', 'global_id'],
  ['name', 'name'],
  ['att_name', 'name'],
  ['contenttype', 'content_type'],
  ['content_type', 'content_type'],
  ['size', 'size_bytes'],
  ['data_size', 'size_bytes'],
  ['keywords', 'keywords'],
]);

/** Reads `orderByFields`. @throws INVALID_QUERY for names that files do not have */
export function readAttachmentOrder(list: string | undefined): AttachmentOrder[] {
  return splitTerms(list, 'orderByFields', MAX_TERMS).map((term) => {
    const [, name = '', direction = ''] = /^"?([A-Za-z_]+)"?(?:\s+(asc|desc))?$/i.exec(term) ?? [];
    const column = COLUMNS.get(name.toLowerCase());
    if (column === undefined) {
      const known = 'attachmentId, parentObjectId, globalId, name, contentType, size and keywords, each with asc or desc';
      throw invalidParameter('orderByFields', `it takes ${known}, not “${term.slice(0, 100)}”`);
    }
    return { column, descending: direction.toLowerCase() === 'desc' };
  });
}
