// What a query asks of files: their order, and a condition on what is known of them.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { AttachmentRow } from '../../schema/features.ts';
import { reading } from '../query/query-fault.rules.ts';
import { splitTerms } from '../query/terms.rules.ts';
import { identifier } from '../sql-text.rules.ts';
import { checkCondition } from '../where/check.ts';
import type { Checked, ValueType } from '../where/tree.ts';

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
      throw refuse('query-attachments-order', { term: term.slice(0, 100) });
    }
    return { column, descending: direction.toLowerCase() === 'desc' };
  });
}

const NUMBERS: readonly (keyof AttachmentRow)[] = ['id', 'object_id', 'size_bytes'];

const typeOf = (column: keyof AttachmentRow): ValueType => {
  if (NUMBERS.includes(column)) return 'number';
  return column === 'global_id' ? 'guid' : 'text';
};

/** The value of a column as it is told: clients know the type of a file without the encoding of its text. */
const wireSqlOf = (column: keyof AttachmentRow): string =>
  column === 'content_type' ? `split_part(${identifier(column)}, ';', 1)` : identifier(column);

/** Reads `attachmentsDefinitionExpression`: a condition on the names by which files are put in order. @throws INVALID_QUERY */
export function readAttachmentCondition(text: string | undefined): Checked | null {
  if (text === undefined || text.trim() === '') return null;
  const field = (name: string) => {
    const column = COLUMNS.get(name.toLowerCase());
    return column === undefined ? undefined : { name, type: typeOf(column), sql: wireSqlOf(column) };
  };
  return reading('attachmentsDefinitionExpression', () => checkCondition(text, { field, names: () => [...COLUMNS.keys()] }));
}
