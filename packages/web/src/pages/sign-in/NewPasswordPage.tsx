// newpassword.html: where the link of a mail leads; the account's person chooses a new password.
import { resetPassword } from '@graticule/contract/community/users';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { PasswordTwice } from '../../people/PasswordTwice.tsx';
import { passwordRules } from '../../people/password-rules.ts';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';

/** What the portal says of a code that opens nothing. */
const GONE = 'This link has been used or is too old. Ask for a new one.';

/** The code stands behind `#`, and is taken out of the address at once, so that it stays neither on the screen nor in the history. */
export function NewPasswordPage() {
  const t = useTranslate();
  const [params] = useSearchParams();
  const { hash } = useLocation();
  const [code] = useState(() => hash.slice(1));
  const [isDone, setDone] = useState(false);
  const [isGone, setGone] = useState(code === '');
  const username = params.get('user') ?? '';
  usePageTitle(t('sign-in.new-password.title'));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  if (isDone)
    return (
      <StatePage
        title={t('sign-in.new-password.done')}
        text={t('sign-in.new-password.done-text')}
        action={{ label: t('shell.sign-in'), to: paths.signIn() }}
      />
    );
  if (isGone || username === '')
    return (
      <StatePage
        title={t('sign-in.new-password.gone')}
        text={t('sign-in.new-password.gone-text')}
        action={{ label: t('sign-in.help.ask'), to: paths.troubleshoot() }}
      />
    );
  return <NewPasswordForm username={username} code={code} onDone={() => setDone(true)} onGone={() => setGone(true)} />;
}

interface Props {
  username: string;
  code: string;
  onDone: () => void;
  onGone: () => void;
}

function NewPasswordForm({ username, code, onDone, onGone }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const policy = usePasswordPolicy();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const rules = passwordRules(password, policy, username);
  const isGood = rules.every((rule) => rule.isKept);
  const change = useMutation({
    mutationFn: () => call(resetPassword, { username, code, newPassword: password }, { quiet: true }),
    onSuccess: onDone,
    onError: (error) => {
      if (toApiError(error).message === GONE) onGone();
    },
  });
  const failure = change.error ? words(change.error) : undefined;
  return (
    <PaperPage title={t('sign-in.new-password.title')} intro={t('sign-in.new-password.text', { username })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isGood && password === again) change.mutate();
        }}
      >
        <Stack gap="md" mt="lg">
          {failure && (
            <Alert color="vermilion" role="alert">
              {[failure.text, ...failure.details].join(' ')}
            </Alert>
          )}
          {/* password managers look for the name that goes with a new password */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <PasswordTwice
            password={{
              label: t('sign-in.new-password.label'),
              value: password,
              onChange: (event) => setPassword(event.currentTarget.value),
            }}
            again={{
              label: t('sign-in.new-password.again'),
              value: again,
              error: again !== '' && again !== password ? t('sign-in.new-password.differs') : undefined,
              onChange: (event) => setAgain(event.currentTarget.value),
            }}
            rules={rules}
          />
          <Button type="submit" size="md" loading={change.isPending} disabled={!isGood || password !== again}>
            {t('sign-in.new-password.save')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('sign-in.new-password.ends')}
          </Text>
        </Stack>
      </form>
    </PaperPage>
  );
}
