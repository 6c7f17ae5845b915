// Whether something would be lost with the page, and leaving it without another question.
import { expect, test, vi } from 'vitest';
import { hasUnfinishedWork, leaveUnasked } from './unfinished-work.ts';

test('is told by those who would have the browser ask, until the person was asked', () => {
  expect(hasUnfinishedWork()).toBe(false);
  const warn = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('beforeunload', warn);
  expect(hasUnfinishedWork()).toBe(true);
  leaveUnasked();
  expect(hasUnfinishedWork()).toBe(false);
  expect(warn).toHaveBeenCalledTimes(1);
});
