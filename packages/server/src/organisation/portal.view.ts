// Organisation row → portal self, by who reads it.
import { builtInBasemap } from '@graticule/contract/documents/basemaps';
import type { PortalSelf, ReducedPortalSelf } from '@graticule/contract/portals/portal';
import type { OrganisationRow } from '../schema/organisation.ts';

/** Bytes that the items of an organisation take, and that its members may store together. */
export interface OrganisationStorage {
  storageUsage: number;
  storageQuota: number;
}

/** What the view needs beyond the row. */
export interface PortalFacts {
  /** Public base URL without a trailing slash. */
  baseUrl: string;
  reader: 'anonymous' | 'member' | 'administrator';
  portalMode: 'singletenant' | 'multitenant';
  /** Host below which organisations have their addresses; null when there is one organisation. */
  customBaseUrl: string | null;
  /** Days that deleted items stay in the recycle bin. */
  recycleBinDays: number;
  /** Whether the portal sends mail. */
  sendsMail: boolean;
  /** For administrators, where it is known. */
  storage?: OrganisationStorage;
}

const WORLD = {
  xmin: -15_000_000,
  ymin: -7_000_000,
  xmax: 15_000_000,
  ymax: 11_500_000,
  spatialReference: { wkid: 102_100, latestWkid: 3857 },
};

/** Properties until an administrator sets them. */
const PROPERTIES = {
  showSocialMediaLinks: false,
  sharedTheme: {},
  openData: { enabled: false },
  links: { contactUs: { url: '', visible: false } },
};

/** What this release can do, by the names that clients look for. */
const ABILITIES = {
  canSignInArcGIS: true,
  canSignInIDP: false,
  canSignInOIDC: false,
  supportsOAuth: false,
  supportsHostedServices: true,
  supportsSceneServices: false,
  hasClassificationSchema: false,
  hasCategorySchema: false,
  updateUserProfileDisabled: false,
} as const;

/** Portal self for anyone who may see the organisation. */
export function portalView(row: OrganisationRow, facts: PortalFacts): PortalSelf {
  const url = new URL(facts.baseUrl);
  const { settings } = row;
  const queries = groupQueries(row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    snippet: row.snippet,
    isPortal: facts.portalMode === 'singletenant',
    portalMode: facts.portalMode,
    portalName: row.name,
    portalHostname: `${url.host}${url.pathname === '/' ? '' : url.pathname}`,
    portalUrl: facts.baseUrl,
    portalThumbnail: text(settings.portalThumbnail) ?? null,
    thumbnail: text(settings.thumbnail) ?? null,
    portalHeaderImage: null,
    backgroundImage: text(settings.backgroundImage) ?? null,
    urlKey: row.url_key,
    customBaseUrl: facts.customBaseUrl,
    recycleBinDays: facts.recycleBinDays,
    sendsMail: facts.sendsMail,
    access: row.access,
    allSSL: url.protocol === 'https:',
    httpPort: url.protocol === 'http:' ? Number(url.port || 80) : 80,
    httpsPort: url.protocol === 'https:' ? Number(url.port || 443) : 443,
    culture: row.culture,
    cultureFormat: row.culture,
    region: row.region,
    ipCntryCode: null,
    units: row.units,
    canSearchPublic: flag(settings.canSearchPublic, true),
    canSharePublic: flag(settings.canSharePublic, true),
    canListApps: flag(settings.canListApps, true),
    canListData: flag(settings.canListData, true),
    ...ABILITIES,
    disableSignup: isSignUpClosed(row),
    authorizedCrossOriginDomains: list(settings.authorizedCrossOriginDomains),
    allowedOrigins: list(settings.allowedOrigins),
    authorizedCrossOriginNoCorsDomains: [],
    helpBase: `${facts.baseUrl}/home/help/`,
    helpMap: { v: '1', m: {} },
    staticImagesUrl: `${facts.baseUrl}/assets/`,
    homePageFeaturedContent: text(settings.homePageFeaturedContent) ?? queries.featuredItemsGroupQuery,
    homePageFeaturedContentCount: typeof settings.homePageFeaturedContentCount === 'number' ? settings.homePageFeaturedContentCount : 12,
    rotatorPanels: [],
    showHomePageDescription: flag(settings.showHomePageDescription, true),
    commentsEnabled: flag(settings.commentsEnabled, true),
    metadataEditable: true,
    metadataFormats: ['iso19139'],
    featuredGroups: Array.isArray(settings.featuredGroups) ? (settings.featuredGroups as PortalSelf['featuredGroups']) : [],
    featuredGroupsId: '',
    ...queries,
    defaultBasemap: builtInBasemap('light', facts.baseUrl),
    defaultVectorBasemap: builtInBasemap('light', facts.baseUrl),
    useVectorBasemaps: true,
    defaultExtent: (settings.defaultExtent as PortalSelf['defaultExtent'] | undefined) ?? WORLD,
    helperServices: helperServices(facts.baseUrl),
    portalProperties: { ...PROPERTIES, ...record(settings.portalProperties) },
    useStandardizedQuery: true,
    isSetUp: row.set_up,
    ...(facts.reader === 'anonymous'
      ? {}
      : { accountId: row.id, subscriptionInfo: { type: 'In House', state: 'active' }, bingKey: null, canShareBingPublic: false }),
    ...(facts.reader === 'administrator'
      ? { allowedRedirectUris: [], mfaEnabled: false, mfaAdmins: [], contacts: [], maxTokenExpirationMinutes: 20_160, ...facts.storage }
      : {}),
  };
}

