import { expect, test } from 'vitest';
import { bottomFirst } from './drawing-order.ts';

const layer = (name: string, geometryType?: string | null) => ({ name, geometryType });

test.each([
  ['areas lie below lines, and both below points', 'a:Polygon b:Point c:Polyline d:Polygon', 'd a c b'],
  ['the first of a kind lies on top', 'a:Point b:Point c:Multipoint', 'c b a'],
  ['what has no kind stays as it is', 'a b c', 'c b a'],
])('%s', (_what, listed, drawn) => {
  const layers = listed.split(' ').map((each) => {
    const [name = '', kind] = each.split(':');
    return layer(name, kind && `esriGeometry${kind}`);
  });
  expect(
    bottomFirst(layers)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(drawn);
});

test('a layer without places is no lower than others', () => {
  expect(bottomFirst([layer('rows', null), layer('areas', 'esriGeometryPolygon')]).map(({ name }) => name)).toEqual(['areas', 'rows']);
});
