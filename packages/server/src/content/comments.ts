// Comments and ratings of an item.
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import { cleanHtml } from '../platform/clean-html.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import {
  type CommentRow,
  commentById,
  commentsOf,
  deleteCommentRow,
  deleteRatingRow,
  deleteWordsOf,
  insertComment,
  itemsWithWordsOf,
  oneAfterTheOther,
  putRating,
  ratingCounts,
  ratingOf,
  repliesTo,
  threadsOf,
  updateCommentText,
} from './comments.store.ts';
import { isAdminOf, isOwner } from './items.rules.ts';
import { newId, requireItem } from './items.ts';

export type { CommentRow };

function checkedComment(text: string): string {
  const cleaned = text.length > 1000 ? '' : cleanHtml(text).replaceAll('\0', '').trim();
  if (cleaned === '' || cleaned.length > 1000) throw fail('INVALID_PARAMETER', { values: ['comment', 'must have 1 to 1,000 characters'] });
  return cleaned;
}

/** Adds a comment of the caller. @throws FORBIDDEN where comments are turned off */
export async function addComment(
  portal: Portal,
  caller: Caller,
  itemId: string,
  input: { comment: string; parentId?: string },
): Promise<string> {
  const item = await requireItem(portal, caller, itemId);
  const { settings } = await organisationOf(portal, caller);
  if (settings.commentsEnabled === false || !item.comments_enabled) throw fail('FORBIDDEN');
  const said = { id: newId(), item_id: item.id, owner: caller.username ?? '', comment: checkedComment(input.comment) };
  const { parentId } = input;
  await portal.db.transaction().execute(async (db) => {
    await requireStill(db, item.id);
    // With the item locked the comment that is answered cannot go before the answer is there.
    const parent = parentId === undefined ? undefined : await standingComment(db, item.id, parentId);
    const thread = parent === undefined ? null : (parent.parent_id ?? parent.id);
    await insertComment(db, { ...said, created: portal.clock.now(), parent_id: thread, edited: null, removed: false });
  });
  return said.id;
}

/** Locks the item. @throws ITEM_NOT_FOUND when it went since it was read */
async function requireStill(db: Db, itemId: string): Promise<void> {
  if (!(await oneAfterTheOther(db, itemId))) throw fail('ITEM_NOT_FOUND');
}

/** A comment that was not deleted. @throws INVALID_REQUEST */
async function standingComment(db: Db, itemId: string, commentId: string): Promise<CommentRow> {
  const comment = await commentById(db, itemId, commentId);
  if (comment === undefined || comment.removed) throw fail('INVALID_REQUEST', { values: ['Comment does not exist or is inaccessible.'] });
  return comment;
}

/** One comment of an item that the caller may see. */
export async function requireComment(portal: Portal, caller: Caller, itemId: string, commentId: string): Promise<CommentRow> {
  const item = await requireItem(portal, caller, itemId);
  return standingComment(portal.db, item.id, commentId);
}

/** Changes a comment; only its author may. */
export async function changeComment(portal: Portal, caller: Caller, itemId: string, commentId: string, text: string): Promise<void> {
  const comment = await requireComment(portal, caller, itemId, commentId);
  if (comment.owner !== caller.username) throw fail('FORBIDDEN');
  await updateCommentText(portal.db, comment.id, checkedComment(text), portal.clock.now());
}

/** Deletes a comment; its author, the owner of the item and administrators may. */
export async function removeComment(portal: Portal, caller: Caller, itemId: string, commentId: string): Promise<void> {
  const comment = await requireComment(portal, caller, itemId, commentId);
  const item = await requireItem(portal, caller, itemId);
  if (comment.owner !== caller.username && !isOwner(caller, item) && !isAdminOf(caller, item, 'portal:admin:updateItems'))
    throw fail('FORBIDDEN');
  await portal.db.transaction().execute((db) => deleteCommentRow(db, comment));
}

/** Rates an item; again replaces. The owner may not. */
export async function rateItem(portal: Portal, caller: Caller, itemId: string, rating: number): Promise<void> {
  const item = await requireItem(portal, caller, itemId);
  if (isOwner(caller, item)) throw fail('INVALID_REQUEST', { values: ['Users cannot rate their own items.'] });
  if (rating < 1 || rating > 5) throw fail('INVALID_PARAMETER', { values: ['rating', 'must be from 1 to 5'] });
  await portal.db.transaction().execute(async (db) => {
    await requireStill(db, item.id);
    await putRating(db, item.id, caller.username ?? '', rating);
  });
}

/** Removes the caller's rating. */
export async function unrateItem(portal: Portal, caller: Caller, itemId: string): Promise<void> {
  const item = await requireItem(portal, caller, itemId);
  await portal.db.transaction().execute((db) => deleteRatingRow(db, item.id, caller.username ?? ''));
}

/** A comment with the answers to it. */
export type CommentThread = CommentRow & { replies?: CommentRow[] };

/** A page of the comments of an item, in the order they were written, or thread by thread. */
export async function commentPage(
  portal: Portal,
  caller: Caller,
  input: { id: string; start?: number; num?: number; threaded?: boolean },
): Promise<{ page: PageRequest; rows: CommentThread[]; total: number }> {
  const item = await requireItem(portal, caller, input.id);
  const page = pageRequest(input);
  if (input.threaded !== true)
    return { page, rows: await commentsOf(portal.db, item.id, page.num, page.start - 1), total: item.num_comments };
  const { rows, total } = await threadsOf(portal.db, item.id, page.num, page.start - 1);
  const replies = await repliesTo(
    portal.db,
    rows.map((row) => row.id),
  );
  return { page, total, rows: rows.map((row) => ({ ...row, replies: replies.filter((reply) => reply.parent_id === row.id) })) };
}

/** The caller's rating of an item. */
export async function ownRating(portal: Portal, caller: Caller, itemId: string): Promise<{ rating: number; created: Date } | undefined> {
  const item = await requireItem(portal, caller, itemId);
  return ratingOf(portal.db, item.id, caller.username ?? '');
}

/** How many people gave each number of stars. */
export async function ratingsOf(portal: Portal, caller: Caller, itemId: string): Promise<{ value: number; count: number }[]> {
  const item = await requireItem(portal, caller, itemId);
  return ratingCounts(portal.db, item.id);
}

/** Items that are locked at once while the words of somebody go: nobody else waits for long. */
const WORDS_AT_ONCE = 200;

/** What somebody said goes with the account; answers of others stay. The app hands this to the people domain. */
export const commentsOfMember = {
  onDelete: async (portal: Portal, username: string): Promise<void> => {
    for (let after = ''; ; ) {
      const ids = await itemsWithWordsOf(portal.db, username, after, WORDS_AT_ONCE);
      if (ids.length > 0) await portal.db.transaction().execute((db) => deleteWordsOf(db, username, ids));
      if (ids.length < WORDS_AT_ONCE) return;
      after = ids.at(-1) ?? '';
    }
  },
};
