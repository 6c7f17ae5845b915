// Endpoints of comments and ratings.
import {
  addComment as addCommentEndpoint,
  addRating,
  type Comment,
  deleteComment,
  deleteRating,
  getComment,
  getComments,
  getRating,
  getRatings,
  updateComment,
} from '@graticule/contract/content/comments';
import { pageReply } from '@graticule/contract/paging';
import type { Routes } from '../platform/http/routes.ts';
import {
  addComment,
  type CommentThread,
  changeComment,
  commentPage,
  ownRating,
  rateItem,
  ratingsOf,
  removeComment,
  requireComment,
  unrateItem,
} from './comments.ts';

/** Binds the endpoints of this file. */
export function commentRoutes(routes: Routes): void {
  routes.bind(getComments).to(async (portal, caller, input) => {
    const { page, rows, total } = await commentPage(portal, caller, input);
    return { ...pageReply(page, rows.length, total), comments: rows.map((row) => commentView(row)) };
  });
  routes.bind(getComment).to(async (portal, caller, input) => commentView(await requireComment(portal, caller, input.id, input.commentId)));
  routes.bind(addCommentEndpoint).to(async (portal, caller, input) => ({
    success: true,
    commentId: await addComment(portal, caller, input.id, input),
  }));
  routes.bind(updateComment).to(async (portal, caller, input) => {
    await changeComment(portal, caller, input.id, input.commentId, input.comment);
    return { success: true, commentId: input.commentId };
  });
  routes.bind(deleteComment).to(async (portal, caller, input) => {
    await removeComment(portal, caller, input.id, input.commentId);
    return { success: true, commentId: input.commentId };
  });
  routes.bind(getRating).to(async (portal, caller, input, http) => {
    // NOTE: an address that is read must not change anything for whoever only follows a link, or is led there by another site.
    if (input.rating !== undefined && !http.inQuery('rating') && caller.via !== 'cookie')
      await rateItem(portal, caller, input.id, input.rating);
    const rating = await ownRating(portal, caller, input.id);
    return rating === undefined ? {} : { rating: rating.rating, created: rating.created.getTime() };
  });
  routes.bind(addRating).to(async (portal, caller, input) => {
    await rateItem(portal, caller, input.id, input.rating);
    return { success: true, itemId: input.id };
  });
  routes.bind(deleteRating).to(async (portal, caller, input) => {
    await unrateItem(portal, caller, input.id);
    return { success: true, itemId: input.id };
  });
  routes.bind(getRatings).to(async (portal, caller, input) => ({ ratings: await ratingsOf(portal, caller, input.id) }));
}

function commentView(row: CommentThread): Comment {
  return {
    id: row.id,
    comment: row.comment,
    owner: row.removed ? '' : row.owner,
    created: row.created.getTime(),
    ownerType: 'user',
    ...(row.edited === null ? {} : { modified: row.edited.getTime() }),
    ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
    ...(row.removed ? { deleted: true } : {}),
    ...(row.replies === undefined ? {} : { replies: row.replies.map((reply) => commentView(reply)) }),
  };
}
