import { describe, expect, it } from 'vitest';
import { bestPlace, type NamedPlace, placeWish, RegionNames } from './row-places.rules.ts';

describe('placeWish', () => {
  it.each([
    [{ name: 'Paris' }, { kind: 'named', keys: ['paris'], within: [] }],
    [
      { name: ' PARIS ', country: 'France' },
      { kind: 'named', keys: ['paris'], within: [{ country: 'FR' }] },
    ],
    [
      { name: 'Paris', region: 'TX', country: 'usa' },
      { kind: 'named', keys: ['paris'], within: [{ region: 'tx' }, { country: 'US' }] },
    ],
    [
      { name: 'Leeds', country: 'England' },
      { kind: 'named', keys: ['leeds'], within: [{ region: 'england' }] },
    ],
    // Two names of one place.
    [
      { name: 'München', country: 'DE' },
      { kind: 'named', keys: ['munchen', 'munich'], within: [{ country: 'DE' }] },
    ],
    [{ line: 'Paris, Texas, US' }, { kind: 'named', keys: ['paris'], within: [{ region: 'texas' }, { region: 'us', country: 'US' }] }],
    // A country and a region of another one.
    [{ line: 'Atlanta, Georgia' }, { kind: 'named', keys: ['atlanta'], within: [{ region: 'georgia', country: 'GE' }] }],
    [
      { line: 'Berlin', country: 'DE' },
      { kind: 'named', keys: ['berlin'], within: [{ country: 'DE' }] },
    ],
    // The town is what is known of an address.
    [
      { line: 'Hauptstr. 1', name: 'Berlin' },
      { kind: 'named', keys: ['berlin'], within: [] },
    ],
    [{ line: '48.85, 2.35' }, { kind: 'point', x: 2.35, y: 48.85 }],
    [{ line: 'Jordan' }, { kind: 'country', country: 'JO' }],
    [{ name: 'Singapore' }, { kind: 'named', keys: ['singapore'], within: [], countryItself: 'SG' }],
    [{ country: 'Brazil' }, { kind: 'country', country: 'BR' }],
    [
      { name: '', region: '', country: 'br' },
      { kind: 'country', country: 'BR' },
    ],
    [{ region: 'Texas', country: 'US' }, { kind: 'none' }],
    [{ country: 'Atlantis' }, { kind: 'none' }],
    [{ name: '  ' }, { kind: 'none' }],
    [{}, { kind: 'none' }],
    [{ name: 'x'.repeat(201) }, { kind: 'none' }],
    [{ name: 'Paris\0' }, { kind: 'none' }],
  ])('reads %j', (words, wish) => expect(placeWish(words)).toEqual(wish));
});

describe('bestPlace', () => {
  const place = (country: string, region: string, x: number): NamedPlace => ({ country, region, x, y: 0 });
  const places = [
    place('US', 'west virginia', 1),
    place('US', 'virginia', 2),
    place('US', 'texas', 3),
    place('DE', 'bavaria', 4),
    place('DE', 'state of berlin', 5),
    place('FR', 'ile-de-france', 6),
    place('AU', 'western australia', 7),
  ];
  const regions = new RegionNames([...places.map(({ region }) => region), 'ontario']);
  const isRegion = (wanted: string): boolean => regions.has(wanted);
  it.each([
    [[], 1],
    [[{ country: 'FR' }], 6],
    [[{ region: 'virginia' }], 2],
    [[{ region: 'tx' }], 3],
    [[{ region: 'wa' }], 7],
    [[{ region: 'berlin' }], 5],
    [[{ region: 'ile' }], 6],
    [[{ region: 'bavaria' }, { country: 'DE' }], 4],
    // "Bayern" is not known, and its country is.
    [[{ region: 'bayern' }, { country: 'DE' }], 4],
    [[{ region: 'bayern' }], undefined],
    // No place of the name lies in a region that others lie in.
    [[{ region: 'ontario' }, { country: 'US' }], undefined],
    [[{ region: 'on' }, { country: 'US' }], undefined],
    [[{ region: 'texas' }, { country: 'DE' }], undefined],
    [[{ country: 'CA' }], undefined],
    [[{ region: 'france', country: 'FR' }], 6],
    [[{ region: 'virginia', country: 'GE' }], 2],
  ])('of those in %j', (within, x) => expect(bestPlace(places, within, isRegion)?.x).toBe(x));

  it('is none of none', () => expect(bestPlace([], [], () => false)).toBeUndefined());
});

describe('RegionNames', () => {
  const regions = new RegionNames(['state of berlin', 'bavaria', 'baden-wurttemberg', 'ontario', 'texas']);
  it.each([
    ['berlin', true],
    ['state of berlin', true],
    ['bav', true],
    ['baden', true],
    ['texas', true],
    ['tx', true],
    ['ba', false],
    ['zz', false],
    ['texasx', false],
    ['a', false],
    ['', false],
  ])('%j', (wanted, isKnown) => expect(regions.has(wanted)).toBe(isKnown));
});
