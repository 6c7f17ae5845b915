// Parameters and reply fields of every list that is answered page by page.
import { integer, text } from './param.ts';

/** `start` (from 1) and `num` (at most 100). */
export const paging = { start: integer(), num: integer() };

/** Sorting of a list; field names are compared without regard to case. */
export const sorting = { sortField: text(), sortOrder: text() };

/** Fields of a paged reply. `nextStart` is -1 on the last page. */
export interface Page {
  total: number;
  start: number;
  num: number;
  nextStart: number;
}
