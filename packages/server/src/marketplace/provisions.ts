// Taking listings: purchases, trials, licences, and their end.
import { fail } from '@graticule/contract/errors';
import type { ProvisionState } from '@graticule/contract/marketplace/listings';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import { endGrants, grantItem, newId } from '../content/index.ts';
import { notify, requireSelf } from '../notifications/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { CustomerRow, ListingDetail, ProvisionDetail, ProvisionRow } from '../schema/marketplace.ts';
import { lockedListing } from './listings.ts';
import {
  customersOf,
  deleteLicences,
  insertLicences,
  insertProvision,
  itemsLicensedTo,
  lockedProvision,
  marketplaceManagers,
  membersNamed,
  provisionsFor,
  provisionsOf,
  provisionsOfListing,
  setProvisionState,
} from './provisions.store.ts';

/** Name of the job that ends a trial on its day. */
export const END_PROVISION_JOB = 'end-provision';

const DAY_MS = 86_400_000;
const STATES: readonly ProvisionState[] = ['requested', 'active', 'ended', 'declined'];

/** Who gets to see the item of an active provision. */
function scopesOf({ provision, listing, users }: ProvisionDetail): string[] {
  return listing.license_by === 'organization' ? [`org:${provision.customer_org}`] : users.map((name) => `user:${name}`);
}

function requireOrganisation(caller: Caller): string {
  if (caller.orgId === null) throw fail('FORBIDDEN');
  return caller.orgId;
}

/**
 * Takes a free listing at once; asks the vendor for a paid one. A trial that runs becomes the purchase, or goes on until the vendor grants
 * it.
 * @throws LISTING_NOT_FOUND, ALREADY_PROVISIONED
 */
export function purchase(portal: Portal, caller: Caller, itemId: string): Promise<ProvisionRow> {
  return begin(portal, caller, itemId, (_db, listing) =>
    Promise.resolve({ kind: 'purchase', state: listing.license_type === 'free' ? 'active' : 'requested', days: null }),
  );
}

/** Starts a trial; an organisation has one of each listing. @throws LISTING_NOT_FOUND, ALREADY_PROVISIONED, INVALID_REQUEST */
export function beginTrial(portal: Portal, caller: Caller, itemId: string): Promise<ProvisionRow> {
  return begin(portal, caller, itemId, async (db, { trial_days: days }) => {
    if (days === null) throw fail('INVALID_REQUEST', { values: ['This listing has no trial.'] });
    const held = await provisionsOfListing(db, itemId, requireOrganisation(caller));
    if (held.some(({ kind, state }) => kind === 'purchase' && (state === 'active' || state === 'requested')))
      throw fail('ALREADY_PROVISIONED');
    if (held.some(({ kind, state }) => kind === 'trial' && state === 'active')) throw fail('ALREADY_PROVISIONED');
    if (held.some(({ kind }) => kind === 'trial'))
      throw fail('INVALID_REQUEST', { values: ['Your organisation has had a trial of this listing. Purchase it to go on.'] });
    return { kind: 'trial', state: 'active', days };
  });
}

/** What is to be begun, by the terms of the locked listing. */
type Terms = (db: Db, listing: ListingDetail) => Promise<Pick<ProvisionRow, 'kind' | 'state'> & { days: number | null }>;

async function begin(portal: Portal, caller: Caller, itemId: string, terms: Terms): Promise<ProvisionRow> {
  const orgId = requireOrganisation(caller);
  const now = portal.clock.now();
  return portal.db
    .transaction()
    .execute(async (db) => {
      const listing = await lockedListing(db, caller, itemId);
      if (!listing.open) throw fail('LISTING_NOT_FOUND');
      if (listing.org_id === orgId) throw fail('INVALID_REQUEST', { values: ['Your organisation offers this item itself.'] });
      const { kind, state, days } = await terms(db, listing);
      const row: ProvisionRow = {
        id: newId(),
        item_id: listing.item_id,
        customer_org: orgId,
        kind,
        state,
        requested_by: caller.username ?? '',
        created: now,
        start_date: state === 'active' ? now : null,
        end_date: days === null ? null : new Date(now.getTime() + days * DAY_MS),
      };
      await insertProvision(db, row);
      if (row.state === 'active') await activate(portal, db, { provision: row, listing, users: [] });
      else await tellVendor(db, listing.org_id, { title: listing.title, itemId: listing.item_id }, now);
      return row;
    })
    .catch((error: unknown) => {
      throw violatedUnique(error) === 'provision_open' ? fail('ALREADY_PROVISIONED') : error;
    });
}

