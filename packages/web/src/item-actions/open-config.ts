// What this install opens items with.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import type { OpenIn } from '@graticule/contract/item-types/item-type';
import { type OpenAction, openActions } from '@graticule/contract/item-types/open-actions';
import { platformOf } from '@graticule/contract/item-types/platform';
import type { Session } from '../api/session.ts';
import { mayEdit } from './item-rights.ts';

/** Viewers that are there; the others are offered from the day on which they open something. */
const VIEWERS: ReadonlySet<OpenIn> = new Set(['mapViewer', 'appViewer', 'configureApp', 'downloadAttachment', 'downloadStyle']);

/** Types of layers that the map viewer draws. */
const DRAWN: ReadonlySet<string> = new Set(['Web Map', 'Feature Service', 'Map Service', 'Image Service', 'Vector Tile Service']);

const VENDOR_PATHS = { apps: '/apps/', openData: '/apps/opendata/' };

/** Every way in which this person can open the item on this machine, the usual one first. */
export function openActionsOf(item: Item, session: Pick<Session, 'user' | 'can' | 'portal'>): OpenAction[] {
  const { user, portal } = session;
  const actions = openActions(item, {
    opener: user ? { username: user.username, ...(user.orgId ? { accountId: portal.id } : {}) } : {},
    platform: platformOf(navigator.userAgent),
    config: {
      viewers: VIEWERS,
      areTabletsAllowed: false,
      vendorName: 'esri',
      vendorPaths: VENDOR_PATHS,
      isEdit: mayEdit(item, session),
    },
  });
  return actions.filter(({ name }) => {
    if (name === 'configureApp') return mayEdit(item, session);
    return name !== 'mapViewer' || DRAWN.has(itemType(item.type).name);
  });
}
