// troubleshoot.html: what to do when signing in does not work.
import { forgotPassword } from '@graticule/contract/community/users';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { paths } from '../../paths.ts';
import { ReadingPage } from '../../ui/ReadingPage.tsx';

const TOPICS = ['spelling', 'locked', 'cookies', 'admin'] as const;

/** Four things to try, in the order of how often they help. */
export function TroubleshootPage() {
  const t = useTranslate();
  usePageTitle(t('sign-in.help.title'));
  return (
    <ReadingPage title={t('sign-in.help.title')}>
      {TOPICS.map((topic) => (
        <section key={topic}>
          <Title order={2} size="h4">
            {t(`sign-in.help.${topic}.title`)}
          </Title>
          <Text mt={6}>{t(`sign-in.help.${topic}`)}</Text>
        </section>
      ))}
      <AskForPassword />
      <Button component={Link} to={paths.signIn()}>
        {t('shell.sign-in')}
      </Button>
    </ReadingPage>
  );
}

/** A link comes by mail, or the administrators are told where the portal sends none. Whether there is such an account is told to nobody. */
function AskForPassword() {
  const t = useTranslate();
  const words = useErrorWords();
  const { sendsMail = false } = useSession().portal;
  const [username, setUsername] = useState('');
  const asking = useMutation({ mutationFn: () => call(forgotPassword, { username: username.trim() }, { quiet: true }) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (username.trim() !== '') asking.mutate();
      }}
    >
      <Title order={2} size="h4">
        {t('sign-in.help.ask')}
      </Title>
      <Text mt={6}>{t(sendsMail ? 'sign-in.help.ask-mail' : 'sign-in.help.ask-text')}</Text>
      <Group mt="sm" gap="sm" align="flex-end">
        <TextInput
          label={t('sign-in.username')}
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={asking.isPending} disabled={username.trim() === ''}>
          {t('sign-in.help.ask')}
        </Button>
      </Group>
      <Text mt={6} size="sm" aria-live="polite">
        {asking.isSuccess && t(sendsMail ? 'sign-in.help.asked-mail' : 'sign-in.help.asked')}
        {asking.error && words(asking.error).text}
      </Text>
    </form>
  );
}
