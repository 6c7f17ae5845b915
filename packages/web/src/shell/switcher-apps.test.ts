// The switcher of the header: which apps stand in it, and how they are shown.
import { describe, expect, test } from 'vitest';
import {
  abbreviation,
  abbreviationSize,
  configuredApps,
  isOutside,
  type SwitcherContext,
  switcherApps,
  switcherGrid,
} from './switcher-apps.ts';

const nobody: SwitcherContext = { can: () => false, licensed: new Set(), hasOpenData: false };
const list = (...apps: unknown[]) => configuredApps('c1', { appSwitcher: { apps } });
const titles = (configured: ReturnType<typeof list>, context: Partial<SwitcherContext> = {}) =>
  switcherApps(configured, [], { ...nobody, ...context }).map(({ title }) => title);
const app = (more: Record<string, unknown> = {}) => ({
  id: 'a1',
  type: 'Web Mapping Application',
  title: 'Street Finder',
  url: 'https://example.org/streets',
  typeKeywords: [] as string[],
  properties: null,
  ...more,
});

describe('configured apps', () => {
  test('AC-094 AC-247 the data of an item list them, with label, abbreviation, picture, privileges and licence', () => {
    const [found] = list({
      title: 'Field',
      label: 'Field work',
      abbr: 'FW',
      image: 'field.png',
      url: 'https://f.example.org',
      privileges: ['a'],
      isLicensed: true,
    });
    expect(found).toMatchObject({
      title: 'Field',
      label: 'Field work',
      abbr: 'FW',
      image: 'field.png',
      privileges: ['a'],
      isLicensed: true,
    });
    expect(configuredApps('c1', { appSwitcher: { apps: 'none' } })).toEqual([]);
    expect(configuredApps('c1', undefined)).toEqual([]);
  });

  test('AC-160 one without privileges and licence is shown', () => {
    expect(titles(list({ title: 'Open', url: '/home/gallery.html' }))).toEqual(['Open']);
  });

  test('AC-161 one with privileges is shown to those who have all of them', () => {
    const apps = list({ title: 'Edit', url: 'https://e.example.org', privileges: ['x', 'y'] });
    expect(titles(apps, { can: (privilege) => privilege === 'x' })).toEqual([]);
    expect(titles(apps, { can: () => true })).toEqual(['Edit']);
  });

  test('AC-162 one with a licence is shown when a listing of its title is provisioned', () => {
    const apps = list({ title: 'Paid', url: 'https://p.example.org', isLicensed: true });
    expect(titles(apps)).toEqual([]);
    expect(titles(apps, { licensed: new Set(['Paid']) })).toEqual(['Paid']);
  });

  test('AC-163 Open Data goes where the portal has it disabled', () => {
    const apps = list({ title: 'Open Data', url: 'https://o.example.org' });
    expect(titles(apps)).toEqual([]);
    expect(titles(apps, { hasOpenData: true })).toEqual(['Open Data']);
  });

  test('addresses that run something, and pictures outside the item, are left out', () => {
    expect(list({ title: 'Bad', url: 'javascript:alert(1)' }, { title: 'Worse', url: '//evil.example.org' })).toEqual([]);
    const [shown] = switcherApps(list({ title: 'A', url: '/x', image: '../../secret' }), [], nobody);
    expect(shown).not.toHaveProperty('image');
  });
});

describe('web apps of the portal', () => {
  test('AC-164 those with a url and a title are added, but for hidden ones and those configured already', () => {
    const items = [
      app(),
      app({ id: 'a2', url: null }),
      app({ id: 'a3', title: '' }),
      app({ id: 'a4', typeKeywords: ['hideFromAppSwitcher'] }),
      app({ id: 'a5', url: 'https://e.example.org' }),
      app({ id: 'a6', type: 'Document Link' }),
    ];
    const shown = switcherApps(list({ title: 'Known', url: 'https://e.example.org' }), items, nobody);
    expect(shown.map(({ title }) => title)).toEqual(['Known', 'Street Finder']);
  });

  test('AC-095 AC-248 properties name a picture among the resources of the item, and an abbreviation', () => {
    const [shown] = switcherApps([], [app({ properties: { appSwitcher: { image: 'icons/s.png', abbr: 'STR' } } })], nobody);
    expect(shown).toMatchObject({ image: '/sharing/rest/content/items/a1/resources/icons/s.png', abbr: 'STR' });
  });

  test('AC-074 AC-321 there are at most 100, in at most five columns of at least 110 pixels up to four and a half', () => {
    const many = Array.from({ length: 130 }, (_, i) => app({ id: `a${i}`, url: `https://example.org/${i}` }));
    expect(switcherApps([], many, nobody)).toHaveLength(100);
    expect(switcherGrid(2)).toEqual({ columns: 2, width: 220 });
    expect(switcherGrid(100)).toEqual({ columns: 5, width: 495 });
  });
});

test.each([
  ['Web AppBuilder for Everybody', 'WAB'],
  ['Street Finder', 'SF'],
  ['flood warnings', 'F'],
  ['خرائط', 'خ'],
])('AC-322 the abbreviation of %s is %s: its first three capital letters, or the first letter', (title, abbr) => {
  expect(abbreviation(title)).toBe(abbr);
});

test('AC-323 the size of an abbreviation follows its length', () => {
  expect(['A', 'AB', 'ABC', 'ABCD', 'ABCDE', 'ABCDEF'].map(abbreviationSize)).toEqual([28, 20, 16, 14, 14, 12]);
});

test('apps elsewhere open in a tab of their own', () => {
  expect(isOutside('https://example.org/x', 'https://portal.example.org')).toBe(true);
  expect(isOutside('/home/gallery.html', 'https://portal.example.org')).toBe(false);
  expect(isOutside('https://portal.example.org/apps/x', 'https://portal.example.org')).toBe(false);
});
