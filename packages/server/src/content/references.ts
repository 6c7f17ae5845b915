// What items need and what needs them: kept while items are written, asked before they are deleted.
import { buffer } from 'node:stream/consumers';
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { GroupForCaller } from '../schema/groups.ts';
import { requireBulkIds } from './bulk.ts';
import { isId, requireMay } from './items.rules.ts';
import { itemsWithRight } from './items.store.ts';
import { requireItem } from './items.ts';
import { referencesIn } from './references.rules.ts';
import {
  type DependentRow,
  groupsHolding,
  markRead,
  pageOfDependencies,
  pageOfDependents,
  replaceReferences,
  unreadItems,
} from './references.store.ts';

export type { DependentRow };

const MAX_GROUPS = 100;
const BATCH = 50;

/** Keeps what a new text or address of an item names, in the transaction that writes it. */
export async function keepReferences(
  portal: Portal,
  db: Db,
  itemId: string,
  change: { text: string | undefined; url: string | null | undefined },
): Promise<void> {
  const base = basePath(portal);
  if (change.text !== undefined) await replaceReferences(db, itemId, 'data', referencesIn(change.text, base));
  if (change.url !== undefined) await replaceReferences(db, itemId, 'url', referencesIn(change.url ?? '', base));
}

function basePath(portal: Portal): string {
  return portal.config.publicUrl === undefined ? '' : new URL(portal.config.publicUrl).pathname.replace(/\/$/, '');
}

interface Paging {
  start?: number;
  num?: number;
}

/** A page of items that need an item; those the caller may not see are not told. */
export async function listDependentsOf(
  portal: Portal,
  caller: Caller,
  input: Paging & { id: string },
): Promise<{ page: PageRequest; rows: DependentRow[]; total: number }> {
  const item = await requireItem(portal, caller, input.id);
  const page = pageRequest(input, 100);
  return { page, ...(await pageOfDependents(portal.db, caller, [item.id], { limit: page.num, offset: page.start - 1 })) };
}

/** A page of items that an item needs; those the caller may not see are not told. */
export async function listDependenciesOf(
  portal: Portal,
  caller: Caller,
  input: Paging & { id: string },
): Promise<{ page: PageRequest; rows: DependentRow[]; total: number }> {
  const item = await requireItem(portal, caller, input.id);
  const page = pageRequest(input, 100);
  return { page, ...(await pageOfDependencies(portal.db, caller, item.id, { limit: page.num, offset: page.start - 1 })) };
}

/** What would break without some items. */
export interface Breaking {
  page: PageRequest;
  items: { rows: DependentRow[]; total: number; hidden: number };
  groups: { rows: (GroupForCaller & { affected: number })[]; hidden: number };
}

/**
 * What would break if the items were deleted, with the number of what the caller may not see.
 * @throws ITEM_NOT_FOUND, FORBIDDEN unless the caller may delete every one of them
 */
export async function findBreaking(portal: Portal, caller: Caller, input: Paging & { items: readonly string[] }): Promise<Breaking> {
  requireBulkIds(input.items);
  const items = await itemsWithRight(portal.db, caller, input.items.filter(isId));
  if (items.length < input.items.length) throw fail('ITEM_NOT_FOUND');
  for (const item of items) requireMay(caller, item, 'delete');
  const page = pageRequest(input, 100);
  const ids = items.map((item) => item.id);
  return {
    page,
    items: await pageOfDependents(portal.db, caller, ids, { limit: page.num, offset: page.start - 1 }),
    groups: await groupsHolding(portal.db, caller, ids, page.start > 1 ? 0 : MAX_GROUPS),
  };
}

/** Reads the references of items that were written before they were kept. */
export async function readOldReferences(portal: Portal, progress: (done: number) => Promise<void>): Promise<number> {
  let done = 0;
  for (let items = await unreadItems(portal.db, BATCH); items.length > 0; items = await unreadItems(portal.db, BATCH)) {
    for (const item of items) {
      const text = item.data_key === null ? undefined : await textOf(portal, item.data_key);
      await portal.db.transaction().execute(async (db) => {
        await keepReferences(portal, db, item.id, { text, url: item.url });
        await markRead(db, item.id);
      });
    }
    done += items.length;
    await progress(done);
  }
  return done;
}

/** Text data is bounded by the size of a form; a file that is gone names nothing. */
async function textOf(portal: Portal, key: string): Promise<string | undefined> {
  try {
    return (await buffer(portal.files.read(key))).toString('utf8');
  } catch (error) {
    portal.log.warn({ err: error, key }, 'the data of an item could not be read for its references');
    return undefined;
  }
}
