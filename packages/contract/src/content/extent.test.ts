// How extents are read and written.
import { describe, expect, it } from 'vitest';
import { extent, readExtent } from './extent.ts';

describe('an extent', () => {
  it.each([
    [
      '1,2,3,4',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      ' 1 , 2 , 3 , 4 ',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '[1,2,3,4]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '{"xmin":1,"ymin":2,"xmax":3,"ymax":4,"spatialReference":{"wkid":4326}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '170,-10,-170,10',
      [
        [170, -10],
        [-170, 10],
      ],
    ],
    ['', []],
    ['[]', []],
  ])('%j is read', (raw, expected) => expect(readExtent(raw)).toEqual(expected));

  it.each([
    '1,2,3',
    '1,2,3,4,5',
    'a,b,c,d',
    '1,,3,4',
    '{',
    '{}',
    '[["1","2"],["3","4"]]',
    '-181,0,0,1',
    '0,-91,1,1',
    '0,5,1,1',
    'NaN,0,1,1',
    'null',
    '[null]',
  ])('%j is refused', (raw) => expect(() => readExtent(raw)).toThrow());

  it('is written as four numbers', () => {
    expect(
      extent().write([
        [1, 2],
        [3, 4],
      ]),
    ).toBe('1,2,3,4');
    expect(extent().write([])).toBe('');
  });
});
