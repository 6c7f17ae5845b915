// Tests cite only rows that the specification has; what no test proves has a reason, in the areas that are done.
import { expect, it } from 'vitest';
import { citations, coverageByArea, reasons, specificationRows } from '../specification.ts';

/** Areas whose rows of document 3 are all proved, or named with a reason. An area that is done joins them, and stays. */
const SETTLED_AREAS = [
  'folders',
  'gallery-cards',
  'groups',
  'item-types',
  'items',
  'marketplace',
  'members',
  'notifications',
  'open-actions',
  'profile',
  'publishing',
  'search',
  'sharing',
];

it('every row that a test cites is in docs/spec/requirements.tsv', () => {
  const rows = specificationRows();
  expect(rows.size).toBeGreaterThan(900);
  expect(citations().filter(({ id }) => !rows.has(id))).toEqual([]);
});

it('every reason in docs/spec/reasons.tsv is a sentence about a row that exists and that no test proves', () => {
  const rows = specificationRows();
  const { proved } = coverageByArea();
  const found = [...reasons()];
  expect(found.filter(([id]) => !rows.has(id))).toEqual([]);
  expect(found.filter(([id]) => proved.has(id))).toEqual([]);
  expect(found.filter(([, reason]) => !/^[A-Z].{20,}\.$/.test(reason))).toEqual([]);
});

it('every row of document 3 in a settled area is proved or has a reason', () => {
  const { proved, areas } = coverageByArea();
  const why = reasons();
  const names = areas.map(([area]) => area);
  expect(SETTLED_AREAS.filter((area) => !names.includes(area))).toEqual([]);
  const open = areas
    .filter(([area]) => SETTLED_AREAS.includes(area))
    .flatMap(([area, list]) =>
      list.filter(({ id }) => id.startsWith('CO-') && !proved.has(id) && !why.has(id)).map(({ id }) => `${area} ${id}`),
    );
  expect(open).toEqual([]);
});
