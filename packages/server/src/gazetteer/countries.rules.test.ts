import { expect, it } from 'vitest';
import { countryCode } from './countries.rules.ts';

it.each([
  ['FR', 'FR'],
  ['fra', 'FR'],
  ['France', 'FR'],
  ['Frankreich', 'FR'],
  ['فرنسا', 'FR'],
  ['法国', 'FR'],
  // Names that a country shares with one that is no more.
  ['United Kingdom', 'GB'],
  ['UK', 'GB'],
  ['Russia', 'RU'],
  ['Zimbabwe', 'ZW'],
  ['Vietnam', 'VN'],
  ['Serbia', 'RS'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['Côte d’Ivoire', 'CI'],
  ['Atlantis', undefined],
  ['DD', undefined],
  ['', undefined],
])('%j means %j', (text, code) => expect(countryCode(text)).toBe(code));
