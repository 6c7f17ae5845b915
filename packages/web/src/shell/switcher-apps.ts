// Which apps stand in the switcher of the header, and how one without a picture is shown.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { WEB_APP } from '../items/web-app.ts';

/** More are found by searching. @source AC-074 */
export const MOST_APPS = 100;
const MOST_COLUMNS = 5;
const COLUMN_WIDTH = 110;
const WIDEST_IN_COLUMNS = 4.5;

/** One app of the switcher. */
export interface SwitcherApp {
  key: string;
  title: string;
  /** Absolute, or a path of the portal. */
  url: string;
  abbr: string;
  /** Address of its picture. */
  image?: string;
}

/** An app as the data of a configuring item list it. @source AC-094 */
export interface ConfiguredApp {
  itemId: string;
  title: string;
  label: string;
  url: string;
  abbr: string;
  image: string;
  privileges: string[];
  isLicensed: boolean;
}

type AppItem = Pick<Item, 'id' | 'type' | 'title' | 'url' | 'typeKeywords' | 'properties'>;

/** What decides besides the apps themselves. */
export interface SwitcherContext {
  can: (privilege: string) => boolean;
  /** Titles of listings that this person may use. */
  licensed: ReadonlySet<string>;
  hasOpenData: boolean;
}

/** The apps that an item's data list, without what cannot be opened. @source AC-247 */
export function configuredApps(itemId: string, data: unknown): ConfiguredApp[] {
  const apps = record(record(data).appSwitcher).apps;
  if (!Array.isArray(apps)) return [];
  return apps.map(record).flatMap((app) => {
    const title = text(app.title) || text(app.label);
    const url = text(app.url);
    if (title === '' || !isOpenable(url)) return [];
    const privileges = Array.isArray(app.privileges) ? app.privileges.map(text) : [];
    const more = { label: text(app.label) || title, abbr: text(app.abbr), image: text(app.image) };
    return [{ itemId, title, url, privileges, isLicensed: app.isLicensed === true, ...more }];
  });
}

/**
 * What this person finds in the switcher: configured apps first, then the web apps of the portal by title.
 * @source AC-160 to AC-164, AC-210
 */
export function switcherApps(configured: readonly ConfiguredApp[], items: readonly AppItem[], context: SwitcherContext): SwitcherApp[] {
  const taken = new Set(configured.map(({ url }) => url));
  const own = configured
    .filter((app) => app.privileges.every(context.can))
    .filter((app) => !app.isLicensed || context.licensed.has(app.title))
    .filter((app) => context.hasOpenData || app.title.toLowerCase() !== 'open data')
    .map((app): SwitcherApp => switcherApp(`${app.itemId} ${app.title}`, app.itemId, { ...app, title: app.label }));
  const added = items
    .filter((item) => item.type === WEB_APP && item.title !== '' && isOpenable(item.url ?? '') && !taken.has(item.url ?? ''))
    .filter((item) => !hasKeyword(item, TYPE_KEYWORDS.hiddenFromSwitcher))
    .map((item) => {
      const { abbr, image } = record(record(item.properties).appSwitcher);
      return switcherApp(item.id, item.id, { title: item.title, url: item.url ?? '', abbr: text(abbr), image: text(image) });
    })
    .sort((a, b) => a.title.localeCompare(b.title));
  return [...own, ...added].slice(0, MOST_APPS);
}

function switcherApp(key: string, itemId: string, app: { title: string; url: string; abbr: string; image: string }): SwitcherApp {
  const image = imageAddress(itemId, app.image);
  return { key, title: app.title, url: app.url, abbr: app.abbr.slice(0, 6) || abbreviation(app.title), ...(image ? { image } : {}) };
}

/** The first three capital letters of a title, or its first letter where it has none. @source AC-322 */
export function abbreviation(title: string): string {
  const capitals = title
    .match(/\p{Lu}/gu)
    ?.slice(0, 3)
    .join('');
  return capitals ?? title.match(/\p{L}|\p{N}/u)?.[0]?.toUpperCase() ?? '';
}

/** Pixels, by how many letters there are, from one to six. @source AC-323 */
export function abbreviationSize(abbr: string): number {
  return [28, 20, 16, 14, 14, 12][Math.min([...abbr].length, 6) - 1] ?? 28;
}

/** Columns and pixels of the list. @source AC-074, AC-321 */
export function switcherGrid(count: number): { columns: number; width: number } {
  const columns = Math.max(1, Math.min(count, MOST_COLUMNS));
  return { columns, width: Math.min(columns, WIDEST_IN_COLUMNS) * COLUMN_WIDTH };
}

/** Leads away from the portal. */
export function isOutside(url: string, origin: string = location.origin): boolean {
  return !url.startsWith('/') && new URL(url).origin !== origin;
}

function isOpenable(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

/** Pictures are files beside the item. @source AC-248 */
function imageAddress(itemId: string, name: string): string | undefined {
  const isFileName = name !== '' && name.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  return isFileName ? `/sharing/rest/content/items/${itemId}/resources/${name}` : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