async function activate(portal: Portal, db: Db, begun: ProvisionDetail): Promise<void> {
  const { provision } = begun;
  const detail = provision.kind === 'purchase' ? { ...begun, users: await takeOverTrial(db, provision, portal.clock.now()) } : begun;
  await grantItem(db, provision.item_id, scopesOf(detail), provision.end_date);
  if (provision.end_date !== null)
    await portal.queue.enqueue(db, { name: END_PROVISION_JOB, payload: { id: provision.id }, runAfter: provision.end_date });
}

/** Ends the trial that a purchase takes the place of; the members with licences of it keep them. Gives their names. */
async function takeOverTrial(db: Db, purchased: ProvisionRow, now: Date): Promise<string[]> {
  const trial = (await provisionsOfListing(db, purchased.item_id, purchased.customer_org)).find(
    ({ kind, state }) => kind === 'trial' && state === 'active',
  );
  if (trial === undefined) return [];
  const detail = await lockedProvision(db, trial.id, 'any');
  if (detail?.provision.state !== 'active') return [];
  await setProvisionState(db, trial.id, { state: 'ended', end_date: now });
  await insertLicences(db, purchased.id, detail.users);
  return detail.users;
}

async function tellVendor(db: Db, orgId: string, about: { title: string; itemId: string }, now: Date): Promise<void> {
  const data = { ...about, message: `Another organisation asks for "${about.title}" in the marketplace.` };
  await notify(db, await marketplaceManagers(db, orgId), { type: 'listing_requested', data, now });
}

/** Grants or declines what was asked for. @throws LISTING_NOT_FOUND for requests to other vendors, INVALID_REQUEST when it is decided */
export async function decide(portal: Portal, caller: Caller, id: string, grants: boolean): Promise<ProvisionRow> {
  const vendor = requireOrganisation(caller);
  return portal.db.transaction().execute(async (db) => {
    const detail = await lockedProvision(db, id, { vendor });
    if (detail === undefined) throw fail('LISTING_NOT_FOUND');
    if (detail.provision.state !== 'requested') throw fail('INVALID_REQUEST', { values: ['This request has been decided already.'] });
    const now = portal.clock.now();
    const after = { ...detail.provision, state: grants ? ('active' as const) : ('declined' as const), start_date: grants ? now : null };
    await setProvisionState(db, id, { state: after.state, start_date: after.start_date });
    if (grants) await activate(portal, db, { ...detail, provision: after });
    await tellCustomer(db, detail, grants ? 'listing_granted' : 'listing_declined', now);
    return after;
  });
}

async function tellCustomer(db: Db, detail: ProvisionDetail, type: 'listing_granted' | 'listing_declined' | 'listing_ended', now: Date) {
  const { title, vendor_name: vendor } = detail.listing;
  const words = { listing_granted: 'was granted to your organisation', listing_declined: 'was declined', listing_ended: 'has ended' }[type];
  const data = { title, vendor, itemId: detail.provision.item_id, message: `"${title}" from ${vendor} ${words}.` };
  await notify(db, [detail.provision.requested_by], { type, data, now });
}

