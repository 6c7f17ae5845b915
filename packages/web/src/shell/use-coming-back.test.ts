// Missing code is told from other faults, in the words of each browser.
import { expect, test } from 'vitest';
import { isUnloaded } from './use-coming-back.ts';

test.each([
  'Failed to fetch dynamically imported module: http://portal/home/assets/GroupsPage-1.js',
  'error loading dynamically imported module: http://portal/home/assets/GroupsPage-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /home/assets/GroupsPage-1.css',
])('%s', (message) => {
  expect(isUnloaded(new TypeError(message))).toBe(true);
});

test('a fault of the code itself does not go away with a connection', () => {
  expect(isUnloaded(new TypeError('t.map is not a function'))).toBe(false);
  expect(isUnloaded(undefined)).toBe(false);
});
