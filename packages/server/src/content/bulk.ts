// Many items in one call: which of them the caller may act on, and what became of each, in the order they were named.
import type { BulkResult } from '@graticule/contract/content/user-content';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { ItemWithRight } from '../schema/content.ts';
import { type ItemAction, isId, mayDo } from './items.rules.ts';
import { itemsWithRight } from './items.store.ts';

/** Most items of one bulk call. */
export const MAX_BULK = 1_000;

/** The items of a bulk call. What fails for one does not stop the others. @source ERR-10 */
export interface Selection {
  /** As named by the client. */
  ids: readonly string[];
  /** Those on which the caller may act, by id. */
  items: Map<string, ItemWithRight>;
  /** Why others were left out. */
  refused: Map<string, PortalError>;
}

/**
 * Checks a list of ids.
 * @throws INVALID_PARAMETER for too many, DUPLICATE_ID when one stands there twice
 * @source CO-180
 */
export function requireBulkIds(ids: readonly string[]): void {
  if (ids.length > MAX_BULK) throw fail('INVALID_PARAMETER', { values: ['items', `may name at most ${MAX_BULK} items`] });
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw fail('DUPLICATE_ID', { values: [id.slice(0, 64)] });
    seen.add(id);
  }
}

/** Reads the named items in one statement and sorts out those on which the caller may not act. */
export async function selectItems(
  portal: Portal,
  caller: Caller,
  input: { username: string; items: readonly string[] },
  action: ItemAction,
): Promise<Selection> {
  requireBulkIds(input.items);
  const rows = new Map((await itemsWithRight(portal.db, caller, input.items.filter(isId))).map((row) => [row.id, row]));
  const selection: Selection = { ids: input.items, items: new Map(), refused: new Map() };
  for (const id of input.items) {
    const item = rows.get(id);
    if (item === undefined) selection.refused.set(id, fail('ITEM_NOT_FOUND'));
    else if (!mayDo(caller, item, action)) selection.refused.set(id, fail('FORBIDDEN'));
    else if (item.owner.toLowerCase() !== input.username.toLowerCase()) selection.refused.set(id, fail('ITEM_NOT_FOUND'));
    else selection.items.set(id, item);
  }
  return selection;
}

/** Leaves an item out of the rest of the call. */
export function refuse(selection: Selection, id: string, error: PortalError): void {
  selection.items.delete(id);
  selection.refused.set(id, error);
}

/** What became of each item; `more` adds to the results of those that went well. */
export function bulkResults<R extends object>(selection: Selection, more?: (id: string) => R): (BulkResult & Partial<R>)[] {
  return selection.ids.map((itemId) => {
    const error = selection.refused.get(itemId);
    const result: BulkResult = error === undefined ? { itemId, success: true } : { itemId, success: false, error: bulkError(error) };
    return { ...result, ...(error === undefined ? more?.(itemId) : {}) } as BulkResult & Partial<R>;
  });
}

/** The part of an error that stands in a list of results. */
export function bulkError(error: PortalError): NonNullable<BulkResult['error']> {
  const { status, messageCode, message } = error;
  return { code: status, ...(messageCode === undefined ? {} : { messageCode }), message };
}

/**
 * Does something to items one by one; expected failures are kept for the reply. What failed is tried once more after the
 * others: a layer may go once its views are gone.
 */
export async function eachItem<T extends { id: string }>(
  items: readonly T[],
  selection: Selection,
  act: (item: T) => Promise<unknown>,
): Promise<void> {
  const failed = new Map<T, PortalError>();
  for (const pass of [items, () => [...failed.keys()]]) {
    for (const item of typeof pass === 'function' ? pass() : pass) {
      try {
        await act(item);
        failed.delete(item);
      } catch (error) {
        if (!(error instanceof PortalError) || error.status >= 500) throw error;
        failed.set(item, error);
      }
    }
  }
  for (const [item, error] of failed) refuse(selection, item.id, error);
}
