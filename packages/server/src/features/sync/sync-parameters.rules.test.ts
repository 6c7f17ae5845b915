import { expect, it } from 'vitest';
import type { HostedService } from '../layers.rules.ts';
import { chosenLayers, knownGenerations } from './sync-parameters.rules.ts';

const service = { layers: [0, 7, 999_999].map((id) => ({ id })) } as HostedService;

it.each<[string | undefined, number[]]>([
  [undefined, [0, 7, 999_999]],
  ['0,7', [0, 7]],
  ['[ 7, 999999 ]', [7, 999_999]],
])('layers of %j are those with the ids that it names', (layers, ids) => {
  expect(chosenLayers(service, layers).map(({ id }) => id)).toEqual(ids);
});

it.each<[unknown, string]>([
  [{ toString: 1 }, '{"toString":1}'],
  [[{ valueOf: null, toString: null }], '{"valueOf":null,"toString":null}'],
  [[[1]], '[1]'],
  ['one', 'one'],
])('a generation of %j is none, and is shown', (serverGens, said) => {
  expect(() => knownGenerations(service, { serverGens })).toThrow(`'serverGens' must be the number of a generation, and is '${said}'.`);
});

it.each([5, '5', [5], ['5']])('a generation of %j is one', (serverGens) => {
  expect(knownGenerations(service, { layers: '7', serverGens })).toEqual([{ layer: { id: 7 }, serverGen: 5 }]);
});

it.each([
  ['1', '1'],
  ['-7', '-7'],
  ['0x7', '0x7'],
  ['9999990', '9999990'],
  ['[0, abc]', 'abc'],
  ['', ''],
])('layers of %j are not there, and the refusal says which', (layers, said) => {
  expect(() => chosenLayers(service, layers)).toThrow(`'layers' names layer '${said}', which the service does not have.`);
});
