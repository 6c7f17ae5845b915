import { expect, it } from 'vitest';
import { termsAfter } from './listings.rules.ts';

it.each([
  ['Paid', 'paid'],
  ['FREE', 'free'],
])('a licence of the type %j is %s', (licenseType, expected) => {
  expect(termsAfter({ listingProperties: { licenseType } }).license_type).toBe(expected);
});

it.each<[unknown]>([[null], [1], [['paid']], [{ toString: 1 }], [{ valueOf: null, toString: null }]])(
  'a licence of the type %j is refused',
  (licenseType) => {
    expect(() => termsAfter({ listingProperties: { licenseType } })).toThrow('must be free or paid');
  },
);
