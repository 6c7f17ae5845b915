// Class breaks become cases: which class a number is in, and what is in none.
import { describe, expect, it } from 'vitest';
import { CLEAR, FIRST, fill, fillOf, layer, SECOND, styleLayers } from '../../testing/style-layers.ts';

const classBreakInfos = [10, 20].map((classMaxValue, at) => ({ classMaxValue, symbol: fill([at, 0, 0, 255]) }));

describe('class breaks', () => {
  it('hold their upper bound; what is above the last one, or no number, is not drawn', () => {
    const [cases] = styleLayers(layer('esriGeometryPolygon', { type: 'classBreaks', field: 'n', classBreakInfos }), 'x');
    const ns = [-5, 10, 10.5, 20, 20.5, null, 'many'];
    expect(ns.map((n) => fillOf(cases, { n }))).toEqual([FIRST, FIRST, SECOND, SECOND, CLEAR, CLEAR, CLEAR]);
  });

  it.each([
    [
      'a field',
      { normalizationType: 'esriNormalizeByField', normalizationField: 'area' },
      [
        [{ n: 20, area: 2 }, FIRST],
        [{ n: 42, area: 4 }, SECOND],
        [{ n: 1, area: 0 }, CLEAR],
        [{ n: 1 }, CLEAR],
      ],
    ],
    [
      'ten',
      { normalizationType: 'esriNormalizeByLog' },
      [
        [{ n: 1e10 }, FIRST],
        [{ n: 1e11 }, SECOND],
        [{ n: 0 }, CLEAR],
      ],
    ],
    [
      'a total',
      { normalizationType: 'esriNormalizeByPercentOfTotal', normalizationTotal: 40 },
      [
        [{ n: 4 }, FIRST],
        [{ n: 5 }, SECOND],
        [{ n: 9 }, CLEAR],
      ],
    ],
  ] as const)('puts numbers into classes in relation to %s', (_, relation, expected) => {
    const renderer = { type: 'classBreaks', field: 'n', ...relation, classBreakInfos };
    const [area] = styleLayers(layer('esriGeometryPolygon', renderer), 'x');
    expect(expected.map(([properties]) => fillOf(area, properties))).toEqual(expected.map(([, color]) => color));
  });

  it('begins classes at their lowest value and draws what is in none as the others', () => {
    const symbol = (red: number) => fill([red, 0, 0, 255]);
    const infos = [
      { classMaxValue: 10, symbol: symbol(0) },
      { classMinValue: 15, classMaxValue: 20, symbol: symbol(1) },
    ];
    const renderer = { type: 'classBreaks', field: 'n', minValue: 5, classBreakInfos: infos, defaultSymbol: symbol(9) };
    const [area] = styleLayers(layer('esriGeometryPolygon', renderer), 'x');
    const other = 'rgba(9,0,0,1)';
    expect([4, 5, 10, 12, 15, 20, 21, null].map((n) => fillOf(area, { n }))).toEqual([
      ...[other, FIRST, FIRST, other],
      ...[SECOND, SECOND, other, other],
    ]);
  });

  it('may be one class, in any order, and twice', () => {
    const [ten, twenty] = classBreakInfos;
    const breaks = (...classBreakInfos: unknown[]) => {
      const [area] = styleLayers(layer('esriGeometryPolygon', { type: 'classBreaks', field: 'n', classBreakInfos }), 'x');
      return [5, 15, 1e300].map((n) => fillOf(area, { n }));
    };
    expect(breaks(ten)).toEqual([FIRST, CLEAR, CLEAR]);
    expect(breaks(twenty, ten, ten)).toEqual([FIRST, SECOND, CLEAR]);
    expect(breaks(ten, { symbol: twenty?.symbol })).toEqual([FIRST, SECOND, SECOND]);
  });
});
