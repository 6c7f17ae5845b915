import { expect, it } from 'vitest';
import { noRoom } from './no-room.ts';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

it('a full disk is told apart by whose it is, also as the cause of something else', () => {
  expect(noRoom(withCode('ENOSPC'))).toBe('The disk of the server is full.');
  expect(noRoom(Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode: 13 }))).toBe('The disk of the server is full.');
  expect(noRoom(Object.assign(withCode('ERR_SQLITE_ERROR'), { errcode: 11 }))).toBeUndefined();
  expect(noRoom(new Error('could not write', { cause: withCode('53100') }))).toBe('The disk of the database is full.');
});

it('nothing else is a full disk', () => {
  const ring: Error & { cause?: unknown } = new Error('x');
  ring.cause = ring;
  for (const error of [withCode('ENOENT'), ring, undefined, 'ENOSPC', null]) expect(noRoom(error)).toBeUndefined();
});
