import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { insertPlaces } from './places.store.ts';
import { placeKey } from './query.rules.ts';

const SERVER = '/rest/services/World/GeocodeServer';
let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({});
  const place = (
    id: number,
    fields: { name: string; country: string; region?: string; population: number; at: [number, number]; more?: string[] },
  ) => ({
    id,
    name: fields.name,
    country: fields.country,
    region: fields.region ?? '',
    class: 'PPL',
    population: fields.population,
    x: fields.at[0],
    y: fields.at[1],
    keys: [fields.name, ...(fields.more ?? [])].map(placeKey),
  });
  await insertPlaces(t.portal.db, [
    place(1, {
      name: 'Paris',
      country: 'FR',
      region: 'Île-de-France',
      population: 2_138_551,
      at: [2.3488, 48.8534],
      more: ['Parigi', 'باريس'],
    }),
    place(2, { name: 'Paris', country: 'US', region: 'Texas', population: 24_699, at: [-95.5555, 33.6609] }),
    place(3, { name: 'Parisot', country: 'FR', region: 'Occitanie', population: 1_000, at: [1.85, 44.26] }),
    place(4, { name: 'Zürich', country: 'CH', region: 'Zurich', population: 341_730, at: [8.55, 47.3667], more: ['Zurich', 'Zurigo'] }),
    place(6, { name: 'Aberdeen', country: 'GB', region: 'Scotland', population: 196_670, at: [-2.0981, 57.1437] }),
    place(7, { name: 'Springfield', country: 'US', region: 'Illinois', population: 116_565, at: [-89.6437, 39.8017] }),
    place(8, { name: 'Springfield', country: 'US', region: 'Missouri', population: 166_810, at: [-93.2982, 37.2153] }),
    place(9, { name: 'Springfield', country: 'IL', region: 'Haifa', population: 10, at: [35, 32.8] }),
    place(10, { name: 'Baden', country: 'AT', region: 'Lower Austria', population: 25_229, at: [16.23, 48.0] }),
    place(11, { name: 'Baden', country: 'CH', region: 'Aargau', population: 16_118, at: [8.3064, 47.4733] }),
    place(12, { name: 'Baden', country: 'AU', region: 'Victoria', population: 12, at: [145, -37] }),
    place(13, { name: 'Baden', country: 'CN', region: 'Tianjin', population: 11, at: [117, 39] }),
    place(14, { name: 'Atlanta', country: 'US', region: 'Georgia', population: 463_878, at: [-84.388, 33.749] }),
    place(5, { name: '100% Town', country: 'XX', population: 10, at: [0, 0] }),
  ]);
});
afterAll(() => t.close());

const names = (reply: { candidates: { address: string }[] }) => reply.candidates.map((each) => each.address);

