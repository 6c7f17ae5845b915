import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '../../testing/agent.ts';
import { beforeNextTransaction } from '../../testing/meanwhile.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { grantItem } from '../content/index.ts';
import { createAccount, issueToken } from '../identity/index.ts';
import { insertLicences, insertProvision, lockedProvision } from './provisions.store.ts';
import { endProvision } from './provisions.ts';

const BUYERS = 'BUYERS0000000000';
const DAY_MS = 86_400_000;

let t: TestPortal;
let vendor: Agent;
let buyer: Agent;
let member: Agent;
let app = '';
let paid = '';

async function buyers(username: string, role: string): Promise<Agent> {
  await createAccount(t.portal.db, { username, password: TEST_PASSWORD, email: null, fullName: username, role, orgId: BUYERS });
  return new Agent(t.app, username, (await issueToken(t.portal, { username, token_epoch: 0 }, 60)).token);
}

async function add(title: string, type: string): Promise<string> {
  return (await vendor.post('content/users/vendor/addItem', { title, type, tags: 'routes', url: 'https://example.org/app' })).id;
}

beforeAll(async () => {
  t = await testPortal({ people: { vendor: 'admin', clerk01: 'publisher' } });
  vendor = t.as('vendor');
  await t.portal.db
    .insertInto('organisation')
    .values({ id: BUYERS, name: 'Buyers', description: null, snippet: null, url_key: null, region: null, settings: '{}' })
    .execute();
  buyer = await buyers('buyer01', 'admin');
  member = await buyers('member01', 'user');
  app = await add('Route finder', 'Web Mapping Application');
  paid = await add('Paid roads', 'Feature Collection');
});
afterAll(() => t.close());

const ids = (reply: { listings: { itemId: string }[] }): string[] => reply.listings.map((listing) => listing.itemId);

describe('an item', () => {
  it('CO-199 is offered by those who manage the marketplace, once, where the organisation allows such items', async () => {
    expect((await t.as('clerk01').post(`content/items/${app}/list`)).error.code).toBe(403);
    expect((await buyer.post(`content/items/${app}/list`)).error.code).toBe(403);
    await vendor.post('portals/self/update', { canListApps: 'false' });
    expect((await vendor.post(`content/items/${app}/list`)).error.code).toBe(403);
    await vendor.post('portals/self/update', { canListApps: 'true' });
    const terms = {
      listingProperties: { listingAccess: 'public', trialSupported: true, trialDuration: 14, priceDesc: 'Free for a while' },
    };
    expect(await vendor.post(`content/items/${app}/list`, terms)).toEqual({ success: true, itemId: app });
    expect((await vendor.post(`content/items/${app}/list`)).error.code).toBe(409);
  });

  it('CO-078 CO-079 CO-080 is shown with vendor, terms and their defaults', async () => {
    expect(await buyer.get(`content/listings/${app}`)).toMatchObject({
      itemId: app,
      title: 'Route finder',
      tags: ['routes'],
      vendor: { id: t.orgId, name: expect.any(String), thumbnail: null },
      banner: null,
      thumbnail: null,
      largeThumbnail: null,
      screenshots: [],
      avgRating: 0,
      numRatings: 0,
      numComments: 0,
      listingProperties: {
        priceDesc: 'Free for a while',
        creditsPerTransaction: null,
        licenseType: 'free',
        trialSupported: true,
        trialDuration: 14,
        listingAccess: 'public',
      },
      properties: { systemRequirements: null, termsAndConditions: null, version: '1.0' },
    });
    await vendor.post(`content/items/${paid}/list`, { listingProperties: { licenseType: 'paid', licenseBy: 'user' } });
    expect((await vendor.get(`content/listings/${paid}`)).listingProperties.listingAccess).toBe('private');
  });

  it.each([
    [{ listingProperties: { licenseType: 'stolen' } }, 'licenseType'],
    [{ listingProperties: { trialSupported: true, trialDuration: 0 } }, 'trialDuration'],
    [{ listingProperties: [1] }, 'listingProperties'],
    [{ banner: '../../etc/passwd' }, 'banner'],
  ])('refuses %j and names the field', async (terms, field) => {
    expect((await vendor.post(`content/listings/${app}/update`, terms)).error).toMatchObject({
      code: 400,
      message: expect.stringContaining(field),
    });
  });
});

