// Who may change and delete a comment; the portal decides the same again.
import type { Comment } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { administers } from '../../api/administers.ts';
import type { Session } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';

type Who = Pick<Session, 'user' | 'can'>;

export function mayChangeComment(comment: Pick<Comment, 'owner'>, who: Who): boolean {
  return who.user?.username === comment.owner;
}

/** Its author, the owner of the item, administrators. */
export function mayDeleteComment(
  comment: Pick<Comment, 'owner'>,
  item: Pick<Item, 'owner'> & Partial<Pick<Item, 'orgId'>>,
  who: Who,
): boolean {
  return mayChangeComment(comment, who) || isOwner(item, who) || administers(item, 'portal:admin:updateItems', who);
}
