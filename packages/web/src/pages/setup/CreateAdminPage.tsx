// createadmin.html: the first administrator, made once with the code from the link that the server printed.
import { createInitialAdmin } from '@graticule/contract/community/users';
import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { hasAdministrator } from '../../api/has-administrator.ts';
import { keys } from '../../api/keys.ts';
import { startSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { PasswordTwice } from '../../people/PasswordTwice.tsx';
import { emailProblem, passwordRules, usernameProblem } from '../../people/password-rules.ts';
import { UsernameInput } from '../../people/UsernameInput.tsx';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { StatePage } from '../../ui/StatePage.tsx';

const EMPTY = { setupCode: '', fullName: '', email: '', username: '', password: '', again: '' };
type Fields = typeof EMPTY;

/** Says so when there is an administrator already; else the form. */
export function CreateAdminPage() {
  const t = useTranslate();
  usePageTitle(t('setup.admin.title'));
  const { data: exists, isPending } = useQuery({ queryKey: keys.hasAdministrator, queryFn: hasAdministrator, staleTime: 0 });
  if (isPending) return null;
  if (exists) {
    return (
      <StatePage
        title={t('setup.admin.exists.title')}
        text={t('setup.admin.exists')}
        action={{ label: t('shell.sign-in'), to: paths.signIn() }}
      />
    );
  }
  return <AdminForm />;
}

function AdminForm() {
  const t = useTranslate();
  const words = useErrorWords();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const policy = usePasswordPolicy();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<Fields>({ ...EMPTY, setupCode: params.get('code') ?? '' });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const rules = passwordRules(fields.password, policy, fields.username);
  const problems = findProblems(
    fields,
    rules.every((rule) => rule.isKept),
  );
  const hasCode = params.get('code') !== null;

  const field = (name: keyof Fields) => ({
    name,
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
    error: isTried && problems[name] ? t(problems[name]) : undefined,
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    const [first] = Object.keys(problems);
    if (first) return form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    setBusy(true);
    try {
      const { setupCode, username, password, email, fullName } = fields;
      const person = { username: username.trim(), password, email: email.trim(), fullName: fullName.trim() };
      await call(createInitialAdmin, { setupCode: setupCode.trim(), ...person });
      await startSession(person.username, password, false);
      await navigate(paths.setup(), { replace: true });
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <PaperPage title={t('setup.admin.title')} intro={t('setup.admin.intro')}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md" mt="lg">
          {failure !== undefined && (
            <Alert color="vermilion" role="alert">
              {[words(failure).text, ...words(failure).details].join(' ')}
            </Alert>
          )}
          {!hasCode && (
            <TextInput
              label={t('setup.admin.code')}
              description={t('setup.admin.code-hint')}
              {...field('setupCode')}
              autoComplete="off"
              dir="ltr"
            />
          )}
          {hasCode && isTried && problems.setupCode && <Alert color="vermilion">{t(problems.setupCode)}</Alert>}
          <TextInput label={t('setup.admin.full-name')} {...field('fullName')} autoComplete="name" data-autofocus />
          <TextInput label={t('setup.admin.email')} {...field('email')} type="email" autoComplete="email" dir="ltr" />
          <UsernameInput label={t('sign-in.username')} {...field('username')} />
          <PasswordTwice
            password={{ label: t('sign-in.password'), ...field('password') }}
            again={{ label: t('setup.admin.again'), ...field('again') }}
            rules={rules}
          />
          <Button type="submit" size="md" loading={isBusy}>
            {t('setup.admin.submit')}
          </Button>
        </Stack>
      </form>
    </PaperPage>
  );
}

/** Message of each field that is not right, in the order of the form. */
function findProblems(
  fields: Fields,
  isPasswordGood: boolean,
): Partial<Record<keyof Fields, Parameters<ReturnType<typeof useTranslate>>[0]>> {
  const all = {
    setupCode: fields.setupCode.trim() === '' ? ('setup.admin.code-required' as const) : undefined,
    fullName: fields.fullName.trim() === '' ? ('setup.admin.full-name-required' as const) : undefined,
    email: emailProblem(fields.email),
    username: usernameProblem(fields.username),
    password: isPasswordGood ? undefined : ('setup.admin.password-weak' as const),
    again: fields.again === fields.password ? undefined : ('setup.admin.again-differs' as const),
  };
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem !== undefined));
}
