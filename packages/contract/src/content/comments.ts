// Endpoints of the comments and ratings of an item.
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import { flag, number, required, text } from '../param.ts';

const base = '/sharing/rest/content/items/:id';

export interface Comment {
  id: string;
  comment: string;
  owner: string;
  created: number;
  ownerType: 'user';
  /** When the text was changed last. */
  modified?: number;
  /** The comment that this one answers. */
  parentId?: string;
  /** Its author deleted it while others had answered: text and owner are empty. */
  deleted?: true;
  /** Answers, oldest first; only with `threaded=true`. */
  replies?: Comment[];
}

export const getComments = endpoint<Page & { comments: Comment[] }>()(
  `${base}/comments`,
  { ...paging, threaded: flag() },
  { summary: 'Comments, newest first; with `threaded` those that answer none, with the answers to them' },
);

export const getComment = endpoint<Comment>()(`${base}/comments/:commentId`, {}, { summary: 'One comment' });

export interface CommentReply {
  success: true;
  commentId: string;
}

export const addComment = endpoint<CommentReply>()(
  `${base}/addComment`,
  { comment: required(text()), parentId: text() },
  { method: 'change', needs: 'user', summary: 'Adds a comment, or an answer to one' },
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

export const getRating = endpoint<Rating>()(
  `${base}/rating`,
  { rating: number() },
  { needs: 'user', summary: "The caller's rating; a rating in the body of a POST is given first, as with addRating" },
);

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
