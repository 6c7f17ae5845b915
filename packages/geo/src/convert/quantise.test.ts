import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EsriPolyline } from '../esri/geometry.ts';
import { parseQuantisation, quantisationTransform, quantiseEsri } from './quantise.ts';

const parameters = { extent: { xmin: 0, ymin: 0, xmax: 100, ymax: 100 }, tolerance: 10, mode: 'view', originPosition: 'upperLeft' };

describe('quantisation', () => {
  it('counts cells from the corner of the extent', () => {
    const upper = quantisationTransform(parseQuantisation(JSON.stringify(parameters), 'metres'));
    expect(upper).toEqual({ originPosition: 'upperLeft', scale: [10, 10], translate: [0, 100] });
    expect(quantiseEsri({ x: 20, y: 70 }, upper, 'view')).toEqual({ x: 2, y: 3 });
    const lower = quantisationTransform(parseQuantisation({ ...parameters, originPosition: 'lowerLeft' }, 'metres'));
    expect(quantiseEsri({ x: 20, y: 70 }, lower, 'view')).toEqual({ x: 2, y: 7 });
  });

  it('writes differences, and drops repeated cells and collapsed parts in view mode', () => {
    const transform = quantisationTransform(parseQuantisation(parameters, 'metres'));
    const line = {
      paths: [
        [
          [0, 100],
          [1, 100],
          [30, 50],
        ],
        [
          [0, 0],
          [1, 1],
        ],
      ],
    };
    expect(quantiseEsri(line, transform, 'view')).toEqual({
      paths: [
        [
          [0, 0],
          [3, 5],
        ],
      ],
    });
    expect(quantiseEsri(line, transform, 'edit')).toEqual({
      paths: [
        [
          [0, 0],
          [0, 0],
          [3, 5],
        ],
        [
          [0, 10],
          [0, 0],
        ],
      ],
    });
    const speck = {
      rings: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    };
    expect(quantiseEsri(speck, transform, 'view')).toBeNull();
  });

  it('is as fine as any survey where no tolerance is named', () => {
    expect(parseQuantisation({ mode: 'edit' }, 'degrees').tolerance).toBe(1e-9);
    expect(parseQuantisation({ mode: 'view', tolerance: null }, 'metres').tolerance).toBe(1e-4);
  });

  it('comes back to within half a cell', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 20 }),
        fc.constantFrom('upperLeft', 'lowerLeft'),
        (path, originPosition) => {
          const transform = quantisationTransform(parseQuantisation({ ...parameters, originPosition, tolerance: 0.5 }, 'metres'));
          const cells = (quantiseEsri({ paths: [path] }, transform, 'edit') as EsriPolyline).paths[0] ?? [];
          const sign = originPosition === 'upperLeft' ? -1 : 1;
          let [x, y] = [0, 0];
          for (const [i, [dx = 0, dy = 0]] of cells.entries()) {
            x += dx;
            y += dy;
            expect(Math.abs(x * 0.5 + (transform.translate[0] ?? 0) - (path[i]?.[0] ?? 0))).toBeLessThanOrEqual(0.2500001);
            expect(Math.abs(sign * y * 0.5 + (transform.translate[1] ?? 0) - (path[i]?.[1] ?? 0))).toBeLessThanOrEqual(0.2500001);
          }
        },
      ),
    );
  });

  it.each([
    '',
    '[]x',
    { tolerance: 0 },
    { tolerance: -1 },
    { tolerance: 'x' },
    { mode: 'draw' },
    { originPosition: 'centre' },
    { extent: { xmin: 'NaN' } },
    5,
  ])('refuses %j', (value) => {
    expect(() => parseQuantisation(value, 'metres')).toThrow();
  });
});
