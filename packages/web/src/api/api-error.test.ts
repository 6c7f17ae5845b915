// Which faults may pass by themselves.
import { expect, test } from 'vitest';
import { ApiError, mayPass } from './api-error.ts';

test.each([
  [new ApiError(0, 'offline'), true],
  [new ApiError(429, 'busy'), true],
  [new ApiError(498, 'session over'), true],
  [new ApiError(500, 'fault'), true],
  [new ApiError(504, 'slow'), true],
  [new TypeError('a fault of the page'), true],
  [new ApiError(400, 'unreadable'), false],
  [new ApiError(403, 'not yours'), false],
  [new ApiError(413, 'too large'), false],
])('%s may pass: %s', (error, passes) => {
  expect(mayPass(error)).toBe(passes);
});