/** Ends what is held: by its customer, its vendor, or (`job`) because its day has come. @throws LISTING_NOT_FOUND */
export async function endProvision(
  portal: Portal,
  side: { customer: string } | { vendor: string } | 'any',
  id: string,
): Promise<ProvisionRow> {
  return portal.db.transaction().execute(async (db) => {
    const detail = await lockedProvision(db, id, side);
    if (detail === undefined) throw fail('LISTING_NOT_FOUND');
    const { provision } = detail;
    if (provision.state === 'ended' || provision.state === 'declined') return provision;
    const after = { ...provision, state: 'ended' as const, end_date: portal.clock.now() };
    await setProvisionState(db, id, { state: after.state, end_date: after.end_date });
    if (provision.state === 'active') await endGrants(db, provision.item_id, scopesOf(detail));
    if (side === 'any' || 'vendor' in side) await tellCustomer(db, detail, 'listing_ended', after.end_date);
    return after;
  });
}

/** Gives members licences or takes them; answers the names that are not members. @throws LISTING_NOT_FOUND, INVALID_REQUEST */
export async function licenseUsers(
  portal: Portal,
  caller: Caller,
  id: string,
  change: { users: string[]; gives: boolean },
): Promise<string[]> {
  const customer = requireOrganisation(caller);
  return portal.db.transaction().execute(async (db) => {
    const detail = await lockedProvision(db, id, { customer });
    if (detail === undefined || detail.provision.state !== 'active') throw fail('LISTING_NOT_FOUND');
    if (detail.listing.license_by !== 'user')
      throw fail('INVALID_REQUEST', { values: ['The whole organisation holds this listing; it is not licensed by user.'] });
    const members = await membersNamed(db, customer, change.users);
    const scopes = members.map((name) => `user:${name}`);
    if (change.gives) {
      await insertLicences(db, id, members);
      await grantItem(db, detail.provision.item_id, scopes, detail.provision.end_date);
    } else {
      await deleteLicences(db, id, members);
      await endGrants(db, detail.provision.item_id, scopes);
    }
    const known = new Set(members.map((name) => name.toLowerCase()));
    return change.users.filter((name) => !known.has(name.toLowerCase()));
  });
}

/** Licences go with the account: its name may be given to somebody else. The app hands this to the people domain. */
export const licencesOfMember = {
  onDelete: async (portal: Portal, username: string): Promise<void> => {
    const items = await itemsLicensedTo(portal.db, username);
    await portal.db.transaction().execute(async (db) => {
      for (const itemId of items) await endGrants(db, itemId, [`user:${username}`]);
    });
  },
};

/** What the caller's organisation holds and asked for. */
export function organisationProvisions(portal: Portal, caller: Caller): Promise<ProvisionDetail[]> {
  return caller.orgId === null ? Promise.resolve([]) : provisionsOf(portal.db, caller.orgId);
}

/** A page of what the caller may use. @throws FORBIDDEN for other people's */
export async function ownProvisions(
  portal: Portal,
  caller: Caller,
  input: { username: string; start?: number; num?: number },
): Promise<{ page: PageRequest; rows: ProvisionDetail[]; total: number }> {
  const username = requireSelf(caller, input.username);
  const page = pageRequest(input, 100);
  if (caller.orgId === null) return { page, rows: [], total: 0 };
  const window = { limit: page.num, offset: page.start - 1 };
  return { page, ...(await provisionsFor(portal.db, { username, orgId: caller.orgId }, window)) };
}

/** Who holds, asked for or held the listings of an organisation; `status` is a state, or `all`. @throws INVALID_PARAMETER */
export function customers(portal: Portal, vendor: string, status: string | undefined): Promise<CustomerRow[]> {
  return customersOf(portal.db, vendor, requireState(status));
}

/** A state as asked for. @throws INVALID_PARAMETER */
function requireState(word: string | undefined): ProvisionState | undefined {
  if (word === undefined || word === 'all') return undefined;
  const state = STATES.find((each) => each === word);
  if (state === undefined) throw fail('INVALID_PARAMETER', { values: ['status', `must be ${STATES.join(', ')} or all`] });
  return state;
}
