// Endpoints of what the organisation is made of: languages, regions, servers, subscription.
import { endpoint } from '../endpoint.ts';
import { flag, required, text } from '../param.ts';

export type LanguagesReply = { language: string; culture: string; localizedName: string }[];

export const portalLanguages = endpoint<LanguagesReply>()(
  '/sharing/rest/portals/languages',
  { culture: text() },
  { summary: 'Languages of the pages' },
);

export type RegionsReply = { name: string; region: string; localizedName: string }[];

export const portalRegions = endpoint<RegionsReply>()(
  '/sharing/rest/portals/regions',
  { culture: text() },
  { summary: 'Countries and territories, named in a language' },
);

export const isServerRegistered = endpoint<{ registered: boolean }>()(
  '/sharing/rest/portals/isServerRegistered',
  { serverUrl: required(text({ aliases: ['serverurl'] })) },
  { summary: 'Whether a server belongs to the portal' },
);

export interface ServersReply {
  servers: {
    id: string;
    name: string;
    url: string;
    adminUrl: string;
    isHosted: true;
    serverType: 'ArcGIS';
    serverRole: 'HOSTING_SERVER';
  }[];
}

export const portalServers = endpoint<ServersReply>()(
  '/sharing/rest/portals/:portal/servers',
  {},
  { summary: "The portal's own hosting server" },
);

export interface PortalUrls {
  urls: { features: { https: string[] }; tiles: { https: string[] }; scenes: { https: string[] } };
}

export const portalUrls = endpoint<PortalUrls>()('/sharing/rest/portals/:portal/urls', {}, { summary: 'Hosts of hosted services' });

export interface SubscriptionReply {
  id: string;
  type: string;
  state: 'active';
  expDate: number;
  availableCredits: number;
}

export const subscriptionInfo = endpoint<SubscriptionReply>()(
  '/sharing/rest/portals/:portal/subscriptionInfo',
  {},
  { needs: 'user', summary: 'State of the subscription: an install of its own has no end' },
);

/** Where the hosting server keeps data. */
export interface DataItem {
  path: string;
  type: 'egdb';
  id: string;
  clientPath: null;
  provider: string;
  info: { dataStoreConnectionType: 'shared'; isManaged: boolean };
}

export const findDataItems = endpoint<{ items: DataItem[] }>()(
  '/admin/data/findItems',
  { managed: flag(), parentPath: text(), ancestorPath: text(), types: text() },
  {
    needs: 'portal:publisher:publishFeatures',
    summary: 'Stores of the hosting server; publishing asks for the one that the portal manages',
  },
);
