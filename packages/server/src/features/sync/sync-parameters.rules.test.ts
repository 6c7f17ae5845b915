import { expect, it } from 'vitest';
import type { HostedService } from '../layers.rules.ts';
import { chosenLayers } from './sync-parameters.rules.ts';

const service = { layers: [0, 7, 999_999].map((id) => ({ id })) } as HostedService;

it.each<[string | undefined, number[]]>([
  [undefined, [0, 7, 999_999]],
  ['0,7', [0, 7]],
  ['[ 7, 999999 ]', [7, 999_999]],
])('layers of %j are those with the ids that it names', (layers, ids) => {
  expect(chosenLayers(service, layers).map(({ id }) => id)).toEqual(ids);
});

it.each(['1', '-7', '0x7', '9999990', ''])('layers of %j are not there', (layers) => {
  expect(() => chosenLayers(service, layers)).toThrow();
});
