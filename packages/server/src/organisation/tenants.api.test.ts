// Several organisations on one install: addresses, operators, and that none sees the other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent, type AnyReply } from '../../testing/agent.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { issueToken } from '../identity/index.ts';

const MAIN = 'maps.example.org';
const TOWN = `town.${MAIN}`;
let t: TestPortal;
let town = '';
let mayor: Agent;

const at = async (agent: Agent, host: string, path: string, params: Record<string, string | boolean> = {}): Promise<AnyReply> =>
  (await agent.raw('GET', path, params, { host })).json();

async function signedIn(username: string): Promise<Agent> {
  const { token } = await issueToken(t.portal, { username, token_epoch: 0 }, 60);
  return new Agent(t.app, username, token);
}

beforeAll(async () => {
  t = await testPortal({
    people: { operator: 'admin', member1: 'publisher' },
    config: { publicUrl: `https://${MAIN}`, multiTenant: true },
  });
  const made = await t.as('operator').post('portals/createOrganization', {
    name: 'Town of Wells',
    urlKey: 'town',
    username: 'mayor.wells',
    password: TEST_PASSWORD,
    email: 'mayor@example.org',
    fullName: 'May Or',
  });
  expect(made).toEqual({ success: true, id: expect.stringMatching(/^[A-Z0-9]{16}$/), url: `https://${TOWN}`, username: 'mayor.wells' });
  town = made.id;
  mayor = await signedIn('mayor.wells');
});
afterAll(() => t.close());

describe('the address', () => {
  it('SH-013 decides which organisation a visitor meets', async () => {
    expect(await at(t.stranger, MAIN, 'portals/self')).toMatchObject({
      id: t.orgId,
      portalMode: 'multitenant',
      isPortal: false,
      portalUrl: `https://${MAIN}`,
      customBaseUrl: MAIN,
    });
    expect(await at(t.stranger, TOWN, 'portals/self')).toMatchObject({
      id: town,
      urlKey: 'town',
      customBaseUrl: MAIN,
      portalHostname: TOWN,
      portalUrl: `https://${TOWN}`,
    });
    expect((await at(t.stranger, `nobody.${MAIN}`, 'portals/self')).error.message).toBe('There is no organisation at this address.');
  });

  it('never makes links to a host that somebody sent', async () => {
    for (const host of ['evil.example.com', `${MAIN}.evil.com`, `a.b.${MAIN}`, `evil${MAIN}`]) {
      expect((await at(t.stranger, host, 'info')).owningSystemUrl).toBe(`https://${MAIN}`);
    }
    expect((await at(t.stranger, TOWN.toUpperCase(), 'info')).owningSystemUrl).toBe(`https://${TOWN}`);
  });

  it('does not matter for those who are signed in: the account decides', async () => {
    for (const host of [MAIN, TOWN]) {
      expect(await at(mayor, host, 'portals/self')).toMatchObject({ id: town, user: { username: 'mayor.wells', orgId: town } });
      expect(await at(t.as('member1'), host, 'portals/self')).toMatchObject({ id: t.orgId, user: { username: 'member1' } });
    }
  });

  it('closes one organisation and not the other', async () => {
    await mayor.post('portals/self/update', { access: 'private' });
    expect((await at(t.stranger, TOWN, 'search', { q: 'x' })).error.code).toBe(499);
    expect((await at(t.stranger, MAIN, 'search', { q: 'x' })).total).toBe(0);
    expect(Object.keys(await at(t.stranger, TOWN, 'portals/self'))).not.toContain('description');
    await mayor.post('portals/self/update', { access: 'public' });
  });

  it('has the trusted origins of its own organisation', async () => {
    await mayor.post('portals/self/update', { allowedOrigins: '["https://apps.wells.org"]' });
    const allowed = async (host: string): Promise<unknown> =>
      (await t.stranger.raw('GET', 'info', {}, { host, origin: 'https://apps.wells.org' })).headers['access-control-allow-credentials'];
    expect([await allowed(TOWN), await allowed(MAIN)]).toEqual(['true', undefined]);
  });
});

describe('the operator', () => {
  it('is an administrator of the home organisation and nobody else', async () => {
    for (const agent of [mayor, t.as('member1')]) {
      expect((await agent.get('portals/organizations')).error.code).toBe(403);
      expect((await agent.post('portals/createOrganization', newTown('other'))).error.code).toBe(403);
    }
    expect((await t.stranger.get('portals/organizations')).error.code).toBe(499);
    const { organizations } = await t.as('operator').get('portals/organizations');
    expect(organizations).toMatchObject([
      { id: t.orgId, isHome: true, members: 2, url: `https://${MAIN}` },
      { id: town, name: 'Town of Wells', urlKey: 'town', url: `https://${TOWN}`, isHome: false, members: 1 },
    ]);
  });

  const newTown = (urlKey: string, username = 'mayor.other') => ({
    name: 'Other',
    urlKey,
    username,
    password: TEST_PASSWORD,
    email: 'x@example.org',
    fullName: 'X',
  });

  it('is told what is wrong, and nothing half-made is left', async () => {
    const add = (input: Record<string, string>) => t.as('operator').post('portals/createOrganization', input);
    expect((await add(newTown('town'))).error.message).toBe("'urlKey' is taken.");
    expect((await add(newTown('No!'))).error.message).toContain("'urlKey' must have 4 to 40");
    expect((await add(newTown('fresh', 'MAYOR.wells'))).error.message).toContain('not available');
    expect((await add({ ...newTown('fresh'), password: 'short' })).error.details.length).toBeGreaterThan(0);
    expect((await t.as('operator').get('portals/organizations')).organizations).toHaveLength(2);
  });

  it('does not take an address by changing settings either', async () => {
    expect((await t.as('operator').post('portals/self/update', { urlKey: 'town' })).error.message).toBe("'urlKey' is taken.");
  });
});

