// The organisation as clients see it.
import type { User } from '../community/user.ts';

interface SpatialReference {
  wkid: number;
  latestWkid: number;
}

/** A query for a group, or a group named by title and owner. */
export interface FeaturedGroup {
  id: string;
  title: string;
  owner: string;
}

export interface Basemap {
  title: string;
  baseMapLayers: {
    id: string;
    title?: string;
    layerType: string;
    url?: string;
    styleUrl?: string;
    visibility?: boolean;
    opacity?: number;
  }[];
}

/** Portal self. Members and administrators get further fields, see `PortalForAdministrators`. */
export interface PortalSelf {
  id: string;
  name: string;
  description: string | null;
  snippet: string | null;
  isPortal: boolean;
  portalMode: 'singletenant' | 'multitenant';
  portalName: string;
  portalHostname: string;
  portalUrl: string;
  portalThumbnail: string | null;
  thumbnail: string | null;
  portalHeaderImage: string | null;
  backgroundImage: string | null;
  urlKey: string | null;
  customBaseUrl: string | null;
  access: 'private' | 'public';
  allSSL: boolean;
  httpPort: number;
  httpsPort: number;
  culture: string;
  cultureFormat: string;
  region: string | null;
  ipCntryCode: string | null;
  units: string;
  canSearchPublic: boolean;
  canSharePublic: boolean;
  /** Whether apps, and whether maps, layers and files, may be offered in the marketplace. */
  canListApps: boolean;
  canListData: boolean;
  canSignInArcGIS: boolean;
  canSignInIDP: boolean;
  canSignInOIDC: boolean;
  supportsOAuth: boolean;
  supportsHostedServices: boolean;
  supportsSceneServices: boolean;
  hasClassificationSchema: boolean;
  hasCategorySchema: boolean;
  disableSignup: boolean;
  updateUserProfileDisabled: boolean;
  authorizedCrossOriginDomains: string[];
  allowedOrigins: string[];
  authorizedCrossOriginNoCorsDomains: string[];
  helpBase: string;
  helpMap: { v: string; m: Record<string, string> };
  staticImagesUrl: string;
  homePageFeaturedContent: string;
  homePageFeaturedContentCount: number;
  rotatorPanels: { id: string; innerHTML: string }[];
  showHomePageDescription: boolean;
  commentsEnabled: boolean;
  metadataEditable: boolean;
  metadataFormats: string[];
  featuredGroups: FeaturedGroup[];
  featuredGroupsId: string;
  featuredItemsGroupQuery: string;
  basemapGalleryGroupQuery: string;
  vectorBasemapGalleryGroupQuery: string;
  templatesGroupQuery: string;
  galleryTemplatesGroupQuery: string;
  layerTemplatesGroupQuery: string;
  stylesGroupQuery: string;
  symbolSetsGroupQuery: string;
  colorSetsGroupQuery: string;
  analysisLayersGroupQuery: string;
  livingAtlasGroupQuery: string;
  contentCategorySetsGroupQuery: string;
  defaultBasemap: Basemap;
  defaultVectorBasemap: Basemap;
  useVectorBasemaps: boolean;
  defaultExtent: { xmin: number; ymin: number; xmax: number; ymax: number; spatialReference: SpatialReference };
  helperServices: Record<string, unknown>;
  portalProperties: Record<string, unknown>;
  useStandardizedQuery: boolean;
  /** Whether somebody finished the set-up page; administrators are led there until then. */
  isSetUp: boolean;
  /** Days that deleted items stay in the recycle bin; 0 when they go at once. */
  recycleBinDays: number;
  /** Whether the portal sends mail: links for lost passwords, invitations. */
  sendsMail: boolean;
  user?: User;
  allowedRedirectUris?: string[];
  mfaEnabled?: boolean;
  mfaAdmins?: string[];
  contacts?: string[];
  storageQuota?: number;
  storageUsage?: number;
  maxTokenExpirationMinutes?: number;
  subscriptionInfo?: { type: string; state: string };
  bingKey?: string | null;
  canShareBingPublic?: boolean;
  /** Old name of the id. */
  accountId?: string;
}

/** What a signed-out visitor of a private organisation gets: as much as a sign-in page needs. */
export type ReducedPortalSelf = Pick<
  PortalSelf,
  | 'id'
  | 'name'
  | 'access'
  | 'isPortal'
  | 'portalMode'
  | 'portalName'
  | 'portalHostname'
  | 'portalUrl'
  | 'portalThumbnail'
  | 'httpPort'
  | 'httpsPort'
  | 'culture'
  | 'allSSL'
  | 'supportsOAuth'
  | 'disableSignup'
  | 'helpBase'
  | 'staticImagesUrl'
  | 'canSignInArcGIS'
  | 'canSignInIDP'
  | 'canSignInOIDC'
  | 'authorizedCrossOriginDomains'
  | 'allowedOrigins'
  | 'isSetUp'
  | 'sendsMail'
  // Somebody with an account who does not belong to the organisation.
  | 'user'
>;
