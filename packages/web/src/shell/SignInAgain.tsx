// Asks a member whose session has ended for the password, over the page, which keeps what was typed.
import { Alert, Button, Checkbox, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { leaveSession, renewSession } from '../api/session.ts';
import type { Loss } from '../api/session-loss.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { failureMessage } from '../people/sign-in-messages.ts';
import { useFocusBack } from '../ui/focus-back.ts';

/** What was refused is sent again once the person is signed in. */
export function SignInAgain({ loss }: { loss: Loss }) {
  useFocusBack();
  const t = useTranslate();
  const [password, setPassword] = useState('');
  const [isPersistent, setPersistent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ReturnType<typeof failureMessage>>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setProblem('sign-in.password-required');
    setBusy(true);
    setProblem(undefined);
    try {
      await renewSession(loss.username, password, isPersistent);
      loss.settle(true);
    } catch (error) {
      setProblem(failureMessage(toApiError(error)));
      setBusy(false);
    }
  };
  const leave = () => {
    loss.settle(false);
    void leaveSession(paths.home());
  };

  return (
    <Modal
      opened
      onClose={leave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={500}
      title={t('sign-in.again.title')}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="sm">{t('sign-in.again')}</Text>
          {problem && (
            <Alert color="vermilion" variant="light" role="alert">
              {t(problem)}
            </Alert>
          )}
          <TextInput label={t('sign-in.username')} name="username" autoComplete="username" readOnly value={loss.username} dir="ltr" />
          <PasswordInput
            data-autofocus
            label={t('sign-in.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            visibilityToggleButtonProps={{ 'aria-label': t('sign-in.show-password') }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Checkbox label={t('sign-in.remember')} checked={isPersistent} onChange={(event) => setPersistent(event.currentTarget.checked)} />
          <Group justify="flex-end">
            <Button variant="default" onClick={leave} disabled={isBusy}>
              {t('sign-in.again.leave')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('sign-in.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
