import { expect, it } from 'vitest';
import { encodingFor } from './compressed.ts';

const of = (accepted: string | undefined): unknown => encodingFor(accepted === undefined ? {} : { 'accept-encoding': accepted });

it('chooses the better encoding that a client names, and leaves unusual wishes to others', () => {
  expect(['gzip, deflate, br, zstd', 'br', 'gzip,deflate', 'deflate', 'identity', undefined].map(of)).toEqual([
    'br',
    'br',
    'gzip',
    'none',
    'none',
    'none',
  ]);
  expect(['br;q=0', '*', 'gzip, *;q=0', 'GZIP', '', ' gzip', 'gzip,,br'].map(of)).toEqual(Array(7).fill(undefined));
  expect(encodingFor({ 'x-no-compression': '1', 'accept-encoding': 'br' })).toBeUndefined();
});
