// Rules for passwords, user names and e-mail addresses.
import { describe, expect, test } from 'vitest';
import { DEFAULT_POLICY, emailProblem, passwordRules, usernameProblem } from './password-rules.ts';

const broken = (password: string, policy = DEFAULT_POLICY, username = 'somebody') =>
  passwordRules(password, policy, username)
    .filter((rule) => !rule.isKept)
    .map((rule) => rule.key);

describe('passwords', () => {
  test('without a policy of its own a portal wants 8 characters with a letter and a digit', () => {
    expect(broken('abcdefg1')).toEqual([]);
    expect(broken('abc1')).toEqual(['sign-in.rule.length']);
    expect(broken('12345678')).toEqual(['sign-in.rule.letter']);
    expect(broken('abcdefgh')).toEqual(['sign-in.rule.digit']);
  });

  test('an empty password keeps no rule that applies', () => {
    expect(broken('')).toEqual(['sign-in.rule.length', 'sign-in.rule.letter', 'sign-in.rule.digit', 'sign-in.rule.not-username']);
  });

  test('every minimum of a policy counts', () => {
    const policy = { minLength: 10, minLetter: 3, minUpper: 2, minLower: 1, minDigit: 2, minOther: 1 };
    expect(broken('AbCdef12-x', policy)).toEqual([]);
    expect(broken('abcdef12xx', policy)).toEqual(['sign-in.rule.upper', 'sign-in.rule.other']);
  });

  test('letters of any script are letters', () => {
    expect(broken('كلمةسرية1')).toEqual([]);
  });

  test('a password never equals the user name, whatever the case', () => {
    expect(broken('Somebody1', DEFAULT_POLICY, 'somebody1')).toEqual(['sign-in.rule.not-username']);
  });
});

describe('user names', () => {
  test.each([
    ['', 'sign-in.username-required'],
    ['abc', 'sign-in.username-length'],
    ['a'.repeat(129), 'sign-in.username-length'],
    ['with blank', 'sign-in.username-characters'],
    ['semi;colon', 'sign-in.username-characters'],
    ['ada.lovelace@city_1', undefined],
    [' trimmed_name ', undefined],
  ])('%j', (name, problem) => {
    expect(usernameProblem(name)).toBe(problem);
  });
});

describe('e-mail addresses', () => {
  test.each(['ada@example.org', 'a.b@c.example.museum', 'x@host.123', 'root@localhost'])('%s is one', (address) => {
    expect(emailProblem(address)).toBeUndefined();
  });

  test.each(['ada', 'a@b@c.org', '.a@b.org', 'a.@b.org', 'a..b@c.org', 'a@.b.org', 'a@b', 'a@b.x', 'a b@c.org'])(
    '%s is none',
    (address) => {
      expect(emailProblem(address)).toBe('sign-in.email-wrong');
    },
  );
});
