// Endpoints of the comments and ratings of an item.
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import { number, required, text } from '../param.ts';

const base = '/sharing/rest/content/items/:id';

export interface Comment {
  id: string;
  comment: string;
  owner: string;
  created: number;
  ownerType: 'user';
}

export const getComments = endpoint<Page & { comments: Comment[] }>()(`${base}/comments`, paging, { summary: 'Comments, newest first' });

export const getComment = endpoint<Comment>()(`${base}/comments/:commentId`, {}, { summary: 'One comment' });

export interface CommentReply {
  success: true;
  commentId: string;
}

export const addComment = endpoint<CommentReply>()(
  `${base}/addComment`,
  { comment: required(text()) },
  { method: 'change', needs: 'user', summary: 'Adds a comment' },
);

export const updateComment = endpoint<CommentReply>()(
  `${base}/comments/:commentId/update`,
  { comment: required(text()) },
  { method: 'change', needs: 'user', summary: 'Changes a comment of the caller' },
);

export const deleteComment = endpoint<CommentReply>()(
  `${base}/comments/:commentId/delete`,
  {},
  { method: 'change', needs: 'user', summary: 'Deletes a comment' },
);

/** The caller's rating; empty when not yet rated. */
export interface Rating {
  rating?: number;
  created?: number;
}

export const getRating = endpoint<Rating>()(`${base}/rating`, {}, { needs: 'user', summary: "The caller's rating" });

export const addRating = endpoint<{ success: true; itemId: string }>()(
  `${base}/addRating`,
  { rating: required(number()) },
  { method: 'change', needs: 'user', summary: 'Rates an item from 1 to 5' },
);

export const deleteRating = endpoint<{ success: true; itemId: string }>()(
  `${base}/deleteRating`,
  {},
  { method: 'change', needs: 'user', summary: "Removes the caller's rating" },
);

export const getRatings = endpoint<{ ratings: { value: number; count: number }[] }>()(
  `${base}/ratings`,
  {},
  { summary: 'How many people gave each rating' },
);
