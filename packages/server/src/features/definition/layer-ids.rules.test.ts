// The ids that new layers of a service get.
import { expect, it } from 'vitest';
import { layerIds, MAX_LAYER_ID } from './layer-ids.rules.ts';

it.each<[number[], (number | null | undefined)[], number[]]>([
  [[], [], []],
  [[], [undefined, undefined], [0, 1]],
  [[], [undefined, 0], [1, 0]],
  [[], [undefined, undefined, 1, 0], [2, 3, 1, 0]],
  [[], [3, undefined, 3], [3, 0, 1]],
  [
    [0, 2],
    [undefined, 0, 1],
    [3, 4, 1],
  ],
  [[0], [10_000, 9_999, 10_000], [10_000, 9_999, 1]],
  [[], [null, MAX_LAYER_ID], [0, MAX_LAYER_ID]],
])('beside %j, wishes for %j are answered with %j', (taken, wishes, ids) => {
  expect(layerIds(taken, wishes)).toEqual(ids);
});
