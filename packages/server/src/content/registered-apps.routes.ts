// Endpoints of registered apps.
import { inFolder } from '@graticule/contract/content/user-items';
import {
  getApp,
  type RegisteredApp,
  registerApp as registerEndpoint,
  registeredAppInfo,
  resetAppSecret,
  unregisterApp,
  updateApp,
  validateRedirectUri,
} from '@graticule/contract/oauth2/apps';
import type { AppRow } from '../identity/index.ts';
import type { Routes } from '../platform/http/routes.ts';
import { requireUserItem } from './items.ts';
import { appOf, changeApp, endApp, isRedirectOf, registerApp, requireApp } from './registered-apps.ts';

/** Binds the endpoints of this file. */
export function registeredAppRoutes(routes: Routes): void {
  routes.bind(registerEndpoint).to(async (portal, caller, input) => appView(await registerApp(portal, caller, input)));
  for (const endpoint of [registeredAppInfo, inFolder(registeredAppInfo)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'protect');
      return appView(await appOf(portal, item));
    });
  }
  routes.bind(getApp).to(async (portal, caller, input) => appView(await requireApp(portal, caller, input.clientId)));
  routes.bind(updateApp).to(async (portal, caller, input) => appView(await changeApp(portal, caller, input.clientId, input)));
  routes
    .bind(resetAppSecret)
    .to(async (portal, caller, input) => appView(await changeApp(portal, caller, input.clientId, { freshSecret: true })));
  routes.bind(unregisterApp).to(async (portal, caller, input) => ({ success: true, itemId: await endApp(portal, caller, input.clientId) }));
  routes.bind(validateRedirectUri).to(async (portal, _caller, input) => ({
    isValid: await isRedirectOf(portal, input.client_id, input.redirect_uri),
    clientId: input.client_id,
    redirectUri: input.redirect_uri,
  }));
}

function appView(row: AppRow): RegisteredApp {
  return {
    itemId: row.item_id,
    client_id: row.client_id,
    client_secret: row.client_secret,
    appType: row.app_type,
    redirect_uris: row.redirect_uris,
    registered: row.registered.getTime(),
    modified: row.modified.getTime(),
    apnsProdCert: null,
    apnsSandboxCert: null,
    gcmApiKey: null,
    isBeta: false,
  };
}