describe('two organisations', () => {
  it('do not read the settings of each other, nor that a private one exists', async () => {
    expect(await mayor.get(`portals/${t.orgId}`)).toMatchObject({ id: t.orgId, portalMode: 'multitenant' });
    expect(await mayor.get(`portals/${t.orgId}`)).not.toHaveProperty('user');
    expect(await mayor.get(`portals/${t.orgId}`)).not.toHaveProperty('subscriptionInfo');
    await mayor.post('portals/self/update', { access: 'private' });
    const unknown = await t.as('operator').get(`portals/${'Q'.repeat(16)}`);
    expect(await t.as('operator').get(`portals/${town}`)).toEqual(unknown);
    expect((await t.as('operator').post(`portals/${town}/update`, { name: 'Taken over' })).error).toBeDefined();
    await mayor.post('portals/self/update', { access: 'public' });
    expect((await t.as('operator').post(`portals/${town}/update`, { name: 'Taken over' })).error.code).toBe(403);
    // What is done at the address of one organisation is never done to another, not even to one's own.
    const role = { user: 'member1', role: 'org_user' };
    expect((await t.as('operator').post(`portals/${town}/updateUserRole`, role)).error.code).toBe(403);
    expect((await mayor.get('portals/self')).name).toBe('Town of Wells');
  });

  it('do not tell their members from nobody', async () => {
    const nobody = 'nobody.at.all';
    const operator = t.as('operator');
    const asks: [string, (name: string) => Promise<AnyReply>][] = [
      ['profile', (name) => operator.get(`community/users/${name}`)],
      ['content', (name) => operator.get(`content/users/${name}`)],
      ['tags', (name) => operator.get(`community/users/${name}/tags`)],
      ['folder', (name) => operator.get(`content/users/${name}/${'0'.repeat(32)}`)],
      ['update', (name) => operator.post(`community/users/${name}/update`, { fullname: 'Taken over' })],
      ['delete', (name) => operator.post(`community/users/${name}/delete`)],
      ['disable', (name) => operator.post(`community/users/${name}/disable`)],
      ['role', (name) => operator.post('portals/self/updateUserRole', { user: name, role: 'org_user' })],
      ['add item', (name) => operator.post(`content/users/${name}/addItem`, { title: 'T', type: 'Web Map', text: '{}' })],
      ['folders', (name) => operator.post(`content/users/${name}/createFolder`, { title: 'T' })],
      ['picture', (name) => operator.get(`community/users/${name}/info/thumbnail.png`)],
    ];
    for (const [what, ask] of asks) expect([what, await ask('mayor.wells')]).toEqual([what, await ask(nobody)]);
  });

  it('publish layers of the same name without learning of each other', async () => {
    const create = (agent: Agent) =>
      agent.post(`content/users/${agent.username}/createService`, { createParameters: { name: 'Hydrants' }, outputType: 'featureService' });
    const first = await create(t.as('member1'));
    const available = async (agent: Agent): Promise<boolean> =>
      (await agent.get('portals/self/isServiceNameAvailable', { name: 'Hydrants', type: 'Feature Service' })).available;
    expect([first.name, await available(t.as('member1')), await available(mayor)]).toEqual(['Hydrants', false, true]);
    const second = await create(mayor);
    expect(second.name).toBe(`Hydrants_${town.toLowerCase()}`);
    expect(second.serviceurl).toContain(`/rest/services/Hosted/${second.name}/FeatureServer`);
    expect(await available(mayor)).toBe(false);
    expect((await mayor.get(`/rest/services/Hosted/${second.name}/FeatureServer`)).error).toBeUndefined();
    expect((await mayor.get('/rest/services/Hosted')).services.map((each: { name: string }) => each.name)).toEqual([
      `Hosted/${second.name}`,
    ]);
  });

  it('give no items or groups to people of each other', async () => {
    const { id } = await mayor.post('content/users/mayor.wells/addItem', { title: 'Plan', type: 'Web Map', text: '{}' });
    const { group } = await mayor.post('community/createGroup', { title: 'Council' });
    const reassign = (targetUsername: string) => mayor.post(`content/users/mayor.wells/items/${id}/reassign`, { targetUsername });
    expect(await reassign('member1')).toEqual(await reassign('nobody.at.all'));
    const hand = (targetUsername: string) => mayor.post(`community/groups/${group.id}/reassign`, { targetUsername });
    expect(await hand('member1')).toEqual(await hand('nobody.at.all'));
    expect(await mayor.post(`community/groups/${group.id}/addUsers`, { users: 'member1' })).toEqual({ notAdded: ['member1'] });
  });
});
