// What pages say about themselves to whoever is not signed in: an item, a group or a person that everybody may see.
import { getItem } from '@graticule/contract/content/items';
import { PortalError } from '@graticule/contract/errors';
import { groupView, requireGroup } from '../groups/index.ts';
import { userView } from '../identity/index.ts';
import { organisationOf, privateOrganisationGate } from '../organisation/index.ts';
import { findProfile } from '../people/index.ts';
import { anonymous, type Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { PageHead } from '../platform/page-head.ts';
import { requireItem } from './items.ts';
import { groupHead, itemHead, itemPageHead, type PageSite, userHead } from './page-heads.view.ts';

type Describe = (portal: Portal, visitor: Caller, name: string, site: PageSite) => Promise<PageHead>;

/** Pages by the end of their path: the parameter that names what they show, and how that is described. */
const PAGES: readonly { path: RegExp; parameter: string; describe: Describe }[] = [
  {
    path: /^\/home\/item(\.html)?$/i,
    parameter: 'id',
    describe: async (portal, visitor, id, site) => itemPageHead(await requireItem(portal, visitor, id), site),
  },
  {
    path: /^\/home\/webmap\/viewer(\.html)?$/i,
    parameter: 'webmap',
    describe: async (portal, visitor, id, site) =>
      itemHead(await requireItem(portal, visitor, id), site, `/home/webmap/viewer.html?webmap=${id}`),
  },
  {
    path: /^\/home\/group(\.html)?$/i,
    parameter: 'id',
    describe: async (portal, visitor, id, site) => groupHead(groupView(await requireGroup(portal, visitor, id), null), site),
  },
  {
    path: /^\/home\/user(\.html)?$/i,
    parameter: 'user',
    describe: async (portal, visitor, username, site) => {
      const { account, detail } = await findProfile(portal, visitor, username);
      return userHead(userView(account, detail), site);
    },
  },
];

/**
 * The metadata of a page, as far as somebody who is not signed in may see what it shows; undefined for everything else.
 * Nothing is kept: one statement by key decides each time, so that what is no longer public is no longer told.
 */
export async function describePage(
  portal: Portal,
  page: { path: string; query: URLSearchParams; baseUrl: string },
): Promise<PageHead | undefined> {
  const known = PAGES.find((each) => each.path.test(page.path));
  const name = known === undefined ? null : page.query.get(known.parameter);
  if (known === undefined || name === null || name === '') return undefined;
  const visitor = anonymous('', page.baseUrl);
  try {
    await privateOrganisationGate(portal, visitor, getItem);
    const { name: siteName } = await organisationOf(portal, visitor);
    return await known.describe(portal, visitor, name, { baseUrl: page.baseUrl, siteName });
  } catch (error) {
    if (error instanceof PortalError) return undefined;
    throw error;
  }
}
