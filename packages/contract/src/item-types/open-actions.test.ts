// The matrix of open actions: type, keywords, machine, person and settings.
import { describe, expect, test } from 'vitest';
import { ITEM_TYPES } from './classify.ts';
import type { OpenIn } from './item-type.ts';
import { defaultOpenAction, type OpenableItem, type OpenConfig, type Opener, openActions } from './open-actions.ts';
import {
  allowsPublicSharing,
  isDownloadedPackage,
  isHostedTemplate,
  isPremiumService,
  mayAddToScene,
  opensDataDirectly,
  showsSocialLinks,
  socialNetworkAddress,
  socialTitle,
} from './open-rules.ts';
import { platformOf } from './platform.ts';
import { hasKeyword, TYPE_KEYWORDS } from './type-keywords.ts';

const ALL_VIEWERS = new Set<OpenIn>(ITEM_TYPES.flatMap((type) => type.openIn));
const VENDOR = { apps: '/apps/', openData: '/apps/opendata/' };
const CONFIG: OpenConfig = { viewers: ALL_VIEWERS, areTabletsAllowed: false, vendorName: 'esri', vendorPaths: VENDOR, isEdit: false };
const EDIT: Partial<OpenConfig> = { isEdit: true };
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const TEXT_BROWSER = 'Lynx/2.8.9';
const ADA: Opener = { username: 'ada', accountId: 'org' };
const BOB: Opener = { username: 'bob', accountId: 'org' };
const PUBLIC_ACCOUNT: Opener = { username: 'pia' };
const NOBODY: Opener = {};

function actionsOf(item: Partial<OpenableItem> & { type: string }, opener = ADA, agent = LINUX, config: Partial<OpenConfig> = {}) {
  const whole = { id: '7', owner: 'ada', ...item };
  return openActions(whole, { opener, platform: platformOf(agent), config: { ...CONFIG, ...config } });
}
const names = (...given: Parameters<typeof actionsOf>): string[] => actionsOf(...given).map(({ name }) => name);
const hrefs = (...given: Parameters<typeof actionsOf>): string[] => actionsOf(...given).map(({ href }) => href);

describe('the addresses of open actions', () => {
  test.each([
    ['Web Map', {}, '/home/webmap/viewer.html?webmap=7'],
    ['Feature Service', {}, '/home/webmap/viewer.html?layers=7'],
    ['Web Scene', {}, '/home/webscene/viewer.html?webscene=7'],
    ['Scene Service', {}, '/home/webscene/viewer.html?layers=7'],
    ['CityEngine Web Scene', {}, '/apps/CEWebViewer/viewer.html?3dWebScene=7'],
    ['Web Mapping Application', { url: 'https://example.org/app' }, 'https://example.org/app'],
    ['Document Link', { url: 'https://example.org/doc' }, 'https://example.org/doc'],
    ['Dashboard', {}, '/apps/opsdashboard/index.html#/7'],
    ['Operation View', { typeKeywords: ['TabletLayout'] }, '/apps/dashboard/index.html#/7'],
    ['Insights Workbook', {}, '/apps/insights/#/7'],
    ['Insights Page', {}, '/apps/insights/#/view/7'],
    ['Insights Model', {}, '/apps/insights/#/?model=7'],
    ['Workforce Project', {}, '/apps/workforce/#/projects/7/dispatch/assignments'],
    ['CSV', {}, '/sharing/rest/content/items/7/data'],
    ['Mobile Map Package', { name: 'city.mmpk' }, '/sharing/rest/content/items/7/data'],
  ])('SH-160 %s opens at its place', (type, facts, href) => {
    expect(hrefs({ type, ...facts })[0]).toBe(href);
  });

  test.each([
    ['Moon Rock', {}],
    ['Operation View', { typeKeywords: ['V2'] }],
    ['Symbol Set', {}],
    ['Web Mapping Application', { url: null }],
    ['Web Mapping Application', { url: 'javascript:alert(1)' }],
    ['Feature Collection', { typeKeywords: ['Table'] }],
  ])('SH-024 an item of type %s without a direct action opens its own page', (type, facts) => {
    expect(actionsOf({ type, ...facts })).toEqual([{ name: 'details', href: '/home/item.html?id=7' }]);
  });

  test('SH-160 a viewer that is not installed is not offered', () => {
    expect(names({ type: 'Web Scene' }, ADA, LINUX, { viewers: new Set<OpenIn>(['mapViewer']) })).toEqual(['details']);
    expect(names({ type: 'Web Map' }, ADA, LINUX, { viewers: new Set<OpenIn>(['mapViewer']) })).toEqual(['mapViewer']);
  });

  test('SH-160 every type of the catalogue has an answer for everybody, and an address that is no script', () => {
    for (const { name } of ITEM_TYPES) {
      for (const opener of [ADA, BOB, PUBLIC_ACCOUNT, NOBODY]) {
        for (const { href } of actionsOf({ type: name, url: 'https://example.org/x' }, opener, WINDOWS, EDIT)) {
          expect(href, name).toMatch(/^(\/|https:\/\/|arcgis-)/);
        }
      }
    }
  });
});

