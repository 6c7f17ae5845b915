// Heights that lines and rings lack.
import { describe, expect, it } from 'vitest';
import type { Position } from '../esri/geometry.ts';
import { withHeights } from './even-heights.ts';

const heightsOf = (groups: Position[][][]): (number | undefined)[][] => groups.flat().map((part) => part.map(([, , z]) => z));

describe('withHeights', () => {
  it.each<[string, Position[][], number[][], number]>([
    [
      'keeps what is there',
      [
        [
          [0, 0, 1],
          [1, 0, 2],
        ],
      ],
      [[1, 2]],
      0,
    ],
    [
      'keeps a height of 0',
      [
        [
          [0, 0, 0],
          [1, 0],
          [2, 0, 10],
        ],
      ],
      [[0, 5, 10]],
      1,
    ],
    [
      'goes evenly by the way, not by the number of points',
      [
        [
          [0, 0, 0],
          [1, 0],
          [4, 0, 8],
        ],
      ],
      [[0, 2, 8]],
      1,
    ],
    [
      'takes the nearest of the line at its ends',
      [
        [
          [0, 0],
          [1, 0, 3],
          [2, 0, 4],
          [3, 0],
          [4, 0],
        ],
      ],
      [[3, 3, 4, 4, 4]],
      3,
    ],
    [
      'divides nothing where the points are the same',
      [
        [
          [1, 1, 3],
          [1, 1],
          [1, 1, 5],
        ],
      ],
      [[3, 3, 5]],
      1,
    ],
    [
      'takes the nearest point of another line',
      [
        [
          [0, 0],
          [1, 0],
        ],
        [
          [9, 0, 7],
          [2, 0, 5],
        ],
      ],
      [
        [5, 5],
        [7, 5],
      ],
      2,
    ],
  ])('%s', (_, parts, wanted, missing) => {
    const found = withHeights([parts], false);
    expect(heightsOf(found.groups)).toEqual(wanted);
    expect(found.missing).toBe(missing);
  });

  it.each<[string, Position[][], number[][], number]>([
    [
      'where it begins',
      [
        [
          [0, 0],
          [4, 0, 8],
          [4, 4, 4],
          [0, 4],
          [0, 0],
        ],
      ],
      [[20 / 3, 8, 4, 16 / 3, 20 / 3]],
      2,
    ],
    [
      'in the middle',
      [
        [
          [0, 0, 2],
          [1, 0],
          [1, 1, 4],
          [0, 0, 2],
        ],
      ],
      [[2, 3, 4, 2]],
      1,
    ],
    [
      'where only the end has one',
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0, 2],
        ],
      ],
      [[2, 2, 2, 2]],
      2,
    ],
  ])('goes round a ring that lacks heights %s', (_, parts, wanted, missing) => {
    const found = withHeights([parts], true);
    for (const [i, part] of heightsOf(found.groups).entries()) {
      for (const [j, z] of part.entries()) expect(z).toBeCloseTo(wanted[i]?.[j] ?? Number.NaN, 10);
    }
    expect(found.missing).toBe(missing);
    expect(found.groups[0]?.[0]?.at(-1)).toEqual(found.groups[0]?.[0]?.[0]);
  });

  it('takes heights of the own polygon before nearer ones of another', () => {
    const ring = (x: number, z?: number): Position[] =>
      [
        [x, 0],
        [x + 1, 0],
        [x + 1, 1],
        [x, 0],
      ].map((corner) => (z === undefined ? corner : [...corner, z]));
    const { groups } = withHeights([[ring(0, 5), ring(9)], [ring(10, 7)], [ring(20)]], true);
    expect(heightsOf(groups).map(([z]) => z)).toEqual([5, 5, 7, 7]);
  });

  it('is quick with very many lines without heights', () => {
    const lines = Array.from({ length: 100_000 }, (_, i): Position[] =>
      i % 2 === 0
        ? [
            [i, 0],
            [i, 1],
          ]
        : [
            [i, 0, i],
            [i, 1, i],
          ],
    );
    const { missing } = withHeights([lines], false);
    expect(missing).toBe(100_000);
  });
});
