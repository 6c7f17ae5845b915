// Which rows of other layers belong to a row.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { expect, test } from 'vitest';
import { mayJoin, relatedLayers, scopeClause, scopeOf } from './related-rows.ts';

const field = (name: string, type: string, more = {}): WireField =>
  ({ name, type, alias: name, sqlType: '', domain: null, defaultValue: null, ...more }) as WireField;
const side = (relatedTableId: number, role: string, keyField: string) => ({ id: 4, name: 'visits', relatedTableId, role, keyField });
const trees = {
  id: 0,
  name: 'Trees',
  fields: [field('GlobalID', 'esriFieldTypeGlobalID'), field('code', 'esriFieldTypeString')],
  relationships: [side(1, 'esriRelRoleOrigin', 'GLOBALID')],
} as unknown as LayerInfo;
const visits = {
  id: 1,
  name: 'Visits',
  fields: [field('tree', 'esriFieldTypeGUID'), field('note', 'esriFieldTypeString')],
  relationships: [side(0, 'esriRelRoleDestination', 'tree')],
} as unknown as LayerInfo;

test('a relationship is followed from both of its ends', () => {
  const [down] = relatedLayers(trees, [trees, visits]);
  expect([down?.layer.name, down?.keyHere.name, down?.keyThere.name]).toEqual(['Visits', 'GlobalID', 'tree']);
  const [up] = relatedLayers(visits, [trees, visits]);
  expect([up?.layer.name, up?.keyHere.name, up?.keyThere.name]).toEqual(['Trees', 'tree', 'GlobalID']);
});

test('a relationship whose other side is not shown leads nowhere', () => {
  expect(relatedLayers(trees, [trees])).toEqual([]);
  expect(relatedLayers(trees, [trees, { ...visits, relationships: [] }])).toEqual([]);
});

test('a row belongs to others by its key; without one it has none', () => {
  const [down] = relatedLayers(trees, [trees, visits]);
  if (!down) throw new Error('no relationship');
  const scope = scopeOf(down, "{A'B}");
  expect(scope && scopeClause(scope)).toBe("tree = '{A''B}'");
  expect([scopeOf(down, null), scopeOf(down, '')]).toEqual([undefined, undefined]);
});

test('a new row is given its key, unless the portal makes it', () => {
  expect(mayJoin({ field: field('tree', 'esriFieldTypeGUID'), value: 'x' })).toBe(true);
  expect(mayJoin({ field: field('GlobalID', 'esriFieldTypeGlobalID'), value: 'x' })).toBe(false);
  expect(mayJoin({ field: field('tree', 'esriFieldTypeString', { editable: false }), value: 'x' })).toBe(false);
});