describe('findAddressCandidates', () => {
  it('puts whole names before beginnings, and large places first', async () => {
    const reply = await t.stranger.get(`${SERVER}/findAddressCandidates`, { SingleLine: 'paris' });
    expect(names(reply)).toEqual(['Paris, Île-de-France, France', 'Paris, Texas, United States', 'Parisot, Occitanie, France']);
    expect(reply.candidates[0]).toMatchObject({ score: 100, location: { x: 2.3488, y: 48.8534 }, attributes: { Addr_type: 'Locality' } });
    expect(reply.spatialReference).toEqual({ wkid: 4326, latestWkid: 4326 });
  });

  it('is narrowed by country, region and extent, and finds names in other scripts without accents', async () => {
    const find = async (params: object) => names(await t.stranger.get(`${SERVER}/findAddressCandidates`, params as Record<string, string>));
    expect(await find({ SingleLine: 'Paris, Texas' })).toEqual(['Paris, Texas, United States']);
    expect(await find({ SingleLine: 'Paris, Utopia', countryCode: 'US' })).toEqual([]);
    expect(await find({ SingleLine: 'Paris, USA' })).toEqual(['Paris, Texas, United States']);
    expect(await find({ SingleLine: 'Paris, United States' })).toEqual(['Paris, Texas, United States']);
    expect(await find({ SingleLine: 'Aberdeen, United Kingdom' })).toEqual(['Aberdeen, Scotland, United Kingdom']);
    expect(await find({ SingleLine: 'paris', searchExtent: '-100,30,-90,40' })).toEqual(['Paris, Texas, United States']);
    expect(await find({ singleLine: 'zurich' })).toEqual(['Zürich, Zurich, Switzerland']);
    expect(await find({ SingleLine: 'باريس' })).toEqual(['Paris, Île-de-France, France']);
    expect(await find({ SingleLine: '100%' })).toEqual(['100% Town, XX']);
    expect(await find({ SingleLine: '%' })).toEqual([]);
  });

  it.each([
    [{ SingleLine: 'Baden', countryCode: 'AUT' }, ['Baden, Lower Austria, Austria']],
    [{ SingleLine: 'Baden', countryCode: 'AUS' }, ['Baden, Victoria, Australia']],
    [{ SingleLine: 'Baden', countryCode: 'chn' }, ['Baden, Tianjin, China']],
    [{ SingleLine: 'Baden', countryCode: 'CHE' }, ['Baden, Aargau, Switzerland']],
    [{ SingleLine: 'Baden', countryCode: 'ch' }, ['Baden, Aargau, Switzerland']],
    [{ SingleLine: 'Baden', countryCode: 'Switzerland' }, ['Baden, Aargau, Switzerland']],
    [{ SingleLine: '100%', countryCode: 'xx' }, ['100% Town, XX']],
    [{ SingleLine: '100%', countryCode: 'xxq' }, []],
    [{ SingleLine: 'Baden', countryCode: 'CHX' }, []],
    [{ city: 'Baden', countryCode: 'AUT' }, ['Baden, Lower Austria, Austria']],
    [{ SingleLine: 'Baden, AUT', countryCode: 'CHE' }, []],
    [{ SingleLine: 'Paris', countryCode: 'USA,CAN' }, ['Paris, Texas, United States']],
    [{ SingleLine: 'Paris', countryCode: 'can, us,' }, ['Paris, Texas, United States']],
    [{ SingleLine: 'Paris', sourceCountry: 'CHX,USA,USA' }, ['Paris, Texas, United States']],
    [{ SingleLine: 'Paris', countryCode: 'CHX,CAN' }, []],
    [{ SingleLine: 'Paris', countryCode: ',' }, []],
    [{ SingleLine: 'Paris', countryCode: 'Iran, Islamic Republic of' }, []],
    [{ SingleLine: 'Paris, FRA', countryCode: 'CAN,FRA' }, ['Paris, Île-de-France, France', 'Parisot, Occitanie, France']],
  ])('knows countries by their codes of two and three letters: %j', async (params, found) => {
    expect(names(await t.stranger.get(`${SERVER}/findAddressCandidates`, params as Record<string, string>))).toEqual(found);
  });

  it.each([
    ['Springfield, IL', ['Springfield, Illinois, United States', 'Springfield, Haifa, Israel']],
    ['Springfield, IL, USA', ['Springfield, Illinois, United States']],
    ['Springfield, Israel', ['Springfield, Haifa, Israel']],
    ['Springfield, MO', ['Springfield, Missouri, United States']],
    ['Springfield, Miss', ['Springfield, Missouri, United States']],
    ['Paris, TX', ['Paris, Texas, United States']],
    ['Paris, TX, France', []],
    ['Atlanta, Georgia', ['Atlanta, Georgia, United States']],
    ['Atlanta, GA, US', ['Atlanta, Georgia, United States']],
  ])('takes a part for a region and for a country where it may be both: %s', async (SingleLine, found) => {
    expect(names(await t.stranger.get(`${SERVER}/findAddressCandidates`, { SingleLine }))).toEqual(found);
  });

  it('reads coordinates, answers in web mercator, and names what is wrong', async () => {
    const reply = await t.stranger.get(`${SERVER}/findAddressCandidates`, { SingleLine: '48.85, 2.35', outSR: 102100 });
    expect(reply.candidates[0].location.x).toBeCloseTo(261_600.8, 0);
    const error = async (params: object) =>
      (await t.stranger.get(`${SERVER}/findAddressCandidates`, params as Record<string, string>)).error.message;
    expect(await error({})).toBe("'SingleLine' must be specified.");
    expect(await error({ SingleLine: 'paris', outSR: 2154 })).toContain('outSR');
    expect(await error({ SingleLine: 'paris', searchExtent: 'everywhere' })).toContain('searchExtent');
    expect(await error({ SingleLine: 'x'.repeat(201) })).toContain('200');
  });
});

describe('suggest and reverseGeocode', () => {
  it('complete a name and lead to its place by the magic key, in the language asked for', async () => {
    const { suggestions } = await t.stranger.get(`${SERVER}/suggest`, { text: 'zür', langCode: 'de' });
    expect(suggestions).toEqual([{ text: 'Zürich, Zurich, Schweiz', magicKey: 'p4', isCollection: false }]);
    const reply = await t.stranger.get(`${SERVER}/findAddressCandidates`, { SingleLine: 'anything', magicKey: 'p4' });
    expect(names(reply)).toEqual(['Zürich, Zurich, Switzerland']);
  });

  it('find the nearest place, or say that there is none', async () => {
    const near = await t.stranger.get(`${SERVER}/reverseGeocode`, { location: '8.5,47.4' });
    expect(near.address).toMatchObject({ City: 'Zürich', CountryCode: 'CH', Addr_type: 'Locality' });
    const byJson = await t.stranger.post(`${SERVER}/reverseGeocode`, {
      location: { x: 951_790, y: 6_005_000, spatialReference: { wkid: 102100 } },
    });
    expect(byJson.address.City).toBe('Zürich');
    expect((await t.stranger.get(`${SERVER}/reverseGeocode`, { location: '-140,-40' })).error.details).toEqual([
      'Unable to find address for the specified location.',
    ]);
  });

  it('geocode the rows of a table in order', async () => {
    const reply = await t.stranger.post(`${SERVER}/geocodeAddresses`, {
      addresses: { records: [{ attributes: { OBJECTID: 7, SingleLine: 'Zürich' } }, { attributes: { OBJECTID: 8, City: 'Nowhere' } }] },
    });
    expect(
      reply.locations.map((each: { attributes: { ResultID: number; Status: string } }) => [
        each.attributes.ResultID,
        each.attributes.Status,
      ]),
    ).toEqual([
      [7, 'M'],
      [8, 'U'],
    ]);
  });

  it('reads one or two letters of a table as whole names only, and takes any JSON', async () => {
    const best = async (attributes: object) => {
      const reply = await t.stranger.post(`${SERVER}/geocodeAddresses`, { addresses: { records: [{ attributes }] } });
      return reply.locations?.[0].attributes.Status ?? reply.error.code;
    };
    expect(await best({ OBJECTID: 1, SingleLine: 'Z' })).toBe('U');
    expect(await best({ OBJECTID: 1, SingleLine: 'Züric' })).toBe('M');
    expect(await best({ OBJECTID: { toString: 1 }, SingleLine: { toString: 1 } })).toBe('U');
  });
});
