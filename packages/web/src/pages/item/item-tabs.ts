// The parts of the item page, and who sees which.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { Session } from '../../api/session.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { serviceOf } from './hosted-service.ts';

export const ITEM_TABS = ['overview', 'data', 'map', 'related', 'usage', 'settings'] as const;
export type ItemTab = (typeof ITEM_TABS)[number];

/** What clients of the same interface call tabs in addresses that people have kept. */
const OTHER_NAMES: Readonly<Record<string, ItemTab>> = { visualize: 'map' };

/** The tab of this name among those that there are. */
export function tabNamed(tabs: readonly ItemTab[], name: string): ItemTab {
  return tabs.find((each) => each === (OTHER_NAMES[name] ?? name)) ?? 'overview';
}

/**
 * The address with the tab in its query instead of behind the number sign, where other portals write it: that part changes as soon as somebody skips to the
 * content. Undefined where it asks for none.
 */
export function addressWithTab(params: URLSearchParams, hash: string): string | undefined {
  const tab = tabNamed(ITEM_TABS, hash.replace(/^#/, ''));
  return params.has('tab') || tab === 'overview' ? undefined : `?${new URLSearchParams([...params, ['tab', tab]])}`;
}

/** The tabs that have something to show for this item and this person. */
export function tabsOf(item: Item, session: Pick<Session, 'user' | 'can'>): readonly ItemTab[] {
  const service = serviceOf(item);
  const isDrawn = itemType(item.type).name === 'Web Map' || (service !== undefined && !hasKeyword(item, TYPE_KEYWORDS.table));
  const shown: Record<ItemTab, boolean> = {
    overview: true,
    data: service !== undefined,
    map: isDrawn,
    related: true,
    usage: true,
    settings: mayEdit(item, session),
  };
  return ITEM_TABS.filter((tab) => shown[tab]);
}
