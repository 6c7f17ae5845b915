// Roles: their names, what they hold by default, and those that an organisation makes.
import { ROLE_PRIVILEGES, VIEWER_ROLE_ID } from '@graticule/contract/privileges';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, issueToken } from '../src/identity/index.ts';
import { Agent } from '../testing/agent.ts';
import { TEST_PASSWORD, type TestPortal, testPortal, usernameOf } from '../testing/test-portal.ts';

let t: TestPortal;
let roleId = '';

beforeAll(async () => {
  t = await testPortal({ people: { admin: 'admin', someone: 'user', viewer: 'viewer', editor: 'data_editor', pia: 'publisher' } });
  roleId = (await t.as('admin').post('portals/self/createRole', { name: 'Editors of trees', description: 'They know trees.' })).id;
});
afterAll(() => t.close());

const someone = () => t.as('someone');
const self = (): Promise<{ role: string; roleId?: string; privileges: string[] }> => someone().get('community/self');
const give = (role: string) => t.as('admin').post('portals/self/updateUserRole', { user: usernameOf('someone'), role });

/** Gives the role of this file these privileges, and that role to `someone`; what that person then holds. */
async function heldWith(privileges: readonly string[]): Promise<string[]> {
  await t.as('admin').post(`portals/self/roles/${roleId}/setPrivileges`, { privileges: { privileges } });
  await give(roleId);
  return (await self()).privileges.sort();
}

/** Names of one area, as `area:kind:name`. */
const named = (area: string, names: string): string[] => names.split(' ').map((name) => `${area}:${name}`);

describe('a role', () => {
  it('CO-049 has id, base role, name, description, and its privileges as area:kind:action', async () => {
    await heldWith(['portal:user:createItem', 'features:user:edit']);
    expect(await t.as('admin').get(`portals/self/roles/${roleId}`)).toMatchObject({
      id: roleId,
      baseRole: 'org_user',
      name: 'Editors of trees',
      description: 'They know trees.',
    });
    const { privileges } = await t.as('admin').get(`portals/self/roles/${roleId}/privileges`);
    expect(privileges).toEqual(['portal:user:createItem', 'features:user:edit']);
    for (const list of Object.values(ROLE_PRIVILEGES)) for (const each of list) expect(each).toMatch(/^[a-z]+:[a-z]+:[A-Za-z]+$/);
  });

  it.each([
    ['org_user', 'org_user', 'user'],
    ['account_user', 'org_user', 'user'],
    ['org_publisher', 'org_publisher', 'publisher'],
    ['account_publisher', 'org_publisher', 'publisher'],
    ['org_admin', 'org_admin', 'admin'],
    ['account_admin', 'org_admin', 'admin'],
  ] as const)('CO-050 CO-181 with the id %s is built in and known as %s', async (id, known, role) => {
    expect(await give(id)).toEqual({ success: true });
    const { role: told, roleId: none, privileges } = await self();
    expect({ told, none }).toEqual({ told: known, none: undefined });
    expect(privileges.sort()).toEqual([...ROLE_PRIVILEGES[role]].sort());
  });

  it('CO-051 of viewers has an id that never changes', async () => {
    expect(VIEWER_ROLE_ID).toBe('iAAAAAAAAAAAAAAA');
    expect(await give('iAAAAAAAAAAAAAAA')).toEqual({ success: true });
    expect(await self()).toMatchObject({ role: 'org_user', roleId: 'iAAAAAAAAAAAAAAA' });
    expect((await self()).privileges.sort()).toEqual([...ROLE_PRIVILEGES.viewer].sort());
  });

  it('CO-052 CO-053 with any other id is one of the organisation, and its members are told as those of its base role beside the id', async () => {
    await give(roleId);
    const { baseRole } = await t.as('admin').get(`portals/self/roles/${roleId}`);
    expect(await self()).toMatchObject({ role: baseRole, roleId });
    expect((await give('no-such-role')).error).toMatchObject({ code: 400 });
    expect((await give('')).error).toMatchObject({ code: 400 });
  });

  it('CO-002 CO-181 is that of a visitor, a member or one of the roles of members, each told apart', async () => {
    const told = async (name: string) => {
      const { role, roleId: id } = await t.as(name).get('community/self');
      return id ?? role;
    };
    await give(roleId);
    expect(await Promise.all(['viewer', 'someone', 'pia', 'admin'].map(told))).toEqual([
      VIEWER_ROLE_ID,
      roleId,
      'org_publisher',
      'org_admin',
    ]);
    await give('org_user');
    expect(await told('someone')).toBe('org_user');
    expect((await t.stranger.get('portals/self')).user).toBeUndefined();
    const passer = { username: 'passer.by', password: TEST_PASSWORD, email: null, fullName: 'Passer By', role: 'user', orgId: null };
    await createAccount(t.portal.db, passer);
    const { token } = await issueToken(t.portal, { username: 'passer.by', token_epoch: 0 }, 60);
    const account = await new Agent(t.app, 'passer.by', token).get('community/self');
    expect({ orgId: account.orgId ?? null, role: account.role }).toEqual({ orgId: null, role: undefined });
  });
});

describe('privileges of a role', () => {
  it('CO-197 are told as those that are held, and no others', async () => {
    expect(await heldWith(['portal:user:createItem'])).toEqual(['portal:user:createItem']);
    expect(await heldWith([])).toEqual([]);
    expect((await t.as('someone').get('portals/self')).user.privileges).toEqual([]);
  });

  it('are known by name: others are refused', async () => {
    const reply = await t.as('admin').post(`portals/self/roles/${roleId}/setPrivileges`, { privileges: ['portal:user:fly'] });
    expect(reply.error.code).toBe(400);
  });

  const PORTAL_ADMIN = `inviteUsers disableUsers viewUsers updateUsers deleteUsers changeUserRoles viewGroups updateGroups deleteGroups
    reassignGroups assignToGroups manageEnterpriseGroups viewItems updateItems deleteItems reassignItems manageLicenses shareToGroup shareToOrg
    shareToPublic createUpdateCapableGroup`.replace(/\s+/g, ' ');
  const PORTAL_USER =
    `createGroup joinGroup joinNonOrgGroup createItem shareToGroup shareToOrg shareToPublic shareGroupToOrg shareGroupToPublic
    viewOrgUsers viewOrgItems viewOrgGroups`.replace(/\s+/g, ' ');

  it.each([
    ['CO-054 administering the portal', named('portal:admin', PORTAL_ADMIN)],
    ['CO-055 publishing', named('portal:publisher', 'publishFeatures publishTiles publishScenes')],
    ['CO-056 using the portal', named('portal:user', PORTAL_USER)],
    ['CO-057 editing features', named('features:user', 'edit fullEdit')],
    ['CO-058 open data', named('opendata:user', 'openDataAdmin designateGroup')],
    ['CO-059 premium content', named('premium:user', 'geocode networkanalysis spatialanalysis geoenrichment demographics elevation')],
    ['CO-060 premium analysis', named('premium:publisher', 'geoanalytics rasteranalysis')],
    ['CO-061 the marketplace', named('marketplace:admin', 'manage purchase startTrial')],
  ])('%s: each can be given, and is told', async (_area, names) => {
    expect(await heldWith(names)).toEqual([...names].sort());
    for (const each of names) expect(await heldWith([each])).toEqual([each]);
  });
});
