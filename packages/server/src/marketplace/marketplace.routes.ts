// Endpoints of the marketplace.
import { fail } from '@graticule/contract/errors';
import * as api from '@graticule/contract/marketplace/listings';
import { pageReply } from '@graticule/contract/paging';
import { type Caller, may } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Routes } from '../platform/http/routes.ts';
import type { ProvisionRow } from '../schema/marketplace.ts';
import { changeListing, listingPage, offerItem, requireListing, takeBack } from './listings.ts';
import { customerView, listingView, provisionView } from './marketplace.view.ts';
import {
  beginTrial,
  customers,
  decide,
  endProvision,
  licenseUsers,
  organisationProvisions,
  ownProvisions,
  purchase,
} from './provisions.ts';

/** Binds the endpoints of this file. */
export function marketplaceRoutes(routes: Routes): void {
  routes.bind(api.getListings).to(async (portal, caller, input) => {
    const { page, rows, total } = await listingPage(portal, caller, input);
    return { ...pageReply(page, rows.length, total), listings: rows.map(listingView) };
  });
  routes.bind(api.getListing).to(async (portal, caller, input) => listingView(await requireListing(portal, caller, input.itemId)));
  routes.bind(api.listItem).to(async (portal, caller, input) => {
    await offerItem(portal, caller, input);
    return { success: true, itemId: input.itemId };
  });
  routes.bind(api.updateListing).to(async (portal, caller, input) => {
    await changeListing(portal, caller, input);
    return { success: true, itemId: input.itemId };
  });
  routes.bind(api.unlistItem).to(async (portal, caller, input) => {
    await takeBack(portal, caller, input.itemId);
    return { success: true, itemId: input.itemId };
  });
  customerSide(routes);
  vendorSide(routes);
}

function customerSide(routes: Routes): void {
  routes.bind(api.purchaseListing).to(async (portal, caller, input) => provisioned(await purchase(portal, caller, input.itemId)));
  routes.bind(api.startTrial).to(async (portal, caller, input) => provisioned(await beginTrial(portal, caller, input.itemId)));
  routes.bind(api.getPurchases).to(async (portal, caller, input) => {
    requireOwn(caller, input.portal);
    const all = (await organisationProvisions(portal, caller)).map((each) =>
      provisionView(each, may(caller, 'portal:admin:manageLicenses')),
    );
    return { purchases: all.filter((each) => each.type === 'purchase'), trials: all.filter((each) => each.type === 'trial') };
  });
  routes.bind(api.cancelPurchase).to(async (portal, caller, input) => {
    const customer = requireOwn(caller, input.portal);
    return provisioned(await endProvision(portal, { customer }, input.provisionId));
  });
  const license =
    (gives: boolean) => async (portal: Portal, caller: Caller, input: { portal: string; provisionId: string; users: string[] }) => {
      requireOwn(caller, input.portal);
      const notProvisioned = await licenseUsers(portal, caller, input.provisionId, { users: input.users, gives });
      return { success: true as const, notProvisioned };
    };
  routes.bind(api.provisionUsers).to(license(true));
  routes.bind(api.unprovisionUsers).to(license(false));
  routes.bind(api.getProvisionedListings).to(async (portal, caller, input) => {
    const { page, rows, total } = await ownProvisions(portal, caller, input);
    return { ...pageReply(page, rows.length, total), provisionedListings: rows.map((each) => provisionView(each, false)) };
  });
}

function vendorSide(routes: Routes): void {
  routes.bind(api.getCustomers).to(async (portal, caller, input) => {
    const vendor = requireOwn(caller, input.portal);
    return { customers: (await customers(portal, vendor, input.status)).map(customerView) };
  });
  routes.bind(api.getCustomersList).to(async (portal, caller, input) => {
    const rows = await customers(portal, requireOwn(caller, input.portal), 'active');
    return { customers: [...new Map(rows.map((row) => [row.customer_org, { id: row.customer_org, name: row.customer_name }])).values()] };
  });
  routes.bind(api.approveCustomer).to(async (portal, caller, input) => {
    requireOwn(caller, input.portal);
    return provisioned(await decide(portal, caller, input.provisionId, true));
  });
  routes.bind(api.declineCustomer).to(async (portal, caller, input) => {
    requireOwn(caller, input.portal);
    return provisioned(await decide(portal, caller, input.provisionId, false));
  });
  routes.bind(api.endCustomer).to(async (portal, caller, input) => {
    const vendor = requireOwn(caller, input.portal);
    return provisioned(await endProvision(portal, { vendor }, input.provisionId));
  });
}

function provisioned(row: ProvisionRow): api.ProvisionReply {
  return { success: true, provisionId: row.id, status: row.state };
}

/** The caller's organisation, which alone may be named. @throws FORBIDDEN */
function requireOwn(caller: Caller, name: string): string {
  if (caller.orgId === null || (name.toLowerCase() !== 'self' && name !== caller.orgId)) throw fail('FORBIDDEN');
  return caller.orgId;
}
