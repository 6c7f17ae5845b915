// Names of services made from titles.
import { expect, test } from 'vitest';
import { serviceName } from './publish-layer.ts';

test('CO-169 blanks of the title become underscores', () => {
  expect(serviceName('Trees of the  city')).toBe('Trees_of_the_city');
});

test('what a service name may not hold is dropped, and it never begins with a digit', () => {
  expect(serviceName('Roads (2024) – draft!')).toBe('Roads_2024__draft');
  expect(serviceName('2024 roads')).toBe('_2024_roads');
  expect(serviceName('مدن')).toBe('مدن');
});
