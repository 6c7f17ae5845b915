import { expect, it } from 'vitest';
import { pathReader } from './path-reader.ts';

const read = pathReader(/^\/services\/(?<service>\w{1,9})\/(?<layer>\d{1,3})\/query$/);

it('gives the parts of a path by their names, as the expression itself does', () => {
  expect(read('/services/roads/12/query')).toEqual({ service: 'roads', layer: '12' });
  expect(read('/services/roads/12/queries')).toBeUndefined();
  expect(read('/services/ro%61ds/12/query')).toBeUndefined();
  // Nothing is left of one path when the next is read.
  expect(read('/services/a/1/query')).toEqual({ service: 'a', layer: '1' });
});

it('keeps what the expression says of letters, and gives a part that is not there as an empty text', () => {
  const withOptional = pathReader(/^\/a(?:\/(?<rest>\w+))?$/i);
  expect(withOptional('/A/b')).toEqual({ rest: 'b' });
  expect(withOptional('/a')).toEqual({ rest: '' });
});
