// What a profile holds, who reads how much of it, and how it is changed.
import sharp from 'sharp';
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

it('CO-207 CO-285 is given with and without a token: to strangers its public part, to members the membership, to its person everything', async () => {
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

it('a profile is cleared field by field, and takes no preferred view that does not exist', async () => {
  await t.as('writer1').post(`${PATH}/update`, { preferredView: 'GIS', culture: 'ar', region: 'WO' });
  const refused = await t.as('writer1').post(`${PATH}/update`, { preferredView: 'Sideways' });
  expect(refused.error).toMatchObject({ code: 400, message: "'preferredView' must be Web or GIS." });
  await t.as('writer1').post(`${PATH}/update`, { preferredView: '', culture: '', region: '', clearEmptyFields: true });
  expect(await t.as('writer1').get(PATH)).toMatchObject({ preferredView: null, culture: null, region: null });
});

it('the name at an identity provider is given by administrators; from people themselves it is passed over', async () => {
  await t.as('writer1').post(`${PATH}/update`, { idpUsername: 'mine' });
  expect((await t.as('writer1').get(PATH)).idpUsername).toBeNull();
  await t.as('admin1').post(`${PATH}/update`, { idpUsername: 'writer@provider' });
  expect((await t.as('writer1').get(PATH)).idpUsername).toBe('writer@provider');
  await t.as('admin1').post(`${PATH}/update`, { idpUsername: '', clearEmptyFields: true });
  expect((await t.as('writer1').get(PATH)).idpUsername).toBeNull();
});

it('members sign in with a password of the portal: other providers are refused instead of ignored', async () => {
  const fields = { username: 'elsewhere1', password: 'Another pass 22', fullname: 'Else Where' };
  const refused = await t.as('admin1').post('community/createUser', { ...fields, provider: 'enterprise' });
  expect(refused.error).toMatchObject({ code: 400, message: expect.stringContaining("'provider' must be arcgis") });
  expect((await t.as('admin1').post('community/createUser', { ...fields, provider: 'arcgis' })).success).toBe(true);
});

it('pictures come smaller when fewer pixels are asked for, and not again when they are known', async () => {
  const wide = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await t.as('writer1').upload(`${PATH}/update`, { access: 'public' }, { thumbnail: { name: 'me.png', bytes: wide } });
  const address = `${PATH}/info/thumbnail.png`;
  const small = await t.stranger.raw('GET', address, { f: '', w: 40 });
  expect((await sharp(small.rawPayload).metadata()).width).toBe(40);
  expect((await sharp((await t.stranger.raw('GET', address, { f: '' })).rawPayload).metadata()).width).toBe(300);
  const again = await t.stranger.raw('GET', address, { f: '', w: 40 }, { 'if-none-match': String(small.headers.etag) });
  expect(again.statusCode).toBe(304);
});

it('people have an id that leads to them and to what they own, wherever they are told of', async () => {
  await t.as('writer1').post(`${PATH}/update`, { access: 'org' });
  const { user } = await t.as('writer1').get('portals/self');
  const { results } = await t.as('reader1').get('community/users', { q: 'username:writer1' });
  expect([results[0].id, (await t.as('reader1').get(PATH)).id]).toEqual([user.id, user.id]);
  expect(await t.as('reader1').get(`community/users/${user.id}`)).toMatchObject({ username: 'writer1' });
  const { id } = await t.as('writer1').post(`content/users/${user.id}/addItem`, { type: 'Web Map', title: 'Mine' });
  expect((await t.as('writer1').get(`content/users/${user.id}`)).items[0]).toMatchObject({ id, owner: 'writer1' });
});