describe('the marketplace', () => {
  it('CO-278 lists what is offered to all, and with mylistings what one offers', async () => {
    expect(ids(await buyer.get('content/listings'))).toEqual([app]);
    expect(ids(await buyer.get('content/listings', { q: 'ROUTE' }))).toEqual([app]);
    expect(ids(await buyer.get('content/listings', { q: 'nothing' }))).toEqual([]);
    expect(ids(await vendor.get('content/listings', { mylistings: true })).sort()).toEqual([app, paid].sort());
    expect(ids(await buyer.get('content/listings', { mylistings: true }))).toEqual([]);
    expect((await t.stranger.get('content/listings')).error.code).toBe(499);
  });

  it('opens a private listing by its address to those who may take it, and hides it from others', async () => {
    expect((await buyer.get(`content/listings/${paid}`)).title).toBe('Paid roads');
    expect((await member.get(`content/listings/${paid}`)).error.code).toBe(400);
    expect((await t.as('clerk01').get(`content/listings/${paid}`)).error.code).toBe(400);
    expect((await member.get(`content/listings/${'0'.repeat(32)}`)).error).toEqual((await member.get(`content/listings/${paid}`)).error);
  });
});

describe('a trial', () => {
  let provisionId = '';

  it('is started by those with the privilege, and shows the item to the organisation', async () => {
    expect((await member.get(`content/items/${app}`)).error.code).toBe(403);
    expect((await member.post(`content/listings/${app}/startTrial`)).error.code).toBe(403);
    expect((await vendor.post(`content/listings/${app}/startTrial`)).error.message).toContain('offers this item itself');
    const started = await buyer.post(`content/listings/${app}/startTrial`);
    expect(started).toEqual({ success: true, provisionId: expect.any(String), status: 'active' });
    provisionId = started.provisionId;
    expect((await member.get(`content/items/${app}`)).title).toBe('Route finder');
    expect((await member.get('search', { q: 'Route finder' })).total).toBe(1);
    expect((await t.stranger.get(`content/items/${app}`)).error.code).toBe(403);
    expect((await buyer.post(`content/listings/${app}/startTrial`)).error.code).toBe(409);
  });

  it('SH-120 SH-233 CO-272 CO-081 is among the trials of the organisation, with its listing', async () => {
    const { purchases, trials } = await member.get('portals/self/purchases');
    expect(purchases).toEqual([]);
    expect(trials).toEqual([
      expect.objectContaining({
        id: provisionId,
        created: expect.any(Number),
        startDate: expect.any(Number),
        endDate: expect.any(Number),
        listing: expect.objectContaining({ title: 'Route finder', owner: 'vendor', licenseBy: 'organization', tags: ['routes'] }),
      }),
    ]);
    expect(trials[0].endDate - trials[0].startDate).toBe(14 * DAY_MS);
  });

  it('CO-218 is among the provisioned listings of every member, and of nobody else', async () => {
    const own = await member.get('community/users/member01/provisionedListings');
    expect(own).toMatchObject({ total: 1, start: 1, num: 100, nextStart: -1 });
    expect(own.provisionedListings[0].listing.title).toBe('Route finder');
    expect((await buyer.get('community/users/member01/provisionedListings')).error.code).toBe(403);
    expect((await vendor.get('community/users/vendor/provisionedListings')).total).toBe(0);
  });

  it('CO-271 CO-273 is known to the vendor as a customer, and to no other organisation', async () => {
    const customer = { id: provisionId, name: 'Buyers', status: 'active', type: 'trial', title: 'Route finder' };
    expect((await vendor.get('portals/self/customers', { status: 'active' })).customers).toEqual([expect.objectContaining(customer)]);
    expect((await vendor.get('portals/self/customers', { status: 'requested' })).customers).toEqual([]);
    expect((await vendor.get('portals/self/customers', { status: 'odd' })).error.code).toBe(400);
    expect((await vendor.get('portals/self/customersList')).customers).toEqual([{ id: BUYERS, name: 'Buyers' }]);
    expect((await buyer.get('portals/self/customers')).customers).toEqual([]);
    expect((await buyer.get(`portals/${t.orgId}/customers`)).error.code).toBe(403);
  });

  it('ends for whoever holds it, takes the item away again, and is not begun twice', async () => {
    expect((await buyer.post(`portals/self/purchases/${provisionId}/cancel`)).status).toBe('ended');
    expect((await member.get(`content/items/${app}`)).error.code).toBe(403);
    expect((await buyer.post(`content/listings/${app}/startTrial`)).error.message).toContain('has had a trial');
  });

  it('ends by itself on its last day', async () => {
    const id = await add('Short lived', 'Web Map');
    await vendor.post(`content/items/${id}/list`, {
      listingProperties: { listingAccess: 'public', trialSupported: true, trialDuration: 1 },
    });
    t.setNow(new Date(Date.now() - 2 * DAY_MS));
    await buyer.post(`content/listings/${id}/startTrial`);
    t.setNow(new Date());
    await t.runJobs();
    const { trials } = await buyer.get('portals/self/purchases');
    expect(trials.find((each: { itemId: string }) => each.itemId === id).status).toBe('ended');
    expect((await member.get(`content/items/${id}`)).error.code).toBe(403);
  });
});