describe('the machine', () => {
  test('SH-160 a layer package opens in desktop software on Windows only', () => {
    const item = { type: 'Layer Package', name: 'roads.lpk' };
    expect(names(item, ADA, WINDOWS)).toEqual(['downloadAttachment', 'openInDesktop']);
    expect(names(item, ADA, LINUX)).toEqual(['downloadAttachment']);
  });

  test.each(['mmpk', 'bpk', 'bpkx', 'lpkx', 'mpkx', 'lyrx', 'mapx', 'pagx'])(
    'SH-180 .%s is downloaded, not opened in desktop',
    (ending) => {
      expect(isDownloadedPackage(`Roads.${ending.toUpperCase()}`)).toBe(true);
      expect(names({ type: 'Layer Package', name: `roads.${ending}` }, ADA, WINDOWS)).toEqual(['downloadAttachment']);
    },
  );

  test('SH-180 other packages are opened in desktop, and a name without an ending is none of those', () => {
    expect([isDownloadedPackage('roads.lpk'), isDownloadedPackage('mmpk'), isDownloadedPackage(null)]).toEqual([false, false, false]);
  });

  test('SH-160 an operation view opens in the desktop software on Windows, in the browser with TabletLayout, on a phone nowhere', () => {
    expect(names({ type: 'Operation View' }, ADA, WINDOWS)).toEqual(['operationsDashboard']);
    expect(names({ type: 'Operation View', typeKeywords: ['TabletLayout'] }, ADA, LINUX)).toEqual(['operationsDashboardWeb']);
    expect(names({ type: 'Operation View', typeKeywords: ['TabletLayout'] }, ADA, PHONE)).toEqual(['details']);
  });
});

describe('editing', () => {
  test.each([
    ['Web Map', {}, ['createPresentation']],
    ['Web Map', { typeKeywords: ['Presentation'] }, ['createPresentation', 'editPresentation']],
    ['Web Mapping Application', { url: 'https://e.org', typeKeywords: ['Web AppBuilder for ArcGIS'] }, ['editAppBuilder']],
    ['Web Mapping Application', { url: 'https://e.org', typeKeywords: ['WABTemplate'] }, ['editAppBuilder']],
    ['Vector Tile Service', { url: 'https://e.org/VectorTileServer' }, ['viewStyle', 'downloadStyle']],
    ['Dashboard', {}, ['editDashboard']],
  ])('SH-207 %s with %o is edited only with the edit flag', (type, facts, edits) => {
    const isEdit = (name: string) => edits.includes(name);
    expect(names({ type, ...facts }, ADA, LINUX, EDIT).filter(isEdit)).toEqual(edits);
    expect(names({ type, ...facts }).filter(isEdit)).toEqual([]);
  });

  test('SH-208 a dashboard is edited only in a supported browser', () => {
    expect(names({ type: 'Dashboard' }, ADA, LINUX, EDIT)).toEqual(['dashboard', 'editDashboard']);
    expect(names({ type: 'Dashboard' }, ADA, TEXT_BROWSER, EDIT)).toEqual(['dashboard']);
    expect(names({ type: 'Dashboard' }, ADA, PHONE, EDIT)).toEqual(['dashboard']);
  });
});

