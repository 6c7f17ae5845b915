// Places: a few for each key, so many in all, each left once.
import { expect, it } from 'vitest';
import { Places } from './places.ts';

it('are taken by a key and by all until there are no more, and are free again once they are left', () => {
  const places = new Places(2, 3);
  const first = places.take('a');
  places.take('a');
  expect(() => places.take('a')).toThrow('Too many requests');
  places.take('b');
  expect(() => places.take('c')).toThrow('Too many requests');
  first();
  first();
  places.take('c');
  expect(() => places.take('a')).toThrow('Too many requests');
});
