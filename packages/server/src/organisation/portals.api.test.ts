import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { updateOrganisation } from './organisations.store.ts';
import { changeOrganisation } from './organisations.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { admin1: 'admin', member: 'user' } });
});
afterAll(() => t.close());

it('settings that two administrators change at the same moment are both kept', async () => {
  const { db } = t.portal;
  let later: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (first) => {
    await updateOrganisation(first, t.orgId, { settings: JSON.stringify({ canListApps: false }) });
    later = changeOrganisation(t.portal, t.orgId, { canListData: false }, new Set());
    // Long enough for the second to wait for the first.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await later;
  expect(await t.as('admin1').get('portals/self')).toMatchObject({ canListApps: false, canListData: false });
  await t.as('admin1').post('portals/self/update', { canListApps: true, canListData: true });
});

describe('portals/self', () => {
  it('SH-107 gives a stranger what header and utilities read, with numbers as numbers and lists as lists', async () => {
    const self = await t.stranger.get('portals/self', { culture: 'en' });
    expect(self).toMatchObject({
      id: t.orgId,
      isPortal: true,
      portalMode: 'singletenant',
      access: 'public',
      portalHostname: 'localhost',
      httpPort: 80,
      httpsPort: 443,
      allSSL: false,
      culture: 'en-us',
      authorizedCrossOriginDomains: [],
      canSharePublic: true,
      supportsHostedServices: true,
      helpMap: { m: {} },
    });
    for (const name of ['code', 'message', 'error', 'status', 'user', 'subscriptionInfo']) expect(self).not.toHaveProperty(name);
    for (const name of [
      'basemapGalleryGroupQuery',
      'colorSetsGroupQuery',
      'featuredItemsGroupQuery',
      'galleryTemplatesGroupQuery',
      'layerTemplatesGroupQuery',
      'livingAtlasGroupQuery',
      'stylesGroupQuery',
      'symbolSetsGroupQuery',
      'templatesGroupQuery',
      'analysisLayersGroupQuery',
      'homePageFeaturedContent',
    ]) {
      expect(self[name]).toEqual(expect.any(String));
    }
  });

  it('AC-082 AC-083 AC-084 holds every field that the administration reads', async () => {
    const self = await t.as('admin1').get('portals/self', { culture: 'en' });
    const fields = `id name description access allSSL culture region urlKey customBaseUrl portalUrl featuredItemsGroupQuery canSharePublic
      canSearchPublic thumbnail basemapGalleryGroupQuery defaultBasemap defaultExtent featuredGroups homePageFeaturedContent
      homePageFeaturedContentCount rotatorPanels showHomePageDescription templatesGroupQuery analysisLayersGroupQuery
      galleryTemplatesGroupQuery commentsEnabled bingKey canShareBingPublic backgroundImage canSignInIDP canSignInArcGIS
      useStandardizedQuery portalProperties units mfaEnabled mfaAdmins metadataEditable metadataFormats authorizedCrossOriginDomains
      allowedRedirectUris updateUserProfileDisabled contacts supportsOAuth disableSignup isPortal portalMode portalHostname httpPort
      httpsPort helpBase helpMap staticImagesUrl subscriptionInfo accountId`.split(/\s+/);
    expect(fields.filter((name) => self[name] === undefined)).toEqual([]);
    expect(self).toMatchObject({
      accountId: t.orgId,
      subscriptionInfo: { state: 'active' },
      portalProperties: { openData: { enabled: false }, links: { contactUs: { url: '', visible: false } } },
    });
  });

  it('AC-213 CO-270 gives members themselves, by the old address and by the id too', async () => {
    for (const path of ['portals/self', 'accounts/self', `portals/${t.orgId}`])
      expect((await t.as('member').get(path)).user).toMatchObject({ username: 'member' });
    expect((await t.as('member').get('portals/AAAAAAAAAAAAAAAA')).error.code).toBe(400);
  });

  it('AC-219 CO-274 is changed by administrators; wrong values change nothing', async () => {
    const update = (params: object) => t.as('admin1').post('portals/self/update', params as Record<string, string>);
    expect((await t.as('member').post('portals/self/update', { name: 'Mine' })).error.code).toBe(403);
    expect(
      await update({
        name: 'City of Ada',
        description: 'Maps',
        homePageFeaturedContentCount: 8,
        portalProperties: { openData: { enabled: false } },
      }),
    ).toEqual({ success: true });
    expect(await t.stranger.get('portals/self', { culture: 'en' })).toMatchObject({
      name: 'City of Ada',
      description: 'Maps',
      homePageFeaturedContentCount: 8,
      portalProperties: { openData: { enabled: false } },
    });
    for (const [params, name] of [
      [{ urlKey: 'No Spaces!' }, 'urlKey'],
      [{ access: 'secret' }, 'access'],
      [{ culture: '../..' }, 'culture'],
      [{ allowedOrigins: ['javascript:alert(1)'] }, 'allowedOrigins'],
      [{ name: ' ' }, 'name'],
    ] as const) {
      expect((await update(params)).error.message).toContain(`'${name}'`);
    }
    expect(await update({ description: '', clearEmptyFields: true })).toEqual({ success: true });
    expect((await t.stranger.get('portals/self')).description).toBeNull();
  });

  it('AC-225 publishes its password policy without code or messageCode', async () => {
    const policy = await t.stranger.get('portals/self/securityPolicy/passwordPolicy');
    expect(policy).toMatchObject({
      minLength: 8,
      minLetter: 1,
      minUpper: 0,
      minLower: 0,
      minDigit: 1,
      minOther: 0,
      passwordPolicy: { minLength: 8 },
    });
    expect(policy).not.toHaveProperty('code');
    expect(policy).not.toHaveProperty('messageCode');
  });
});

describe('facts of the organisation', () => {
  it('AC-223 languages: the thirty of the table, as a bare list', async () => {
    const languages = await t.stranger.get('portals/languages');
    expect(languages).toHaveLength(30);
    expect(languages).toContainEqual({ language: 'Arabic', culture: 'ar', localizedName: 'العربية' });
  });

  it('AC-224 regions: named in the language asked for', async () => {
    const regions = await t.stranger.get('portals/regions', { culture: 'de' });
    expect(regions).toContainEqual({ name: 'Switzerland', region: 'CH', localizedName: 'Schweiz' });
    expect(regions.length).toBeGreaterThan(230);
    expect(regions.map((each: { region: string }) => each.region)).not.toContain('DD');
    expect(await t.stranger.get('portals/regions', { culture: '%%%' })).toHaveLength(regions.length);
  });

  it('CO-262 CO-263 SH-226 servers: the portal itself and no other', async () => {
    expect((await t.stranger.get('portals/self/servers/')).servers).toEqual([
      expect.objectContaining({ url: 'http://localhost', adminUrl: 'http://localhost', isHosted: true }),
    ]);
    expect(await t.stranger.get('portals/isServerRegistered', { serverUrl: 'http://localhost/rest/services' })).toEqual({
      registered: true,
    });
    expect(await t.stranger.get('portals/isServerRegistered', { serverUrl: 'http://localhost.evil.org/' })).toEqual({ registered: false });
  });

  it('subscription and hosts answer members and everybody', async () => {
    expect(await t.as('member').get('portals/self/subscriptionInfo')).toMatchObject({ state: 'active', expDate: -1 });
    expect((await t.stranger.get('portals/self/subscriptionInfo')).error.code).toBe(499);
    expect((await t.stranger.get('portals/self/urls')).urls.features.https).toEqual(['localhost']);
  });
});