describe('the person', () => {
  const file = { type: 'PDF', name: 'a.pdf' };
  test.each([
    ['SH-204 the owner opens the data directly', ADA, undefined, undefined],
    ['SH-204 somebody whose control is admin opens the data directly', BOB, 'admin', undefined],
    ['SH-205 somebody who may update is probed first', BOB, 'update', true],
    ['SH-205 somebody else is probed first', BOB, 'view', true],
    ['SH-205 a visitor is probed first', NOBODY, undefined, true],
  ])('%s', (_title, opener, itemControl, isProbed) => {
    expect(actionsOf({ ...file, itemControl }, opener)[0].isProbed).toBe(isProbed);
    expect(opensDataDirectly({ owner: 'ada', itemControl }, opener.username)).toBe(!isProbed);
  });

  test.each([
    ['a member', BOB, ['surveyViewer']],
    ['a public account', PUBLIC_ACCOUNT, ['details']],
    ['a visitor', NOBODY, ['details']],
  ])('SH-211 a form opens in the survey app for %s with an account id only', (_who, opener, expected) => {
    expect(names({ type: 'Form' }, opener)).toEqual(expected);
  });

  test('SH-211 the link carries the item and the name of the person', () => {
    expect(hrefs({ type: 'Form' }, { username: 'a&b', accountId: 'o' })[0]).toBe('arcgis-survey123://?itemID=7&username=a%26b');
  });

  test.each([
    ['esri_livefeeds', ['Requires Subscription'], true],
    ['Esri', ['Requires Credits'], true],
    ['esri', ['Service'], false],
    ['ada', ['Requires Subscription'], false],
  ])('SH-177 a service of %s with %o is premium: %s', (owner, typeKeywords, isPremium) => {
    expect(isPremiumService({ owner, typeKeywords }, 'esri')).toBe(isPremium);
  });

  test('SH-178 a visitor who opens a premium service is sent to sign in, and comes back to it', () => {
    const premium = { type: 'Map Service', owner: 'esri', typeKeywords: ['Requires Credits'] };
    expect(actionsOf(premium, NOBODY)).toEqual([
      { name: 'signIn', href: '/home/signin.html?returnUrl=%2Fhome%2Fwebmap%2Fviewer.html%3Flayers%3D7' },
    ]);
    expect(names(premium, BOB)[0]).toBe('mapViewer');
  });
});

describe('scenes', () => {
  const withScenes = ALL_VIEWERS;
  const without = new Set([...ALL_VIEWERS].filter((viewer) => viewer !== 'sceneViewer'));
  test('SH-182 scene actions need the scene viewer', () => {
    expect(names({ type: 'Web Scene' }, ADA, LINUX, { viewers: without })).toEqual(['details']);
    expect(names({ type: 'Feature Service' }, ADA, LINUX, { viewers: without })).toEqual(['mapViewer']);
    expect(names({ type: 'Feature Service' }, ADA, LINUX, { viewers: withScenes })).toEqual(['mapViewer', 'addToScene']);
  });

  test.each([
    [['esriGeometryMultiPatch'], false],
    [['esriGeometryMultiPatch', 'esriGeometryMultiPatch'], false],
    [['esriGeometryMultiPatch', 'esriGeometryPoint'], true],
    [['esriGeometryPolygon'], true],
    [[], true],
  ])('SH-183 a feature service with %o is added to scenes: %s', (geometryTypes, expected) => {
    expect(mayAddToScene({ type: 'Feature Service', geometryTypes }, true)).toBe(expected);
  });

  test('SH-184 tables are not added to scenes', () => {
    expect(mayAddToScene({ type: 'Feature Service', typeKeywords: ['Table'] }, true)).toBe(false);
    expect(mayAddToScene({ type: 'Feature Collection', typeKeywords: ['Table'] }, true)).toBe(false);
  });
});

