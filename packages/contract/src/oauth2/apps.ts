// Endpoints of apps that are registered with an item, under oauth2 and at the item.
import { endpoint } from '../endpoint.ts';
import { json, required, text } from '../param.ts';

/** Kinds of app. */
export const APP_TYPES = ['browser', 'native', 'server', 'multiple'] as const;

export type AppType = (typeof APP_TYPES)[number];

/** A registration, for whoever manages its item. Times are epoch milliseconds. */
export interface RegisteredApp {
  itemId: string;
  client_id: string;
  client_secret: string;
  appType: AppType;
  redirect_uris: string[];
  registered: number;
  modified: number;
  apnsProdCert: null;
  apnsSandboxCert: null;
  gcmApiKey: null;
  isBeta: false;
}

const base = '/sharing/rest/oauth2';

export const registerApp = endpoint<RegisteredApp>()(
  `${base}/registerApp`,
  { itemId: required(text()), appType: required(text()), redirect_uris: required(json<readonly string[]>()) },
  { method: 'change', needs: 'portal:user:createItem', confidential: true, summary: 'Registers an app with an item, once' },
);

export const registeredAppInfo = endpoint<RegisteredApp>()(
  '/sharing/rest/content/users/:username/items/:id/registeredAppInfo',
  {},
  { needs: 'user', confidential: true, summary: 'The registration of the app of an item' },
);

export const getApp = endpoint<RegisteredApp>()(
  `${base}/apps/:clientId`,
  {},
  { needs: 'user', confidential: true, summary: 'The registration of an app' },
);

export const updateApp = endpoint<RegisteredApp>()(
  `${base}/apps/:clientId/update`,
  { appType: text(), redirect_uris: json<readonly string[]>() },
  { method: 'change', needs: 'user', confidential: true, summary: 'Changes kind and redirect addresses of a registered app' },
);

export const resetAppSecret = endpoint<RegisteredApp>()(
  `${base}/apps/:clientId/resetSecret`,
  {},
  { method: 'change', needs: 'user', confidential: true, summary: 'Gives a registered app another secret' },
);

export const unregisterApp = endpoint<{ success: true; itemId: string }>()(
  `${base}/apps/:clientId/unregister`,
  {},
  { method: 'change', needs: 'user', summary: 'Ends the registration of an app' },
);

export const validateRedirectUri = endpoint<{ isValid: boolean; clientId: string; redirectUri: string }>()(
  `${base}/validateRedirectUri`,
  { client_id: required(text()), redirect_uri: required(text()), accountId: text() },
  { summary: 'Whether an app may send people back to an address' },
);
