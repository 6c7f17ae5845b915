// Passwords made for new members.
import { expect, test } from 'vitest';
import { newPassword } from './new-password.ts';
import { DEFAULT_POLICY, passwordRules } from './password-rules.ts';

test('a made password keeps the policy it was made for, and no two are alike', () => {
  const strict = { minLength: 20, minLetter: 12, minUpper: 4, minLower: 6, minDigit: 4, minOther: 3 };
  const made = new Set<string>();
  for (const policy of [DEFAULT_POLICY, strict]) {
    for (let i = 0; i < 50; i++) {
      const password = newPassword(policy);
      expect(passwordRules(password, policy, 'somebody').filter((rule) => !rule.isKept)).toEqual([]);
      made.add(password);
    }
  }
  expect(made.size).toBe(100);
});