/** Whether only those who are invited get an account; so until an administrator opens it. */
export function isSignUpClosed(row: OrganisationRow): boolean {
  return flag(row.settings.disableSignup, true);
}

/** Services of the portal that clients use by purpose. */
function helperServices(baseUrl: string): PortalSelf['helperServices'] {
  return {
    geocode: [
      {
        url: `${baseUrl}/rest/services/World/GeocodeServer`,
        name: 'Places',
        singleLineFieldName: 'SingleLine',
        batch: false,
        placefinding: true,
        suggest: true,
      },
    ],
    defaultElevationLayers: [],
  };
}

/** Groups that pages look for, by the wire name of their query and the title that is looked for by default. */
const GROUP_TITLES = {
  featuredItemsGroupQuery: 'Featured maps',
  basemapGalleryGroupQuery: 'Basemaps',
  vectorBasemapGalleryGroupQuery: 'Vector basemaps',
  templatesGroupQuery: 'App templates',
  galleryTemplatesGroupQuery: 'Gallery templates',
  layerTemplatesGroupQuery: 'Layer templates',
  stylesGroupQuery: 'Styles',
  symbolSetsGroupQuery: 'Symbol sets',
  colorSetsGroupQuery: 'Colour sets',
  analysisLayersGroupQuery: 'Analysis layers',
  livingAtlasGroupQuery: 'Living atlas',
  contentCategorySetsGroupQuery: 'Category sets',
} as const;

function groupQueries(row: OrganisationRow): Record<keyof typeof GROUP_TITLES, string> {
  const entries = Object.entries(GROUP_TITLES).map(([name, title]) => [
    name,
    text(row.settings[name]) ?? `title:"${title}" AND orgid:${row.id}`,
  ]);
  return Object.fromEntries(entries) as Record<keyof typeof GROUP_TITLES, string>;
}

const REDUCED = [
  'id',
  'name',
  'access',
  'isPortal',
  'portalMode',
  'portalName',
  'portalHostname',
  'portalUrl',
  'portalThumbnail',
  'httpPort',
  'httpsPort',
  'culture',
  'allSSL',
  'supportsOAuth',
  'disableSignup',
  'helpBase',
  'staticImagesUrl',
  'canSignInArcGIS',
  'canSignInIDP',
  'canSignInOIDC',
  'authorizedCrossOriginDomains',
  'allowedOrigins',
  'isSetUp',
  'sendsMail',
] as const satisfies (keyof ReducedPortalSelf)[];

/** Portal self for a signed-out visitor of a private organisation. */
export function reducedPortalView(full: PortalSelf): ReducedPortalSelf {
  return Object.fromEntries(REDUCED.map((name) => [name, full[name]])) as unknown as ReducedPortalSelf;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === 'string') : [];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
