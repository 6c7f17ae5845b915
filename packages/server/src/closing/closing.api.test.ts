// An organisation is closed, and nothing of it is left.
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Agent, type AnyReply } from '../../testing/agent.ts';
import { Inviting } from '../../testing/inviting.ts';
import { TEST_PASSWORD, type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { createAccount, issueToken } from '../identity/index.ts';
import { joinOrganisation } from '../people/index.ts';

let t: TestPortal;
let town = '';
let mayor: Agent;
let kept = '';

const newTown = {
  name: 'Town of Wells',
  urlKey: 'wells',
  username: 'mayor.wells',
  password: TEST_PASSWORD,
  email: 'm@example.org',
  fullName: 'May',
};

beforeAll(async () => {
  t = await testPortal({
    people: { operator: 'admin', member1: 'publisher' },
    config: { publicUrl: 'https://maps.example.org', multiTenant: true },
  });
  kept = (await t.as('member1').post('content/users/member1/addItem', { title: 'Of the home', type: 'Web Map', text: '{}' })).id;
  await t.as('member1').post(`content/items/${kept}/share`, { everyone: true });
});
afterAll(() => t.close());

async function agentOf(username: string): Promise<Agent> {
  const { token } = await issueToken(t.portal, { username, token_epoch: 0 }, 60);
  return new Agent(t.app, username, token);
}

const numbers = async (): Promise<Record<string, number>> => {
  const result = await sql<Record<string, number>>`
    select (select count(*) from account)::int as people, (select count(*) from item)::int as items, (select count(*) from user_group)::int as groups,
      (select count(*) from folder)::int as folders, (select count(*) from stored_file)::int as files, (select count(*) from role)::int as roles,
      (select count(*) from feature_service)::int as services, (select count(*) from organisation_invitation)::int as invitations,
      (select count(*) from item_comment)::int as comments, (select count(*) from organisation)::int as organisations,
      (select count(*) from information_schema.tables where table_schema = 'hosted')::int as tables`.execute(t.portal.db);
  return result.rows[0] ?? {};
};

/** An organisation with something of everything. */
async function furnish(): Promise<void> {
  const picture = {
    name: 't.png',
    bytes: await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  };
  town = (await t.as('operator').post('portals/createOrganization', newTown)).id;
  mayor = await agentOf('mayor.wells');
  await createAccount(t.portal.db, {
    username: 'clerk.wells',
    password: TEST_PASSWORD,
    email: null,
    fullName: 'Clerk',
    role: 'publisher',
    orgId: town,
  });
  const clerk = await agentOf('clerk.wells');
  await mayor.upload('community/users/mayor.wells/update', {}, { thumbnail: picture });
  await mayor.post('portals/self/createRole', { name: 'Own role' });
  await mayor.post('portals/self/inviteByEmail', { emails: 'guest@example.org' });
  await mayor.upload('portals/self/addResource', { key: 'logo.png' }, { file: picture });
  const { group } = await mayor.post('community/createGroup', { title: 'Council' });
  await mayor.post(`community/groups/${group.id}/protect`);
  const { folder } = await clerk.post('content/users/clerk.wells/createFolder', { title: 'Plans' });
  const file = await clerk.upload(
    'content/users/clerk.wells/addItem',
    { title: 'A file', type: 'PDF' },
    { file: { name: 'a.pdf', bytes: '%PDF-1.4' } },
  );
  await clerk.post(`content/users/clerk.wells/items/${file.id}/protect`);
  const map = await clerk.post(`content/users/clerk.wells/${folder.id}/addItem`, { title: 'Map', type: 'Web Map', text: '{}' });
  await clerk.post(`content/users/clerk.wells/${folder.id}/items/${map.id}/delete`);
  const service = await clerk.post('content/users/clerk.wells/createService', { createParameters: { name: 'hydrants' } });
  await clerk.post(`/rest/admin/services/Hosted/${service.name}/FeatureServer/addToDefinition`, {
    addToDefinition: {
      layers: [{ name: 'points', geometryType: 'esriGeometryPoint', fields: [{ name: 'a', type: 'esriFieldTypeString' }] }],
    },
  });
  await clerk.post(`content/items/${kept}/addComment`, { comment: 'From Wells' });
}

const close = (name: string, id = town) => t.as('operator').post('portals/closeOrganization', { id, name });

it('is closed by the operator, who repeats its name: nobody gets in any more, and then nothing of it is left', async () => {
  const before = await numbers();
  await furnish();
  const furnished = await numbers();
  for (const [what, count] of Object.entries(before)) expect([what, furnished[what]]).not.toEqual([what, count]);
  const what = { id: town };
  expect(await t.as('operator').get('portals/organizationContents', what)).toEqual({ members: 2, items: 3, services: 1, groups: 1 });
  expect((await mayor.get('portals/organizationContents', what)).error.code).toBe(403);
  expect((await t.as('operator').get('portals/organizationContents', { id: 'nobody' })).error.message).toBe("'id' is not known.");
  expect((await close('Town of wells')).error.message).toBe("'name' is not the name of this organisation.");
  expect((await close('Graticule', t.orgId)).error.message).toContain('the home organisation, which stays');
  expect((await mayor.post('portals/closeOrganization', { id: town, name: newTown.name })).error.code).toBe(403);
  expect((await mayor.get('portals/self')).id).toBe(town);

  expect(await close('Town of Wells')).toEqual({ success: true, id: town });
  expect((await mayor.get('community/self')).error.code).toBe(498);
  const { organizations } = await t.as('operator').get('portals/organizations');
  expect(organizations.find((each: AnyReply) => each.id === town)).toMatchObject({ isClosing: true, access: 'private', urlKey: null });
  expect((await close('Town of Wells')).error.message).toBe("'id' is not known.");

  await t.runJobs();
  expect(await numbers()).toEqual(before);
  expect((await t.as('operator').get('portals/organizations')).organizations.map((each: AnyReply) => each.id)).toEqual([t.orgId]);
  expect((await t.stranger.get(`content/items/${kept}`)).title).toBe('Of the home');
});

it('takes nobody in while it closes, who would go with it', async () => {
  town = (await t.as('operator').post('portals/createOrganization', { ...newTown, urlKey: 'drywell', username: 'mayor.dry' })).id;
  const guest = await new Inviting(t).publicAccount();
  const mayorOfDry = await agentOf('mayor.dry');
  const waiting = (await new Inviting(t).invite({ username: guest.username }, mayorOfDry)).invitations[0];
  await guest.post(`content/users/${guest.username}/addItem`, { title: 'Mine', type: 'Web Map', text: '{}' });
  expect(await close('Town of Wells')).toEqual({ success: true, id: town });
  expect((await guest.get(`community/users/${guest.username}/invitations`)).userInvitations).toEqual([]);
  expect((await guest.post(`community/invitations/${waiting.id}/accept`)).error.code).toBe(400);
  await expect(t.portal.db.transaction().execute((db) => joinOrganisation(db, guest.username ?? '', town, 'user'))).rejects.toThrow();
  await t.runJobs();
  expect((await guest.get('community/self')).username).toBe(guest.username);
  expect((await guest.get(`content/users/${guest.username}`)).items).toHaveLength(1);
});

it('leaves its address and its names to others', async () => {
  expect((await t.as('operator').post('portals/createOrganization', newTown)).success).toBe(true);
});
