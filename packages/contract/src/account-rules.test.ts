import { describe, expect, it } from 'vitest';
import { isEmail, passwordFaults, usernameFault } from './account-rules.ts';

describe('passwordFaults', () => {
  it.each([
    ['abcdefg1', 'someone', []],
    ['abc1', 'someone', ['minLength']],
    ['abcdefgh', 'someone', ['minDigit']],
    ['12345678', 'someone', ['minLetter']],
    ['Someone1', 'sOMEONE1', ['equalsUsername']],
    ['', 'someone', ['minLength', 'minLetter', 'minDigit']],
    [`a1${'x'.repeat(127)}`, 'someone', ['maxLength']],
    ['пароль123', 'someone', []],
  ])('judges %j of %s', (password, username, faults) => {
    expect(passwordFaults(password, username)).toEqual(faults);
  });

  it('checks each minimum of a policy', () => {
    const policy = { minLength: 10, minLetter: 3, minUpper: 2, minLower: 1, minDigit: 2, minOther: 1 };
    expect(passwordFaults('abc1', 'x', policy)).toEqual(['minLength', 'minUpper', 'minDigit', 'minOther']);
    expect(passwordFaults('ABcdefg12!', 'x', policy)).toEqual([]);
  });
});

describe('usernameFault', () => {
  it.each([
    ['', 'required'],
    ['abcde', 'length'],
    ['abcdef', undefined],
    ['a@b_c.d', undefined],
    ['ab cdef', 'characters'],
    ["ab'cdef", 'characters'],
    ['x'.repeat(129), 'length'],
  ])('judges %j', (name, fault) => {
    expect(usernameFault(name)).toBe(fault);
  });
});

describe('isEmail', () => {
  it.each([
    ['ada@example.org', true],
    ['ada.l@maps.example.museum', true],
    ['ada@10.0.0.127', true],
    ['ada@example.o', false],
    ['ada@@example.org', false],
    ['ada..l@example.org', false],
    ['.ada@example.org', false],
    ['ada.@example.org', false],
    ['ada@.example.org', false],
    ['ada example.org', false],
  ])('judges %s as %s', (address, valid) => {
    expect(isEmail(address)).toBe(valid);
  });
});
