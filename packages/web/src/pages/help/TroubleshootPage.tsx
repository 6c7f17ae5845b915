// troubleshoot.html: what to do when signing in does not work.
import { Button, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
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
      <Button component={Link} to={paths.signIn()}>
        {t('shell.sign-in')}
      </Button>
    </ReadingPage>
  );
}
