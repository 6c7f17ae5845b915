// Frequent changes are bound without being written anew: the values must stand as the statement expects them.

import type { PointShape } from '@graticule/geo/convert/shape';
import { writeWkb } from '@graticule/geo/convert/wkb';
import { describe, expect, it } from 'vitest';
import type { HostedLayer } from '../layers.rules.ts';
import { amongMany, type FeatureChange, insertSql, type NewFeature, updateSql, valuesOfAddition, valuesOfChange } from './edit.sql.ts';
import { alikeEdit } from './edits-at-once.sql.ts';

const fields = [
  { name: 'OBJECTID', column: 'objectid', type: 'esriFieldTypeOID' },
  { name: 'name', column: 'f1_name', type: 'esriFieldTypeString', editable: true },
  { name: 'seen', column: 'f2_seen', type: 'esriFieldTypeDate', editable: true },
];
const layer = {
  table: `l_${'1'.repeat(32)}`,
  geometryType: 'esriGeometryPoint',
  extent: [-1e6, -2e6, 3e6, 4e6],
  fields,
} as unknown as HostedLayer;
const [, name, seen] = layer.fields as [unknown, HostedLayer['fields'][0], HostedLayer['fields'][0]];
const place = (x: number, y: number): FeatureChange['geometry'] => ({
  wkb: writeWkb({ kind: 'point', srid: undefined, hasZ: false, hasM: false, position: [x, y] } as PointShape, { srid: null }),
  srid: 3857,
});
const globalId = '0b8c5f3e-8f0e-4b8e-9a44-6f3a0f6f2b11';

const CHANGES: Record<string, FeatureChange> = {
  'a value': { key: { objectId: 7 }, values: [{ field: name, value: 'a' }], geometry: undefined },
  'a date, by global id': { key: { globalId }, values: [{ field: seen, value: 5 }], geometry: undefined },
  'a place': { key: { objectId: 7 }, values: [], geometry: place(100_000, 200_000) },
  'values and a place': {
    key: { objectId: 8 },
    values: [
      { field: name, value: null },
      { field: seen, value: 6 },
    ],
    geometry: place(-100_000, 250_000),
  },
};

describe('values of frequent changes', () => {
  for (const [what, change] of Object.entries(CHANGES))
    it(`are those of the statement, in its order: ${what}`, () => {
      const written = updateSql(amongMany(), layer, change, { owned: null, inside: true });
      expect(valuesOfChange(layer, change)).toEqual(written?.sql.values);
      // The second one takes the text of the first, with values of its own.
      const [first, second] = [1, 2].map(() => alikeEdit({ layer, edit: { kind: 'update', ...change }, owned: null }));
      expect(first).toMatchObject({ text: written?.text, types: written?.sql.types, values: written?.sql.values, gives: written?.gives });
      expect(second).toEqual(first);
    });

  it('are not known where the place has to be looked at by the database, or has no limits that are known', () => {
    const change = CHANGES['a place'] as FeatureChange;
    expect(valuesOfChange(layer, { ...change, geometry: { ...place(1, 2), srid: 2056 } as FeatureChange['geometry'] })).toBeUndefined();
    expect(valuesOfChange(layer, { ...change, geometry: null })).toBeUndefined();
    expect(valuesOfChange({ ...layer, extent: null }, change)).toBeUndefined();
    expect(valuesOfChange({ ...layer, geometryType: 'esriGeometryPolygon' }, change)).toBeUndefined();
  });
});

const ADDITIONS: Record<string, NewFeature> = {
  'values alone': { values: [{ field: name, value: 'a' }], geometry: null, globalId },
  'a place': { values: [], geometry: place(100_000, 200_000) as NewFeature['geometry'], globalId },
  'values and a place': {
    values: [
      { field: name, value: null },
      { field: seen, value: 6 },
    ],
    geometry: place(-100_000, 250_000) as NewFeature['geometry'],
    globalId,
  },
};
const LAYERS: Record<string, HostedLayer> = {
  points: layer,
  lines: { ...layer, geometryType: 'esriGeometryPolyline' },
  polygons: { ...layer, geometryType: 'esriGeometryPolygon' },
  rows: { ...layer, geometryType: null },
};

describe('values of additions', () => {
  for (const [kind, of] of Object.entries(LAYERS))
    for (const [what, feature] of Object.entries(ADDITIONS))
      it(`are those of the statement, in its order: ${what} of ${kind}`, () => {
        const written = insertSql(amongMany(), of, feature);
        expect(valuesOfAddition(of, feature)).toEqual(written.sql.values);
        const add = (more: object): ReturnType<typeof alikeEdit> =>
          alikeEdit({ layer: of, edit: { kind: 'add', ...feature, ...more }, owned: null });
        const [first, second] = [add({}), add({})];
        expect(first).toMatchObject({ text: written.text, types: written.sql.types, values: written.sql.values, gives: written.gives });
        expect(second).toEqual(first);
        // Without a global id it is given one, by which it is known again.
        const other = add({ globalId: null });
        expect([other?.types, other?.feature]).toEqual([first?.types, other?.values.at(-1)]);
        // Nobody else has that one: only those that are given can be taken.
        expect([other?.text, first?.text].map((text) => text?.includes('on conflict'))).toEqual([false, true]);
        expect(other?.form).not.toBe(first?.form);
        expect(other?.feature).toMatch(/^[0-9a-f-]{36}$/);
        expect(other?.feature).not.toBe(globalId);
      });

  it('are not known where the database has to project the place', () => {
    const elsewhere = { ...place(1, 2), srid: 2056 } as NewFeature['geometry'];
    expect(valuesOfAddition(layer, { values: [], geometry: elsewhere, globalId })).toBeUndefined();
  });
});
