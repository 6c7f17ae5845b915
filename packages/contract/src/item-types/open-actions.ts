// What an item can be opened with, by whom and where: one rule for the pages and the server.
import { classify, itemType } from './classify.ts';
import type { OpenIn } from './item-type.ts';
import {
  isDownloadedPackage,
  isHostedTemplate,
  isPremiumService,
  mayAddToScene,
  opensDataDirectly,
  type VendorPaths,
} from './open-rules.ts';
import { type Platform, supportsOperationsView } from './platform.ts';
import { hasKeyword, TYPE_KEYWORDS } from './type-keywords.ts';

/** The item as these rules need it. */
export interface OpenableItem {
  id: string;
  type: string;
  owner: string;
  access?: string;
  name?: string | null;
  url?: string | null;
  typeKeywords?: readonly string[];
  itemControl?: string;
  /** Geometry types of its layers, where they are known. */
  geometryTypes?: readonly string[];
}

/** Who opens: nobody signed in, a public account, or a member with the id of an organisation. */
export interface Opener {
  username?: string;
  accountId?: string;
}

/** Settings of the install that decide what is offered. */
export interface OpenConfig {
  /** Viewers that are installed; what would lead to an empty page is not offered. */
  viewers: ReadonlySet<OpenIn>;
  /** Tablets may use the operations view. */
  areTabletsAllowed: boolean;
  /** The word in the names of the vendor's accounts. */
  vendorName: string;
  vendorPaths: VendorPaths;
  /** Editing actions are asked for too. @source SH-207 */
  isEdit: boolean;
}

/** What a person can do to open an item. */
export type OpenActionName =
  | Exclude<OpenIn, 'openPresentation'>
  | 'openPresentation'
  | 'addToScene'
  | 'openInDesktop'
  | 'editPresentation'
  | 'editAppBuilder'
  | 'editDashboard'
  | 'signIn'
  | 'details';

/** One way to open an item. */
export interface OpenAction {
  name: OpenActionName;
  /** A path of the portal, or the item's own address. */
  href: string;
  /** Leads out of the portal, to a new tab. */
  isOutside?: true;
  /** The data is asked for with HEAD first; 403 shows that permission is missing. @source SH-205, SH-206 */
  isProbed?: true;
}

/** The circumstances of opening. */
export interface Opening {
  opener: Opener;
  platform: Platform;
  config: OpenConfig;
}

/** Actions that change something, offered only when editing is asked for. @source SH-207 */
const EDIT_ACTIONS: ReadonlySet<OpenActionName> = new Set([
  'createPresentation',
  'editPresentation',
  'editAppBuilder',
  'editDashboard',
  'viewStyle',
  'downloadStyle',
]);

/**
 * Every way to open the item, the usual one first; the item's page when there is none.
 * @source SH-160, SH-024
 */
export function openActions(item: OpenableItem, opening: Opening): [OpenAction, ...OpenAction[]] {
  const { opener, config } = opening;
  const details: OpenAction = { name: 'details', href: `/home/item.html?id=${item.id}` };
  const found = candidates(item, opening).filter(({ name }) => config.isEdit || !EDIT_ACTIONS.has(name));
  const [first, ...rest] = found;
  if (!first) return [details];
  if (isPremiumService(item, config.vendorName) && opener.username === undefined) {
    return [{ name: 'signIn', href: `/home/signin.html?returnUrl=${encodeURIComponent(first.href)}` }];
  }
  return [first, ...rest];
}

/** The usual way to open the item. */
export function defaultOpenAction(item: OpenableItem, opening: Opening): OpenAction {
  return openActions(item, opening)[0];
}

function candidates(item: OpenableItem, opening: Opening): OpenAction[] {
  const { platform, config } = opening;
  const browserSupported = supportsOperationsView(platform, config.areTabletsAllowed);
  const around = { desktopPossible: platform.isDesktopWindows, browserSupported };
  const { openIn, supported, record } = classify(item, around);
  const actions = openIn
    .filter((way) => config.viewers.has(way))
    .flatMap((way) => WAYS[way]({ item, opening, isSupported: supported, isFile: record.class === 'file' }));
  if (mayAddToScene(item, config.viewers.has('sceneViewer')) && itemType(item.type).openIn.includes('mapViewer')) {
    actions.push({ name: 'addToScene', href: `/home/webscene/viewer.html?layers=${item.id}` });
  }
  const canReachDesktop = platform.isDesktopWindows && (record.openPkg || record.openLyr) && !isDownloadedPackage(item.name);
  if (canReachDesktop) actions.push({ name: 'openInDesktop', href: `/sharing/rest/content/items/${item.id}/item.pkinfo` });
  return actions;
}

interface Way {
  item: OpenableItem;
  opening: Opening;
  /** The browser runs the viewers that depend on it. */
  isSupported: boolean;
  isFile: boolean;
}

const MAP_TYPES = new Set(['Web Map']);
const SCENE_TYPES = new Set(['Web Scene']);

