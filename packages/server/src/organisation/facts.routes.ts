// Endpoints of what the organisation is made of.
import { fail } from '@graticule/contract/errors';
import {
  type DataItem,
  findDataItems,
  isServerRegistered,
  portalLanguages,
  portalRegions,
  portalServers,
  portalUrls,
  subscriptionInfo,
} from '@graticule/contract/portals/facts';
import { LANGUAGES } from '@graticule/i18n/languages';
import type { Routes } from '../platform/http/routes.ts';
import { namedOrganisation } from './organisations.ts';
import { regionsIn } from './regions.ts';

/** Binds the endpoints of this file. */
export function factRoutes(routes: Routes): void {
  routes.bind(portalLanguages).to(async () => {
    const english = new Intl.DisplayNames('en', { type: 'language' });
    return LANGUAGES.map((each) => ({ language: english.of(each.tag) ?? each.tag, culture: each.culture, localizedName: each.ownName }));
  });
  routes.bind(portalRegions).to(async (_portal, _caller, input) => regionsIn(input.culture));
  routes.bind(isServerRegistered).to(async (_portal, caller, input) => ({
    registered: URL.canParse(input.serverUrl) && (input.serverUrl === caller.baseUrl || input.serverUrl.startsWith(`${caller.baseUrl}/`)),
  }));
  routes.bind(portalServers).to(async (portal, caller, input) => {
    const organisation = await namedOrganisation(portal, caller, input.portal);
    return {
      servers: [
        {
          id: organisation.id.toLowerCase(),
          name: new URL(caller.baseUrl).host,
          url: caller.baseUrl,
          adminUrl: caller.baseUrl,
          isHosted: true,
          serverType: 'ArcGIS',
          serverRole: 'HOSTING_SERVER',
        },
      ],
    };
  });
  routes.bind(portalUrls).to(async (portal, caller, input) => {
    await namedOrganisation(portal, caller, input.portal);
    const { host } = new URL(caller.baseUrl);
    return { urls: { features: { https: [host] }, tiles: { https: [host] }, scenes: { https: [] } } };
  });
  routes.bind(findDataItems).to(async (portal, caller, input) => {
    const { id } = await namedOrganisation(portal, caller, 'self');
    const path = '/enterpriseDatabases/hosted';
    const below = [input.parentPath, input.ancestorPath].every(
      (parent) => parent === undefined || `${path}/`.startsWith(`${parent.replace(/\/$/, '')}/`),
    );
    const wanted =
      input.managed !== false && below && (input.types === undefined || input.types.split(',').some((type) => type.trim() === 'egdb'));
    const store: DataItem = {
      path,
      type: 'egdb',
      id: id.toLowerCase(),
      clientPath: null,
      provider: 'Graticule',
      info: { dataStoreConnectionType: 'shared', isManaged: true },
    };
    return { items: wanted ? [store] : [] };
  });
  routes.bind(subscriptionInfo).to(async (portal, caller, input) => {
    const { id } = await namedOrganisation(portal, caller, input.portal);
    if (id !== caller.orgId) throw fail('FORBIDDEN');
    return { id, type: 'In House', state: 'active', expDate: -1, availableCredits: -1 };
  });
}
