import { describe, expect, it } from 'vitest';
import { translateDatabaseError } from './errors.ts';

describe('what the database refuses', () => {
  it.each([
    ['57014', 'QUERY_TIMED_OUT', /^Ask for less /],
    ['22021', 'INVALID_REQUEST', /^Remove null characters /],
    ['22P05', 'INVALID_REQUEST', /^Remove null characters /],
  ])('with %s is told as %s, with what to do', (state, code, advice) => {
    const refuse = (): never => translateDatabaseError(Object.assign(new Error('text of the database'), { code: state }));
    expect(refuse).toThrow(expect.objectContaining({ code, details: [expect.stringMatching(advice)] }));
  });

  it('passes on what nobody asked for', () => {
    const fault = Object.assign(new Error('broken'), { code: 'XX000' });
    expect(() => translateDatabaseError(fault)).toThrow(fault);
  });
});
