// Whether the moments of a column are days or have times of day.
import type { FieldType, WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { momentFields } from './use-shown-layer.ts';

const field = (type: FieldType) => ({ name: 'seen', type, alias: 'seen', domain: null }) as unknown as WireField;
const midnight = (day: number) => Date.UTC(2024, 4, day);
const noon = (day: number) => Date.UTC(2024, 4, day, 12);

test.each([
  { are: 'days', values: [midnight(1), midnight(2), null], moments: false },
  { are: 'days, with one that has a time', values: [midnight(1), midnight(2), noon(3)], moments: false },
  { are: 'moments, with one at midnight', values: [noon(1), midnight(2), noon(3)], moments: true },
  { are: 'moments twice a day', values: [midnight(1), noon(1), midnight(2), noon(2)], moments: true },
  { are: 'missing', values: [null, null], moments: false },
])('values that $are', ({ values, moments }) => {
  const rows = values.map((seen) => ({ attributes: { seen } }));
  expect(momentFields([field('esriFieldTypeDate')], rows)).toEqual(moments ? ['seen'] : []);
  // these say by themselves what they hold
  expect(momentFields([field('esriFieldTypeDateOnly'), field('esriFieldTypeDouble')], rows)).toEqual([]);
});
