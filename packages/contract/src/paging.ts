// Parameters and reply fields of every list that is answered page by page.
import { fail } from './errors.ts';
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

/** Where a page starts and how long it is. */
export interface PageRequest {
  /** From 1. */
  start: number;
  num: number;
}

const MAX_WINDOW = 10_000;

/**
 * Effective paging.
 * @throws INVALID_PARAMETER for a negative size, or a window past 10,000
 */
export function pageRequest(input: { start?: number; num?: number }, defaultNum = 10, maxNum = 100): PageRequest {
  const num = input.num ?? defaultNum;
  if (num < 0) throw fail('INVALID_PARAMETER', { values: ['num', 'must not be negative'] });
  const page = { start: Math.max(1, input.start ?? 1), num: Math.min(num, maxNum) };
  if (page.start + page.num > MAX_WINDOW + 1)
    throw fail('INVALID_PARAMETER', { values: ['start', `and num must not reach past ${MAX_WINDOW}`] });
  return page;
}

/** The paging part of a reply. `nextStart` is -1 on the last page. */
export function pageReply(request: PageRequest, returned: number, total: number): Page {
  const next = request.start + returned;
  return { total, start: request.start, num: request.num, nextStart: returned === 0 || next > total ? -1 : next };
}

/** Whether the order is descending. @throws INVALID_PARAMETER for anything but asc and desc */
export function isDescending(sortOrder: string | undefined, fallback: 'asc' | 'desc'): boolean {
  const order = (sortOrder ?? fallback).trim().toLowerCase();
  if (order !== 'asc' && order !== 'desc') throw fail('INVALID_PARAMETER', { values: ['sortOrder', 'must be asc or desc'] });
  return order === 'desc';
}