/** What each word of the catalogue leads to. The addresses are those of document 1, section 2. */
const WAYS: Readonly<Record<OpenIn, (way: Way) => OpenAction[]>> = {
  mapViewer: ({ item }) => {
    if (!MAP_TYPES.has(itemType(item.type).name) && hasKeyword(item, TYPE_KEYWORDS.table)) return [];
    return [
      { name: 'mapViewer', href: `/home/webmap/viewer.html?${MAP_TYPES.has(itemType(item.type).name) ? 'webmap' : 'layers'}=${item.id}` },
    ];
  },
  sceneViewer: ({ item }) => {
    // layers that a map shows too are added to a scene by the action of its own
    if (itemType(item.type).openIn.includes('mapViewer')) return [];
    const query = SCENE_TYPES.has(itemType(item.type).name) ? 'webscene' : 'layers';
    return [{ name: 'sceneViewer', href: `/home/webscene/viewer.html?${query}=${item.id}` }];
  },
  cityEngineViewer: ({ item }) => [{ name: 'cityEngineViewer', href: `/apps/CEWebViewer/viewer.html?3dWebScene=${item.id}` }],
  appViewer: ({ item }) => {
    const actions: OpenAction[] = isWebAddress(item.url) ? [{ name: 'appViewer', href: item.url, isOutside: true }] : [];
    if (hasKeyword(item, TYPE_KEYWORDS.appBuilder, TYPE_KEYWORDS.appBuilderTemplate)) {
      actions.push({ name: 'editAppBuilder', href: `/apps/webappbuilder/index.html?id=${item.id}` });
    }
    return actions;
  },
  configureApp: ({ item, opening }) => {
    const isTemplate = isHostedTemplate(item, opening.config.vendorPaths) || hasKeyword(item, TYPE_KEYWORDS.configurable);
    const isReady = hasKeyword(item, TYPE_KEYWORDS.readyToUse, TYPE_KEYWORDS.codeSample);
    if (!opensDataDirectly(item, opening.opener.username)) return [];
    if (hasKeyword(item, TYPE_KEYWORDS.selfConfigured)) {
      return isWebAddress(item.url) ? [{ name: 'configureApp', href: withQuery(item.url, 'edit', 'true'), isOutside: true }] : [];
    }
    return isTemplate && !isReady ? [{ name: 'configureApp', href: `/home/webmap/configureApp.html?appid=${item.id}` }] : [];
  },
  downloadAttachment: ({ item, opening, isFile }) => {
    const href = `/sharing/rest/content/items/${item.id}/data`;
    if (!isFile && !itemType(item.type).data.includes('file')) return [];
    return [{ name: 'downloadAttachment', href, ...(opensDataDirectly(item, opening.opener.username) ? {} : { isProbed: true }) }];
  },
  operationsDashboard: ({ item, opening }) =>
    opening.platform.isDesktopWindows ? [{ name: 'operationsDashboard', href: `arcgis-operationsdashboard://?itemid=${item.id}` }] : [],
  operationsDashboardWeb: ({ item, isSupported }) =>
    isSupported ? [{ name: 'operationsDashboardWeb', href: `/apps/dashboard/index.html#/${item.id}` }] : [],
  dashboard: ({ item, isSupported }) => [
    { name: 'dashboard', href: `/apps/opsdashboard/index.html#/${item.id}` },
    // @source SH-208
    ...(isSupported ? [{ name: 'editDashboard' as const, href: `/apps/opsdashboard/index.html#/${item.id}?edit=true` }] : []),
  ],
  createPresentation: ({ item }) => [{ name: 'createPresentation', href: `/apps/presentation/index.html?webmap=${item.id}&builder` }],
  openPresentation: ({ item }) =>
    item.typeKeywords?.includes('Presentation')
      ? [
          { name: 'openPresentation', href: `/apps/presentation/index.html?webmap=${item.id}` },
          { name: 'editPresentation', href: `/apps/presentation/index.html?webmap=${item.id}&builder` },
        ]
      : [],
  viewStyle: ({ item }) => [{ name: 'viewStyle', href: `/home/webmap/viewer.html?layers=${item.id}&style=edit` }],
  downloadStyle: ({ item }) =>
    item.url ? [{ name: 'downloadStyle', href: `${item.url.replace(/\/+$/, '')}/resources/styles/root.json?f=json` }] : [],
  // @source SH-211
  surveyViewer: ({ item, opening: { opener } }) =>
    opener.accountId && opener.username
      ? [{ name: 'surveyViewer', href: `arcgis-survey123://?itemID=${item.id}&username=${encodeURIComponent(opener.username)}` }]
      : [],
  insightsViewer: ({ item }) => {
    const type = itemType(item.type).name;
    if (type === 'Insights Page') return [{ name: 'insightsViewer', href: `/apps/insights/#/view/${item.id}` }];
    return [
      { name: 'insightsViewer', href: type === 'Insights Model' ? `/apps/insights/#/?model=${item.id}` : `/apps/insights/#/${item.id}` },
    ];
  },
  workforceViewer: ({ item }) => [{ name: 'workforceViewer', href: `/apps/workforce/#/projects/${item.id}/dispatch/assignments` }],
};

function isWebAddress(url: string | null | undefined): url is string {
  return /^https?:\/\//i.test(url ?? '');
}

function withQuery(url: string, name: string, value: string): string {
  const parsed = new URL(url);
  parsed.searchParams.set(name, value);
  return parsed.href;
}
