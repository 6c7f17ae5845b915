// The sign-in page.
import { invitationInfo } from '@graticule/contract/community/invitations';
import { Alert, Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { destinationAfterSignIn } from '../../api/after-sign-in.ts';
import { toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { type Session, startSession, useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { arrivalMessage, failureMessage, missingMessage } from '../../people/sign-in-messages.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';

/** User name, password, remember me; then on to where the visitor wanted to go. */
export function SignInPage() {
  const t = useTranslate();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const session = useSession();
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isPersistent, setPersistent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(() => arrivalMessage(params.get('error')));
  const returnUrl = params.get('returnUrl');
  const invitation = params.get('invitation');
  const { data: invited } = useQuery({
    queryKey: [...keys.invitation(invitation ?? ''), 'new'],
    queryFn: () => call(invitationInfo, { invitationId: invitation ?? '' }, { quiet: true }),
    enabled: invitation !== null,
    retry: false,
  });
  // With an invitation its choices come next, whoever signs in.
  const destination = (signedIn: Session): string =>
    invitation === null ? destinationAfterSignIn(signedIn, returnUrl, window.location.origin) : paths.acceptInvite({ invitation });
  usePageTitle(t('sign-in.title'));

  useEffect(() => nameField.current?.focus(), []);

  const goOn = (to: string) => {
    // Pages of the server, such as the authorize page of OAuth, are outside the router.
    if (to.startsWith('/home/')) void navigate(to, { replace: true });
    else window.location.replace(to);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingMessage(username, password) ?? (mayNotSend(session.portal.allSSL) ? 'sign-in.insecure' : undefined);
    setProblem(missing);
    if (missing) return (username.trim() === '' ? nameField : passwordField).current?.focus();
    if (!navigator.cookieEnabled) return setProblem('sign-in.cookies-required');
    setBusy(true);
    try {
      goOn(destination(await startSession(username.trim(), password, isPersistent)));
    } catch (error) {
      setProblem(failureMessage(toApiError(error)));
      setBusy(false);
      passwordField.current?.select();
    }
  };

  if (session.user && !isBusy)
    return <AlreadySignedIn name={session.user.fullName || session.user.username} onGoOn={() => goOn(destination(session))} />;
  return (
    <PaperPage title={t('sign-in.title')} intro={t('sign-in.intro', { portal: invited?.account.name ?? session.portal.name })}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md" mt="lg">
          <div aria-live="polite">
            {problem && (
              <Alert color="vermilion" variant="light">
                {t(problem)}{' '}
                {problem === 'sign-in.failed' && (
                  <Anchor component={Link} to={paths.troubleshoot()} inherit>
                    {t('sign-in.need-help')}
                  </Anchor>
                )}
              </Alert>
            )}
          </div>
          <TextInput
            ref={nameField}
            label={t('sign-in.username')}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            ref={passwordField}
            label={t('sign-in.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Checkbox label={t('sign-in.remember')} checked={isPersistent} onChange={(event) => setPersistent(event.currentTarget.checked)} />
          <Button type="submit" size="md" disabled={isBusy}>
            {t(isBusy ? 'sign-in.submitting' : 'sign-in.submit')}
          </Button>
          <Anchor component={Link} to={paths.troubleshoot()} size="sm" ta="center">
            {t('sign-in.need-help')}
          </Anchor>
          {(invited !== undefined || !session.portal.disableSignup) && (
            <Anchor
              component={Link}
              to={paths.createAccount({ invitation: invitation ?? undefined, returnUrl: returnUrl ?? undefined })}
              size="sm"
              ta="center"
            >
              {t('sign-in.create-account')}
            </Anchor>
          )}
        </Stack>
      </form>
    </PaperPage>
  );
}

function AlreadySignedIn({ name, onGoOn }: { name: string; onGoOn: () => void }) {
  const t = useTranslate();
  return (
    <PaperPage title={t('sign-in.title')} intro={t('sign-in.already', { name })}>
      <Button mt="lg" fullWidth onClick={onGoOn}>
        {t('sign-in.go-on')}
      </Button>
    </PaperPage>
  );
}

/** A portal that demands encryption never gets a password over a connection without it. @source AC-168 */
function mayNotSend(allSsl: boolean): boolean {
  return allSsl && !window.isSecureContext;
}