describe('a paid listing that is licensed by user', () => {
  let provisionId = '';

  it('is asked for; the vendor is told and grants it', async () => {
    const asked = await buyer.post(`content/listings/${paid}/purchase`);
    expect(asked.status).toBe('requested');
    provisionId = asked.provisionId;
    expect((await vendor.get('community/users/vendor/notifications')).notifications).toContainEqual(
      expect.objectContaining({ type: 'listing_requested', data: expect.objectContaining({ title: 'Paid roads' }) }),
    );
    expect((await buyer.post(`portals/self/customers/${provisionId}/approve`)).error.code).toBe(400);
    expect((await vendor.post(`portals/self/customers/${provisionId}/approve`)).status).toBe('active');
    expect((await vendor.post(`portals/self/customers/${provisionId}/decline`)).error.code).toBe(400);
    expect((await buyer.get('community/users/buyer01/notifications')).notifications).toContainEqual(
      expect.objectContaining({ type: 'listing_granted' }),
    );
  });

  it('is seen by those members alone who hold a licence', async () => {
    expect((await member.get(`content/items/${paid}`)).error.code).toBe(403);
    const given = await buyer.post(`portals/self/purchases/${provisionId}/provisionUsers`, { users: 'MEMBER01,clerk01' });
    expect(given).toEqual({ success: true, notProvisioned: ['clerk01'] });
    expect((await member.get(`content/items/${paid}`)).title).toBe('Paid roads');
    expect((await buyer.get(`content/items/${paid}`)).error.code).toBe(403);
    expect((await member.post(`portals/self/purchases/${provisionId}/provisionUsers`, { users: 'buyer01' })).error.code).toBe(403);
    await buyer.post(`portals/self/purchases/${provisionId}/unprovisionUsers`, { users: 'member01' });
    expect((await member.get(`content/items/${paid}`)).error.code).toBe(403);
  });

  it('is not seen by a new account with the name of a deleted one that held a licence', async () => {
    await buyers('leaver01', 'user');
    await buyer.post(`portals/self/purchases/${provisionId}/provisionUsers`, { users: 'leaver01' });
    expect((await buyer.post('community/users/leaver01/delete')).success).toBe(true);
    expect((await (await buyers('leaver01', 'user')).get(`content/items/${paid}`)).error.code).toBe(403);
  });

  it('is kept by nobody who got a licence at the moment it ended', async () => {
    const id = await add('Ends at once', 'Web Map');
    const terms = { listingProperties: { listingAccess: 'public', licenseBy: 'user' } };
    await vendor.post(`content/items/${id}/list`, terms);
    const { provisionId: held } = await buyer.post(`content/listings/${id}/purchase`);
    const { db } = t.portal;
    let ending: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (giving) => {
      await lockedProvision(giving, held, { customer: BUYERS });
      ending = endProvision(t.portal, { vendor: t.orgId }, held);
      // Long enough for the end to wait for the licence.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await insertLicences(giving, held, ['member01']);
      await grantItem(giving, id, ['user:member01'], null);
    });
    await ending;
    expect((await member.get(`content/items/${id}`)).error.code).toBe(403);
  });

  it('goes on for whoever takes it at the moment it is taken from the marketplace', async () => {
    const id = await add('Taken at once', 'Web Map');
    await vendor.post(`content/items/${id}/list`, { listingProperties: { listingAccess: 'public' } });
    let closing: Promise<unknown> = Promise.resolve();
    const taken = { item_id: id, customer_org: BUYERS, kind: 'purchase', state: 'active', requested_by: 'buyer01' } as const;
    await t.portal.db.transaction().execute(async (taking) => {
      await insertProvision(taking, { ...taken, id: 'taken-at-once', created: new Date(), start_date: new Date(), end_date: null });
      closing = vendor.post(`content/items/${id}/unlist`);
      // Long enough for the vendor to wait.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await closing;
    expect((await vendor.post('portals/self/customers/taken-at-once/end')).status).toBe('ended');
  });

  it('goes on for those who hold it after it was taken from the marketplace, until the vendor ends it', async () => {
    await buyer.post(`portals/self/purchases/${provisionId}/provisionUsers`, { users: 'member01' });
    expect((await vendor.post(`content/items/${paid}/unlist`)).success).toBe(true);
    expect(ids(await vendor.get('content/listings', { mylistings: true }))).not.toContain(paid);
    expect((await member.get(`content/items/${paid}`)).title).toBe('Paid roads');
    expect((await vendor.post(`portals/self/customers/${provisionId}/end`)).status).toBe('ended');
    expect((await member.get(`content/items/${paid}`)).error.code).toBe(403);
  });
  it('is hidden while its item lies in the recycle bin', async () => {
    const id = await add('Binned', 'Web Map');
    await vendor.post(`content/items/${id}/list`, { listingProperties: { listingAccess: 'public' } });
    await buyer.post(`content/listings/${id}/purchase`);
    await vendor.post(`content/users/vendor/items/${id}/delete`);
    expect((await buyer.get(`content/listings/${id}`)).error.code).toBe(400);
    expect((await member.get('community/users/member01/provisionedListings')).total).toBe(0);
    expect((await member.get(`content/items/${id}`)).error.code).toBe(400);
  });
});

describe('an item that is offered', () => {
  const listed = async (who: Agent, id: string): Promise<boolean> => (await who.get(`content/items/${id}`)).listed;

  it('says so: to all who see it when everybody may find the offer, to those who manage it when it goes by its address', async () => {
    const id = await add('Says that it is offered', 'Web Map');
    await vendor.post(`content/users/vendor/items/${id}/share`, { everyone: true });
    expect([await listed(vendor, id), await listed(member, id)]).toEqual([false, false]);
    await vendor.post(`content/items/${id}/list`, { listingProperties: { listingAccess: 'private' } });
    expect([await listed(vendor, id), await listed(member, id)]).toEqual([true, false]);
    await vendor.post(`content/listings/${id}/update`, { listingProperties: { listingAccess: 'public' } });
    expect([await listed(vendor, id), await listed(member, id), await listed(t.stranger, id)]).toEqual([true, true, true]);
    expect((await member.get('search', { q: `id:${id}` })).results[0].listed).toBe(true);
    await vendor.post(`content/items/${id}/unlist`);
    expect([await listed(vendor, id), await listed(member, id)]).toEqual([false, false]);
  });

  it('CO-004 is used by a member who takes part in groups and is told what happens there', async () => {
    const made = await buyer.post('community/createGroup', { title: 'Route planners', access: 'org' });
    const { id } = made.group;
    expect((await member.post(`community/groups/${id}/join`)).success).toBe(true);
    await buyer.post(`community/groups/${id}/applications/member01/accept`);
    expect((await member.get(`community/groups/${id}`)).userMembership.memberType).toBe('member');
    expect((await member.get('community/users/member01/notifications')).notifications).toContainEqual(
      expect.objectContaining({ type: 'group_application_accepted', data: expect.objectContaining({ groupTitle: 'Route planners' }) }),
    );
    const offered = await add('Taken for planners', 'Web Map');
    await vendor.post(`content/items/${offered}/list`, { listingProperties: { listingAccess: 'public' } });
    await buyer.post(`content/listings/${offered}/purchase`);
    const { provisionedListings } = await member.get('community/users/member01/provisionedListings');
    expect(provisionedListings.map((each: { listing: { title: string } }) => each.listing.title)).toContain('Taken for planners');
    expect((await member.get(`content/items/${offered}`)).title).toBe('Taken for planners');
  });
});

describe('a trial that runs', () => {
  const trial = { listingAccess: 'public', trialSupported: true, trialDuration: 5 };
  const states = async (id: string): Promise<string[]> => {
    const { purchases, trials } = await buyer.get('portals/self/purchases');
    return [...purchases, ...trials]
      .filter((each: { itemId: string }) => each.itemId === id)
      .map((each: { type: string; status: string }) => `${each.type} ${each.status}`);
  };

  it('becomes a purchase without an end when the listing is free; its last day takes nothing away', async () => {
    const id = await add('Tried, then taken', 'Web Map');
    await vendor.post(`content/items/${id}/list`, { listingProperties: trial });
    t.setNow(new Date(Date.now() - 10 * DAY_MS));
    await buyer.post(`content/listings/${id}/startTrial`);
    expect((await buyer.post(`content/listings/${id}/purchase`)).status).toBe('active');
    t.setNow(new Date());
    await t.runJobs();
    expect(await states(id)).toEqual(['purchase active', 'trial ended']);
    expect((await member.get(`content/items/${id}`)).title).toBe('Tried, then taken');
    expect((await buyer.post(`content/listings/${id}/purchase`)).error.code).toBe(409);
    expect((await buyer.post(`content/listings/${id}/startTrial`)).error.code).toBe(409);
  });

  it('goes on while a paid listing is asked for; granted, the members keep their licences', async () => {
    const id = await add('Tried, then paid', 'Web Map');
    await vendor.post(`content/items/${id}/list`, { listingProperties: { ...trial, licenseType: 'paid', licenseBy: 'user' } });
    const { provisionId } = await buyer.post(`content/listings/${id}/startTrial`);
    await buyer.post(`portals/self/purchases/${provisionId}/provisionUsers`, { users: 'member01' });
    const asked = await buyer.post(`content/listings/${id}/purchase`);
    expect(asked.status).toBe('requested');
    expect(await states(id)).toEqual(['purchase requested', 'trial active']);
    expect((await member.get(`content/items/${id}`)).title).toBe('Tried, then paid');
    await vendor.post(`portals/self/customers/${asked.provisionId}/approve`);
    expect(await states(id)).toEqual(['purchase active', 'trial ended']);
    expect((await member.get(`content/items/${id}`)).title).toBe('Tried, then paid');
    await buyer.post(`portals/self/purchases/${asked.provisionId}/unprovisionUsers`, { users: 'member01' });
    expect((await member.get(`content/items/${id}`)).error.code).toBe(403);
  });

  it('is begun by the terms of the moment, never with a listing that was taken back in it', async () => {
    const id = await add('Changed at once', 'Web Map');
    await vendor.post(`content/items/${id}/list`, { listingProperties: { listingAccess: 'public', licenseType: 'free' } });
    beforeNextTransaction(t.portal, () => vendor.post(`content/listings/${id}/update`, { listingProperties: { licenseType: 'paid' } }));
    expect((await buyer.post(`content/listings/${id}/purchase`)).status).toBe('requested');
    const gone = await add('Gone at once', 'Web Map');
    await vendor.post(`content/items/${gone}/list`, { listingProperties: { listingAccess: 'public' } });
    beforeNextTransaction(t.portal, () => vendor.post(`content/items/${gone}/unlist`));
    expect((await buyer.post(`content/listings/${gone}/purchase`)).error.message).toContain('Listing does not exist');
  });
});
