// Which faults may pass by themselves.
import { ERROR_KINDS } from '@graticule/contract/errors';
import { expect, test } from 'vitest';
import { ApiError, CODES_OF_WORDS, errorInReply, mayPass } from './api-error.ts';

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

test('what services refuse without a message code is known by its words, which are those of the portal', () => {
  for (const [message, messageCode] of Object.entries(CODES_OF_WORDS)) {
    expect(errorInReply({ error: { code: 403, message, details: [] } })).toMatchObject({ messageCode });
    const kinds = Object.values(ERROR_KINDS).filter((kind) => kind.text === message);
    expect(kinds.map((kind) => kind.messageCode)).toEqual([messageCode]);
  }
  expect(errorInReply({ error: { code: 403, message: 'Something else.', details: [] } })?.messageCode).toBeUndefined();
});
