import { describe, expect, it } from 'vitest';
import { addressColumns, columnsOfPlaces, placesInRows, wireAddress } from './address-columns.rules.ts';

const text = (alias: string) => ({ name: alias.replace(/\W/g, '_'), alias, type: 'esriFieldTypeString' as const });
const fields = (...aliases: string[]) => aliases.map(text);

describe('addressColumns', () => {
  it.each([
    [
      { City: 'town', CountryCode: 'land' },
      { name: 'town', country: 'land' },
    ],
    [
      { Address: 'street', City: 'town', Region: 'state', Postal: 'zip' },
      { line: 'street', name: 'town', region: 'state' },
    ],
    [{ SingleLine: 'place' }, { line: 'place' }],
    [{ singleline: 'place', Address: 'other' }, { line: 'place' }],
    [{ CountryCode: 'country' }, { country: 'country' }],
    // A region alone is no place.
    [{ Region: 'state' }, undefined],
    [{ Postal: 'zip' }, undefined],
    [{ City: ' ' }, undefined],
    [{ City: null }, undefined],
    [{ constructor: 'x', toString: 'y' }, undefined],
    [{}, undefined],
  ])('reads %j', (given, columns) => expect(addressColumns(given)).toEqual(columns));
});

describe('placesInRows', () => {
  it('finds columns by the names of the file and of the layer, whatever their capitals', () => {
    const table = fields('id', 'Home town', 'Country');
    expect(placesInRows({ name: 'Home town', country: 'COUNTRY' }, table)).toEqual({ name: 1, country: 2 });
    expect(placesInRows({ name: 'Home_town' }, table)).toEqual({ name: 1 });
    expect(() => placesInRows({ name: 'village' }, table)).toThrow('village');
  });
});

describe('columnsOfPlaces', () => {
  it.each([
    [['id', 'City', 'Country'], { name: 'City', country: 'Country' }],
    [['PlaceName'], { name: 'PlaceName' }],
    [['Ort', 'Bundesland', 'Land'], { name: 'Ort', region: 'Bundesland', country: 'Land' }],
    [['Ville', 'Pays'], { name: 'Ville', country: 'Pays' }],
    [['المدينة', 'الدولة'], { name: '___', country: '___' }],
    [['address', 'state'], { line: 'address', region: 'state' }],
    [['country', 'people'], { country: 'country' }],
    // Rows about regions are not about the country.
    [['state', 'country'], undefined],
    [['id', 'name', 'value'], undefined],
    [[], undefined],
  ])('of %j', (aliases, columns) => {
    const found = columnsOfPlaces(fields(...aliases));
    expect(found && Object.keys(found)).toEqual(columns && Object.keys(columns));
    if (!aliases.some((alias) => /[^ -~]/.test(alias))) expect(found).toEqual(columns);
  });

  it('takes no numbers', () => {
    expect(columnsOfPlaces([{ name: 'city', alias: 'city', type: 'esriFieldTypeInteger' }])).toBeUndefined();
  });
});

it('goes back over the wire as it came', () => {
  const given = { SingleLine: 'a', City: 'b', Region: 'c', CountryCode: 'd' };
  expect(wireAddress(addressColumns(given) ?? {})).toEqual(given);
});
