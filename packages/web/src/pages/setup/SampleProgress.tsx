// How far the sample maps are, until they are all there.
import { sampleStatus } from '@graticule/contract/portals/portals';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { PaperPage } from '../../ui/PaperPage.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';

/** Asks every second; the page may be left at any time, the work goes on. */
export function SampleProgress({ onReady }: { onReady: () => void }) {
  const t = useTranslate();
  const { data } = useQuery({
    queryKey: ['sample-status'],
    queryFn: () => call(sampleStatus, { portal: 'self' }),
    refetchInterval: (query) => (query.state.data && query.state.data.status !== 'processing' ? false : 1000),
    staleTime: 0,
  });
  const isOver = data !== undefined && data.status !== 'processing';
  useEffect(() => {
    if (isOver) onReady();
  }, [isOver, onReady]);
  const share = data && data.total > 0 ? data.done / data.total : undefined;

  return (
    <PaperPage
      title={t(isOver ? 'setup.samples.ready' : 'setup.samples.title')}
      intro={t(isOver ? 'setup.samples.ready-text' : 'setup.samples.text')}
      isWide
    >
      {data?.status === 'failed' ? (
        <Alert color="vermilion" mt="lg">
          {t('setup.samples.failed')} {data.statusMessage}
        </Alert>
      ) : (
        <>
          <ShareBar label={t('setup.samples.title')} share={isOver ? 1 : share} size="lg" mt="xl" />
          <Text size="sm" c="dimmed" mt="xs" className="tabular" aria-live="polite">
            {data && data.total > 0 && t('setup.samples.count', { done: data.done, total: data.total })}
          </Text>
        </>
      )}
      <Group mt="xl">
        <Button component={Link} to={paths.home()} variant={isOver ? 'filled' : 'default'}>
          {t('setup.go-home')}
        </Button>
      </Group>
    </PaperPage>
  );
}
