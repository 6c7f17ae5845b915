// What a profile holds, who reads how much of it, and how it is changed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { writer1: 'publisher', reader1: 'user', looker1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const PATH = 'community/users/writer1';

it('CO-221 CO-219 a form with a picture changes a profile; the picture is read at its address by whoever sees the profile', async () => {
  const form = {
    fullname: 'Wilma Writer',
    description: 'Draws harbours',
    tags: 'sea,port',
    access: 'public',
    culture: 'AR-eg',
    region: 'WO',
    preferredView: 'GIS',
    units: 'english',
  };
  const reply = await t.as('writer1').upload(`${PATH}/update`, form, { thumbnail: { name: 'me.png', bytes: PICTURE } });
  expect(reply).toEqual({ success: true, username: 'writer1' });
  const { thumbnail } = await t.stranger.get(PATH);
  const picture = await t.stranger.raw('GET', `${PATH}/info/${thumbnail}`, { f: '' });
  expect(picture.headers['content-type']).toBe('image/png');
  expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
  await t.as('writer1').post(`${PATH}/update`, { access: 'private' });
  expect((await t.stranger.raw('GET', `${PATH}/info/${thumbnail}`, { f: '' })).statusCode).toBe(404);
});

it('CO-207 is given with and without a token: to strangers its public part, to members the membership, to its person everything', async () => {
  await t.as('writer1').post(`${PATH}/update`, { access: 'public' });
  const open = {
    username: 'writer1',
    fullName: 'Wilma Writer',
    description: 'Draws harbours',
    tags: ['sea', 'port'],
    access: 'public',
    culture: 'ar-eg',
    region: 'WO',
    units: 'english',
    thumbnail: expect.stringMatching(/png$/),
    provider: 'arcgis',
    created: expect.any(Number),
  };
  const membership = { orgId: t.orgId, role: 'org_publisher' };
  const own = {
    email: 'writer1@example.org',
    preferredView: 'GIS',
    favGroupId: expect.stringMatching(/^[0-9a-f]{32}$/),
    userType: expect.stringMatching(/^(both|arcgisonly)$/),
    idpUsername: null,
  };
  const [stranger, member, person] = await Promise.all([t.stranger, t.as('reader1'), t.as('writer1')].map((agent) => agent.get(PATH)));
  expect(stranger).toMatchObject(open);
  expect(member).toMatchObject({ ...open, ...membership });
  expect(person).toMatchObject({ ...open, ...membership, ...own });
  for (const field of Object.keys(membership)) expect(stranger).not.toHaveProperty(field);
  for (const field of Object.keys(own)) for (const reply of [stranger, member]) expect(reply).not.toHaveProperty(field);
});

it('AC-317 everybody has the second licence level', async () => {
  for (const who of ['writer1', 'looker1', 'admin1']) expect((await t.as(who).get('community/self')).level).toBe('2');
  const { users } = await t.as('admin1').get('portals/self/users');
  expect(new Set(users.map((user: { level: string }) => user.level))).toEqual(new Set(['2']));
});
