// The fields of a new account; makes it, signs in, and accepts the invitation.
import type { InvitationInfo } from '@graticule/contract/community/invitations';
import { checkUsernames } from '@graticule/contract/community/users';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { destinationAfterSignIn } from '../../api/after-sign-in.ts';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { PasswordTwice } from '../../people/PasswordTwice.tsx';
import { passwordRules } from '../../people/password-rules.ts';
import { UsernameInput } from '../../people/UsernameInput.tsx';
import { usePasswordPolicy } from '../../people/use-password-policy.ts';
import { NameFields } from './AccountFormFields.tsx';
import { type AccountFields, accountProblems } from './account-problems.ts';
import { createAccount } from './create-account.ts';
import { invitationNotice, signUpNotice } from './invitation-messages.ts';

interface Props {
  invitation: InvitationInfo | undefined;
  /** Where cancelling leads. */
  cancel: string;
  returnUrl: string | null;
}

/** An invited address cannot be changed: the portal takes no other. */
export function AccountForm({ invitation, cancel, returnUrl }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const session = useSession();
  const policy = usePasswordPolicy();
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(() => fieldsOf(invitation));
  const [takenName, setTakenName] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const rules = passwordRules(fields.password, policy, fields.username);
  const problems = accountProblems(
    fields,
    rules.every((rule) => rule.isKept),
    takenName,
  );
  const isAddressFixed = invitation?.email != null;
  const field = (name: keyof AccountFields) => ({
    name,
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [name]: event.currentTarget.value }),
    error: (isTried || (name === 'username' && takenName === fields.username)) && problems[name] ? t(problems[name]) : undefined,
  });
  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();

  const checkName = async () => {
    const name = fields.username.trim();
    if (name.length < 6) return;
    const reply = await call(checkUsernames, { usernames: [name] }, { quiet: true }).catch(() => undefined);
    setTakenName(reply && reply.usernames[0]?.suggested !== name ? name : undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setFailure(undefined);
    const [first] = Object.keys(problems);
    if (first) return focus(first);
    setBusy(true);
    try {
      const created = await createAccount(fields, invitation, session.user !== undefined);
      if ('waits' in created) return navigate(paths.acceptInvite({ invitation: invitation?.id ?? '' }), { replace: true });
      if ('session' in created)
        return navigate(destinationAfterSignIn(created.session, returnUrl, window.location.origin), { replace: true });
      const failed = toApiError(created.notAccepted);
      setFailure(t(invitationNotice(failed, 'create-account', invitation?.mustApprove).key, { message: failed.message }));
      setBusy(false);
    } catch (error) {
      const notice = signUpNotice(toApiError(error));
      setFailure(t(notice.key));
      if (notice.field === 'email' && !isAddressFixed) setFields({ ...fields, email: '', emailAgain: '' });
      if (notice.field) focus(notice.field);
      setBusy(false);
    }
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md" mt="lg">
        {failure !== undefined && (
          <Alert color="vermilion" role="alert">
            {failure}
          </Alert>
        )}
        {invitation && <Text size="sm">{t('invitations.consequences', { name: invitation.account.name })}</Text>}
        {invitation?.mustApprove && <Alert color="ochre">{t('invitations.will-wait', { name: invitation.account.name })}</Alert>}
        <NameFields field={field} isAddressFixed={isAddressFixed} />
        <UsernameInput label={t('sign-in.username')} onBlur={() => void checkName()} {...field('username')} />
        <PasswordTwice
          password={{ label: t('sign-in.password'), ...field('password') }}
          again={{ label: t('invitations.password-again'), ...field('again') }}
          rules={rules}
        />
        <Button type="submit" size="md" disabled={isBusy}>
          {t(isBusy ? 'invitations.creating' : 'invitations.create-account')}
        </Button>
        <Button component={Link} to={cancel} variant="subtle" color="gray">
          {t('shell.cancel')}
        </Button>
      </Stack>
    </form>
  );
}

function fieldsOf(invitation: InvitationInfo | undefined): AccountFields {
  const [first = '', ...rest] = (invitation?.fullName ?? '').split(/\s+/);
  const email = invitation?.email ?? '';
  return {
    firstname: first,
    lastname: rest.join(' '),
    email,
    emailAgain: email,
    username: invitation?.username ?? '',
    password: '',
    again: '',
  };
}
