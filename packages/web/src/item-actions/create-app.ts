// Makes an app of its own from a template that shows a map: added, given its address, shared as the map is.
import type { Item } from '@graticule/contract/content/item';
import { getItemGroups } from '@graticule/contract/content/items';
import { shareUserItem } from '@graticule/contract/content/sharing';
import { addItem, addItemToFolder, deleteItems } from '@graticule/contract/content/user-content';
import { updateItem } from '@graticule/contract/content/user-items';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { call } from '../api/call.ts';
import { WEB_APP } from '../items/web-app.ts';

type Template = Pick<Item, 'id' | 'type' | 'url' | 'typeKeywords'>;

/** What somebody asks for. */
export interface AppWish {
  username: string;
  template: Template;
  map: Pick<Item, 'id' | 'access' | 'snippet'>;
  title: string;
  tags: readonly string[];
  /** Id of a folder; none for the root. */
  folder: string | undefined;
  isShared: boolean;
}

/** A web app at an address, which its owner offers to others to be made anew with their own map. */
export function isAppTemplate({ type, url, typeKeywords }: Pick<Item, 'type' | 'url' | 'typeKeywords'>): boolean {
  return type === WEB_APP && /^https?:\/\//i.test(url ?? '') && hasKeyword({ typeKeywords }, TYPE_KEYWORDS.template);
}

/** The template's address with the id of the app, in place of one that it has already. */
export function appAddress(templateUrl: string, appid: string): string {
  const address = new URL(templateUrl);
  address.searchParams.set('appid', appid);
  return address.toString();
}

/**
 * Gives the id, and whether it was shared as it was wished.
 * @throws ApiError 409 where the person has an app of that title; nothing is left behind when the app cannot get its address
 * @source CO-147, CO-200, CO-298
 */
export async function createApp({
  username,
  template,
  map,
  title,
  tags,
  folder,
  isShared,
}: AppWish): Promise<{ id: string; isShared: boolean }> {
  const fields = {
    username,
    title,
    type: WEB_APP,
    uniqueTitle: true,
    typeKeywords: template.typeKeywords.filter((keyword) => keyword !== TYPE_KEYWORDS.template),
    tags: [...tags],
    snippet: map.snippet ?? '',
    text: JSON.stringify({ source: template.id, folderId: folder ?? null, values: { webmap: map.id, title } }),
  };
  const { id } = await (folder === undefined ? call(addItem, fields) : call(addItemToFolder, { ...fields, folder }));
  try {
    await call(updateItem, { username, id, url: appAddress(template.url ?? '', id) });
  } catch (error) {
    await call(deleteItems, { username, items: [id], permanentDelete: true }, { quiet: true }).catch(() => undefined);
    throw error;
  }
  if (!isShared) return { id, isShared: true };
  return { id, isShared: await shareAsMap(username, id, map) };
}

/** The app is there whatever becomes of this, so a refusal is told and not thrown. */
async function shareAsMap(username: string, id: string, map: AppWish['map']): Promise<boolean> {
  try {
    const { admin, member, other } = await call(getItemGroups, { id: map.id }, { quiet: true });
    const groups = [...admin, ...member, ...other].filter((group) => !group.isFav).map((group) => group.id);
    const { notSharedWith } = await call(
      shareUserItem,
      { username, id, everyone: map.access === 'public', org: map.access === 'org' || map.access === 'public', groups },
      { quiet: true },
    );
    return notSharedWith.length === 0;
  } catch {
    return false;
  }
}
