// Classes of unique values, from either form that documents have.
import { describe, expect, test } from 'vitest';
import { uniqueValueClasses } from './unique-values.ts';

const symbol = { type: 'esriSFS' };
const infos = [
  { value: 'a', label: 'Alpha', symbol },
  { value: 2, symbol },
];
const groupOf = (...values: unknown[]) => ({ uniqueValueGroups: [{ classes: [{ label: 'All', symbol, values }] }] });

describe('classes of unique values', () => {
  test.each([
    [
      'have one value each where the document names values',
      { uniqueValueInfos: infos },
      [
        { values: ['a'], label: 'Alpha', symbol },
        { values: ['2'], label: '2', symbol },
      ],
    ],
    [
      'come from groups where only these are there, with their headings',
      {
        uniqueValueGroups: [
          { heading: 'Letters', classes: [{ label: 'First ones', symbol, values: [['a'], ['b']] }] },
          { heading: '', classes: [{ symbol, values: [[1], [2]] }] },
        ],
      },
      [
        { values: ['a', 'b'], label: 'First ones', symbol, heading: 'Letters' },
        { values: ['1', '2'], label: '1, 2', symbol },
      ],
    ],
    [
      'come from named values where both forms are there',
      { uniqueValueInfos: [infos[0]], ...groupOf(['x']) },
      [{ values: ['a'], label: 'Alpha', symbol }],
    ],
    [
      'come from groups where the list of named values is empty',
      { uniqueValueInfos: [], ...groupOf(['x']) },
      [{ values: ['x'], label: 'All', symbol }],
    ],
    [
      'join the values of several fields by a comma',
      groupOf(['a', 1, 'x'], ['b', null, '<Null>']),
      [{ values: ['a,1,x', 'b,,'], label: 'All', symbol }],
    ],
    [
      'join the values of several fields by the delimiter of the document',
      { fieldDelimiter: '; ', ...groupOf(['a', 1]) },
      [{ values: ['a; 1'], label: 'All', symbol }],
    ],
    [
      'take nothing for an empty text in either form',
      { uniqueValueInfos: [{ value: '<Null>', symbol }] },
      [{ values: [''], label: '<Null>', symbol }],
    ],
    ['take a value that stands alone', groupOf('a', null), [{ values: ['a', ''], label: 'All', symbol }]],
    [
      'leave out what has no values, and symbols that are none',
      {
        uniqueValueGroups: [
          null,
          {},
          { classes: 'x' },
          { classes: [{ symbol }, { symbol, values: [] }, { symbol: null, values: [['a']] }] },
        ],
      },
      [{ values: ['a'], label: 'a' }],
    ],
    ['are none where there is nothing', {}, []],
    ['are none where neither is a list', { uniqueValueInfos: 'x', uniqueValueGroups: {} }, []],
  ])('%s', (_, renderer, expected) => {
    expect(uniqueValueClasses(renderer)).toEqual(expected);
  });
});
