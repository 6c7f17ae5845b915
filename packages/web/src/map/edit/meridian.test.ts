// Shapes across the 180th meridian.
import { describe, expect, test } from 'vitest';
import { cutAtMeridian } from './meridian.ts';
import type { Place, Shape } from './shape.ts';

const shape = (kind: Shape['kind'], ...parts: Place[][]): Shape => ({ kind, parts: parts.map((part) => part.map((at) => ({ at }))) });
const places = ({ parts }: Shape): Place[][] => parts.map((part) => part.map(({ at: [x, y] }) => [x, Math.round(y * 1e9) / 1e9 + 0]));

describe('the 180th meridian', () => {
  test('what does not cross it stays the same thing', () => {
    const near = shape('polygon', [
      [170, 0],
      [180, 0],
      [175, 5],
    ]);
    expect(cutAtMeridian(near)).toBe(near);
  });

  test('a shape drawn on the next turn of the earth comes home whole', () => {
    expect(
      places(
        cutAtMeridian(
          shape('line', [
            [190, 1],
            [200, 2],
          ]),
        ),
      ),
    ).toEqual([
      [
        [-170, 1],
        [-160, 2],
      ],
    ]);
    expect(places(cutAtMeridian(shape('point', [[-190, 5]])))).toEqual([[[170, 5]]]);
  });

  test('a line is cut in two that meet there, in both directions', () => {
    expect(
      places(
        cutAtMeridian(
          shape('line', [
            [170, 0],
            [190, 0],
          ]),
        ),
      ),
    ).toEqual([
      [
        [170, 0],
        [180, 0],
      ],
      [
        [-180, 0],
        [-170, 0],
      ],
    ]);
    expect(
      places(
        cutAtMeridian(
          shape('line', [
            [-170, 0],
            [-190, 0],
          ]),
        ),
      ),
    ).toEqual([
      [
        [-170, 0],
        [-180, 0],
      ],
      [
        [180, 0],
        [170, 0],
      ],
    ]);
  });

  test('a line along the date line is not cut to nothing', () => {
    expect(
      places(
        cutAtMeridian(
          shape('line', [
            [180, 0],
            [180, 5],
            [185, 5],
          ]),
        ),
      ).flat().length,
    ).toBeGreaterThanOrEqual(2);
  });

  test('an area is cut in two whose edges lie on it, and a hole with it', () => {
    const cut = cutAtMeridian(
      shape(
        'polygon',
        [
          [170, -10],
          [170, 10],
          [190, 10],
          [190, -10],
        ],
        [
          [175, -5],
          [185, -5],
          [185, 5],
          [175, 5],
        ],
      ),
    );
    expect(cut.parts).toHaveLength(4);
    const all = places(cut).flat();
    expect(Math.max(...all.map(([x]) => x))).toBe(180);
    expect(Math.min(...all.map(([x]) => x))).toBe(-180);
    const areas = places(cut).map((ring) =>
      Math.abs(
        ring.reduce(
          (sum, [x, y], i) => sum + x * (ring[(i + 1) % ring.length]?.[1] ?? 0) - (ring[(i + 1) % ring.length]?.[0] ?? 0) * y,
          0,
        ) / 2,
      ),
    );
    for (const [i, area] of areas.entries()) expect(area).toBeCloseTo([200, 200, 50, 50][i] ?? 0);
  });

  test('heights at the cut lie between those of the neighbours', () => {
    const line: Shape = {
      kind: 'line',
      parts: [
        [
          { at: [179, 0], z: 0 },
          { at: [181, 0], z: 10 },
        ],
      ],
    };
    expect(cutAtMeridian(line).parts.map((part) => part.map(({ z }) => z))).toEqual([
      [0, 5],
      [5, 10],
    ]);
  });
});
