// The list of rules under a field for a new password.
import { IconCheck, IconPoint } from '@tabler/icons-react';
import { useTranslate } from '../language/use-language.ts';
import classes from './PasswordRules.module.css';
import type { PasswordRule } from './password-rules.ts';

/** Each rule is marked as soon as it is kept. */
export function PasswordRules({ rules }: { rules: readonly PasswordRule[] }) {
  const t = useTranslate();
  return (
    <ul className={classes.rules}>
      {rules.map((rule) => (
        <li key={rule.key} data-kept={rule.isKept || undefined}>
          {rule.isKept ? <IconCheck size={14} aria-hidden /> : <IconPoint size={14} aria-hidden />}
          {t(rule.key, { count: rule.count })}
        </li>
      ))}
    </ul>
  );
}