describe('templates and keywords', () => {
  test.each([
    ['https://www.example.com/apps/Viewer/index.html', true],
    ['https://www.example.com/apps/opendata/site', false],
    ['https://www.example.com/other/apps/x', false],
    ['/apps/Viewer/index.html', true],
    [null, false],
    ['http://[', false],
  ])('SH-179 %s is a hosted template: %s', (url, expected) => {
    expect(isHostedTemplate({ url }, VENDOR)).toBe(expected);
  });

  const app = { type: 'Web Mapping Application', url: 'https://example.org/app?x=1' };
  test.each([
    ['CO-112', 'Configurable', ['appViewer', 'configureApp']],
    ['CO-111', 'selfConfigured', ['appViewer', 'configureApp']],
    ['CO-113', 'Ready To Use', ['appViewer']],
    ['CO-114', 'Code Sample', ['appViewer']],
    ['CO-116', 'WABTemplate', ['appViewer', 'editAppBuilder']],
    ['CO-117', 'Web AppBuilder for ArcGIS', ['appViewer', 'editAppBuilder']],
  ])('%s an app with keyword %s offers %o to its owner', (_id, keyword, expected) => {
    expect(names({ ...app, typeKeywords: [keyword] }, ADA, LINUX, EDIT)).toEqual(expected);
  });

  test('CO-112 an app that is ready to use or a code sample is not configured, even when it is configurable', () => {
    expect(names({ ...app, typeKeywords: ['Configurable', 'Ready To Use'] })).toEqual(['appViewer']);
    expect(names({ ...app, typeKeywords: ['Configurable', 'Code Sample'] })).toEqual(['appViewer']);
  });

  test('CO-111 an app that configures itself is configured at its own address', () => {
    expect(hrefs({ ...app, typeKeywords: ['selfConfigured'] })[1]).toBe('https://example.org/app?x=1&edit=true');
  });

  test('only those who control an app configure it', () => {
    expect(names({ ...app, typeKeywords: ['Configurable'] }, BOB)).toEqual(['appViewer']);
  });

  test('CO-110 every keyword with a meaning is known by its exact name', () => {
    expect(Object.values(TYPE_KEYWORDS)).toEqual(
      expect.arrayContaining(['Hosted Service', 'View Service', 'Spatiotemporal', 'Registered App', 'Table', 'lyrx', 'V2', 'TabletLayout']),
    );
    expect(hasKeyword({ typeKeywords: ['Spatiotemporal'] }, TYPE_KEYWORDS.spatiotemporal)).toBe(true);
    expect(hasKeyword({ typeKeywords: ['spatiotemporal'] }, TYPE_KEYWORDS.spatiotemporal)).toBe(false);
  });
});

describe('social networks', () => {
  test('SH-169 SH-297 a title longer than 100 characters is cut to 97 and an ellipsis', () => {
    expect(socialTitle('x'.repeat(100))).toBe('x'.repeat(100));
    expect(socialTitle('x'.repeat(101))).toBe(`${'x'.repeat(97)}…`);
    expect([...socialTitle('🗺'.repeat(101))]).toHaveLength(98);
  });

  test('SH-170 blanks become plus signs', () => {
    expect(socialTitle('Trees of the city')).toBe('Trees+of+the+city');
  });

  test('SH-033 the page gets title, network and address', () => {
    const address = socialNetworkAddress('Trees & a+b', 'tw', 'https://example.org/home/item.html?id=7&x=1');
    expect(address).toMatch(/^\/home\/socialnetwork\.html\?t=Trees\+%26\+a%2Bb&n=tw&u=https%3A%2F%2F/);
    const query = new URL(address, 'https://example.org').searchParams;
    expect([query.get('t'), query.get('n'), query.get('u')]).toEqual(['Trees & a+b', 'tw', 'https://example.org/home/item.html?id=7&x=1']);
  });

  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ canSharePublic: false }, true, false],
    [{ portalProperties: { showSocialMediaLinks: false } }, true, false],
    [{ canSharePublic: true, portalProperties: { showSocialMediaLinks: true } }, true, true],
  ])('SH-209 with %o and links enabled %s they show: %s', (portal, isEnabled, expected) => {
    expect(showsSocialLinks(portal, isEnabled)).toBe(expected);
  });

  test('SH-210 public sharing is allowed unless it is forbidden', () => {
    expect([{}, { canSharePublic: true }, { canSharePublic: false }].map(allowsPublicSharing)).toEqual([true, true, false]);
  });
});

test('the usual way to open an item is the first', () => {
  const opening = { opener: ADA, platform: platformOf(LINUX), config: CONFIG };
  expect(defaultOpenAction({ id: '7', type: 'Web Map', owner: 'ada' }, opening).name).toBe('mapViewer');
});
