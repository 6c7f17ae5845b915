// The catalogue's contents and the classification rules.
import { describe, expect, test } from 'vitest';
import { automaticKeywords, classify, ITEM_TYPES, isItemTypeName, itemType, typeForFileName } from './classify.ts';

const BROWSER = { desktopPossible: false, browserSupported: true };
const WINDOWS = { desktopPossible: true, browserSupported: false };

describe('the catalogue', () => {
  test('CO-327 about 130 item types are catalogued, each name once', () => {
    const names = ITEM_TYPES.map((type) => type.name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(125);
    expect(names).toEqual(expect.arrayContaining(['feature service', 'map service', 'web map', 'web scene', 'dashboard', 'csv', 'pdf']));
  });

  test('CO-328 every type is of class layer, map, app or file', () => {
    expect(new Set(ITEM_TYPES.map((type) => type.class))).toEqual(new Set(['layer', 'map', 'app', 'file']));
  });

  test('CO-329 every viewer and action of the specification opens at least one type', () => {
    const used = new Set(ITEM_TYPES.flatMap((type) => type.openIn));
    expect([...used].sort()).toEqual([
      'appViewer',
      'cityEngineViewer',
      'configureApp',
      'createPresentation',
      'dashboard',
      'downloadAttachment',
      'downloadStyle',
      'insightsViewer',
      'mapViewer',
      'openPresentation',
      'operationsDashboard',
      'operationsDashboardWeb',
      'sceneViewer',
      'surveyViewer',
      'viewStyle',
      'workforceViewer',
    ]);
  });

  test.each([
    ['CO-088', 'Web Map', 'map'],
    ['CO-089', 'Web Scene', 'map'],
    ['CO-090', 'Scene Service', 'layer'],
    ['CO-091', 'Web Mapping Application', 'app'],
    ['CO-092', 'Mobile Application', 'app'],
    ['CO-093', 'Workforce Project', 'app'],
    ['CO-094', 'Hub Initiative', 'app'],
    ['CO-095', 'Hub Page', 'app'],
    ['CO-096', 'Hub Site Application', 'app'],
    ['CO-097', 'Dashboard', 'app'],
    ['CO-098', 'Image', 'file'],
    ['CO-099', 'Feature Service', 'layer'],
    ['CO-100', 'Map Service', 'layer'],
    ['CO-101', 'Image Service', 'layer'],
    ['CO-102', 'Feature Collection', 'layer'],
    ['CO-103', 'GeoJson', 'file'],
    ['CO-104', 'CSV', 'file'],
    ['CO-105', 'Shapefile', 'file'],
    ['CO-106', 'File Geodatabase', 'file'],
    ['CO-107', 'WFS', 'layer'],
  ])('%s the portal knows %s as a %s', (_id, name, itemClass) => {
    expect(itemType(name.toUpperCase())).toMatchObject({ name, class: itemClass });
    expect(ITEM_TYPES).toContain(itemType(name));
  });

  test('two types never claim the same ending', () => {
    const endings = ITEM_TYPES.flatMap((type) => type.extensions);
    expect(endings).toEqual([...new Set(endings)]);
  });

  test('names of types are words only; markup and long texts are not', () => {
    expect(isItemTypeName('3DTilesService')).toBe(true);
    expect(isItemTypeName('Something - new 2')).toBe(true);
    expect(isItemTypeName('OGC API - Features')).toBe(true);
    expect(isItemTypeName('')).toBe(false);
    expect(isItemTypeName('<b>x</b>')).toBe(false);
    expect(isItemTypeName('x'.repeat(81))).toBe(false);
  });
});

describe('file names', () => {
  test.each([
    ['trees.csv', 'CSV'],
    ['Roads.SHP.zip', 'Shapefile'],
    ['roads.zip', 'Shapefile'],
    ['roads.gdb.zip', 'File Geodatabase'],
    ['a.b.geojson', 'GeoJson'],
    ['places.geojsonl', 'GeoJson'],
    ['places.ndjson', 'GeoJson'],
    ['report.pdf', 'PDF'],
    ['cities.gpkg', 'GeoPackage'],
    ['map.mmpk', 'Mobile Map Package'],
  ])('%s is taken for a %s', (fileName, type) => {
    expect(typeForFileName(fileName)?.name).toBe(type);
  });

  test('a name without a known ending gives no guess', () => {
    expect(typeForFileName('README')).toBeUndefined();
    expect(typeForFileName('x.unknown')).toBeUndefined();
    expect(typeForFileName('csv')).toBeUndefined();
  });
});

describe('automatic keywords', () => {
  test('a web map carries the words that clients look for', () => {
    expect(automaticKeywords('web map')).toEqual(['ArcGIS Online', 'Explorer Web Map', 'Map', 'Online Map', 'Web Map']);
  });

  test('CO-108 CO-109 our own service and a view of it are marked', () => {
    expect(automaticKeywords('Feature Service', { hosted: true, view: true, layerCount: 1 })).toEqual([
      'ArcGIS Server',
      'Data',
      'Feature Access',
      'Feature Service',
      'Hosted Service',
      'Service',
      'Singlelayer',
      'View Service',
    ]);
  });

  test('CO-118 a collection of tables only is marked as Table', () => {
    expect(automaticKeywords('Feature Collection', { tableCount: 2 })).toEqual(['Data', 'Feature Collection', 'Multilayer', 'Table']);
    expect(automaticKeywords('Feature Collection', { layerCount: 1, tableCount: 1 })).not.toContain('Table');
  });

  test('CO-115 a registered app says so', () => {
    expect(automaticKeywords('Web Mapping Application', { registered: true })).toContain('Registered App');
  });

  test('an unknown type gets none', () => {
    expect(automaticKeywords('Moon Rock')).toEqual([]);
  });
});

describe('classification', () => {
  test('CO-148 public access adds the flag is-public', () => {
    expect(classify({ type: 'Web Map', access: 'public' }, BROWSER).flags).toContain('is-public');
    expect(classify({ type: 'Web Map', access: 'org' }, BROWSER).flags).not.toContain('is-public');
  });

  test('CO-149 CO-120 an operation view with keyword V2 has its own flag and opens nowhere', () => {
    const found = classify({ type: 'Operation View', typeKeywords: ['V2'] }, BROWSER);
    expect(found.flags).toContain('is-operationView-V2');
    expect(found.flags).not.toContain('is-operationView');
    expect(found.openIn).toEqual([]);
  });

  test('CO-150 an operation view without V2 gets is-windows where desktop software could be present', () => {
    expect(classify({ type: 'Operation View' }, WINDOWS).flags).toContain('is-windows');
    expect(classify({ type: 'Operation View' }, BROWSER).flags).not.toContain('is-windows');
  });

  test('CO-151 CO-121 in a supported browser TabletLayout decides whether an operation view is supported', () => {
    const tablet = classify({ type: 'Operation View', typeKeywords: ['TabletLayout'] }, BROWSER);
    expect(tablet.supported).toBe(true);
    expect(tablet.flags).toContain('is-browser');
    const other = classify({ type: 'Operation View' }, BROWSER);
    expect(other.supported).toBe(false);
    expect(other.flags).not.toContain('can-create-dashboard');
  });

  test('CO-152 a dashboard is supported in a supported browser', () => {
    expect(classify({ type: 'Dashboard' }, BROWSER)).toMatchObject({ supported: true });
    expect(classify({ type: 'Dashboard' }, BROWSER).flags).toContain('is-browser');
    expect(classify({ type: 'Dashboard' }, WINDOWS).supported).toBe(false);
  });

  test('CO-153 a feature collection with keyword Table loses is-data', () => {
    expect(classify({ type: 'Feature Collection' }, BROWSER).flags).toContain('is-data');
    expect(classify({ type: 'Feature Collection', typeKeywords: ['Table'] }, BROWSER).flags).not.toContain('is-data');
  });

  test('CO-154 a feature service loses is-data and is-layer', () => {
    const { flags } = classify({ type: 'Feature Service' }, BROWSER);
    expect(flags).not.toContain('is-data');
    expect(flags).not.toContain('is-layer');
  });

  test('CO-155 CO-119 a layer with keyword lyrx is treated as a Pro Layer', () => {
    expect(classify({ type: 'Layer', typeKeywords: ['lyrx'] }, BROWSER).name).toBe('Pro Layer');
  });

  test('CO-156 the type spelled GeoJson is shown as GeoJSON, and both spellings are accepted', () => {
    expect(classify({ type: 'GeoJson' }, BROWSER).name).toBe('GeoJSON');
    expect(itemType('GeoJSON')).toBe(itemType('GeoJson'));
  });

  test('CO-157 a display name with a catalogue entry overrides the entry of the type', () => {
    expect(classify({ type: 'Web Mapping Application', displayName: 'Dashboard' }, BROWSER).record.name).toBe('Dashboard');
    expect(classify({ type: 'Web Mapping Application', displayName: 'My own thing' }, BROWSER).record.name).toBe('Web Mapping Application');
  });

  test('CO-158 an unknown type is a file without privileges that opens nowhere', () => {
    const found = classify({ type: 'Moon Rock' }, BROWSER);
    expect(found.record).toMatchObject({ name: 'Moon Rock', class: 'file', privileges: [] });
    expect(found.openIn).toEqual([]);
  });

  test('CO-087 a record has privileges, openIn, flags and a class', () => {
    for (const type of ITEM_TYPES) {
      expect(type.flags.length, type.name).toBeGreaterThan(0);
      expect(Array.isArray(type.privileges) && Array.isArray(type.openIn), type.name).toBe(true);
    }
  });
});
