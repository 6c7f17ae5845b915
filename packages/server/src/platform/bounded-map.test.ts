import { expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

it('forgets what was set longest ago, and nothing else', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
  map.delete('a');
  map.set('d', 5);
  expect([map.get('a'), map.get('c'), map.get('d')]).toEqual([undefined, 4, 5]);
});

it('forgets as many as the weight of those that came needs', () => {
  const map = new BoundedMap<string, string>(10, (value) => value.length);
  map.set('a', 'xxxx');
  map.set('b', 'xxxx');
  map.set('b', 'xxx');
  map.set('c', 'xxx');
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['xxxx', 'xxx', 'xxx']);
  map.set('d', 'xxxxxx');
  expect([map.get('a'), map.get('b'), map.get('c'), map.get('d')]).toEqual([undefined, undefined, 'xxx', 'xxxxxx']);
  map.set('e', 'x'.repeat(11));
  expect([map.get('c'), map.get('d'), map.get('e')]).toEqual([undefined, undefined, undefined]);
});
