// What a person may do with an item, and why not.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import type { PublishFileType } from '@graticule/contract/item-types/item-type';
import { administers } from '../api/administers.ts';
import type { Session } from '../api/session.ts';

type Owned = Pick<Item, 'owner' | 'type' | 'itemControl' | 'access'> & Partial<Pick<Item, 'orgId'>>;
type Who = Pick<Session, 'user' | 'can'>;

export function isOwner(item: Pick<Item, 'owner'>, who: Pick<Session, 'user'>): boolean {
  return who.user?.username === item.owner;
}

/** Owners, administrators of their organisation, and members of a group that updates its items together. */
export function mayEdit(item: Owned, who: Who): boolean {
  return isOwner(item, who) || item.itemControl === 'update' || administers(item, 'portal:admin:updateItems', who);
}

export function mayDelete(item: Owned, who: Who): boolean {
  return isOwner(item, who) || administers(item, 'portal:admin:deleteItems', who);
}

export function mayMove(item: Owned, who: Who): boolean {
  return isOwner(item, who) || administers(item, 'portal:admin:updateItems', who);
}

/** Owners need one of the rights to share, administrators theirs. */
export function mayShare(item: Owned, who: Who): boolean {
  if (!isOwner(item, who)) return administers(item, 'portal:admin:shareToOrg', who) || administers(item, 'portal:admin:shareToGroup', who);
  return who.can('portal:user:shareToGroup') || who.can('portal:user:shareToOrg') || who.can('portal:user:shareToPublic');
}

/** The word under which a file is published, where this person may publish it. */
export function publishableAs(item: Owned, who: Who): PublishFileType | undefined {
  const as = itemType(item.type).publishAs;
  if (as === undefined || !isOwner(item, who)) return undefined;
  const may =
    as === 'vectorTilePackage'
      ? who.can('portal:publisher:publishTiles') && who.can('portal:user:createItem')
      : who.can('portal:publisher:publishFeatures');
  return may ? as : undefined;
}

/** True when the item has a file or text of its own to save. */
export function isDownloadable(item: Pick<Item, 'type' | 'size'>): boolean {
  return item.size > 0 && itemType(item.type).class === 'file';
}
