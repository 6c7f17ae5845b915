// support.html: what the portal is for and where things are.
import { Anchor, Text, Title } from '@mantine/core';
import { useTranslate } from '../../language/use-language.ts';
import { usePageTitle } from '../../language/use-page-title.ts';
import { ReadingPage } from '../../ui/ReadingPage.tsx';

const TOPICS = ['find', 'add', 'share', 'api'] as const;

/** A short guide. */
export function HelpPage() {
  const t = useTranslate();
  usePageTitle(t('home.help'));
  return (
    <ReadingPage title={t('home.help')} intro={t('home.help.intro')}>
      {TOPICS.map((topic) => (
        <section key={topic}>
          <Title order={2} size="h4">
            {t(`home.help.${topic}.title`)}
          </Title>
          <Text mt={6}>{t(`home.help.${topic}`)}</Text>
          {topic === 'api' && (
            <Anchor href="/rest/services?f=html" mt={6} display="inline-block">
              {t('home.help.api.link')}
            </Anchor>
          )}
        </section>
      ))}
    </ReadingPage>
  );
}
