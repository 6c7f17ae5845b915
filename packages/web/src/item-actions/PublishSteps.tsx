// Publishing step by step: what the file holds, a name, the progress, the finished layer.
import type { Item } from '@graticule/contract/content/item';
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { Alert, Button, Group, Progress, Skeleton, Text, TextInput } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { useFormat, useSentences, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { AnalysisPreview } from './AnalysisPreview.tsx';
import { analyze, type PublishedLayer, publish, type Reading } from './publish-layer.ts';
import { ReadingChoices } from './ReadingChoices.tsx';

type Source = Pick<Item, 'id' | 'owner' | 'type' | 'title'>;

/** Begins by looking at the file. */
export function PublishSteps({ item }: { item: Source }) {
  const t = useTranslate();
  const words = useErrorWords();
  const [reading, setReading] = useState<Reading>({});
  const analysis = useQuery({
    queryKey: [...keys.itemPart(item.id, 'analysis'), reading],
    queryFn: () => analyze(item, reading),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (analysis.error) {
    return (
      <Alert color="vermilion" title={t('item.publish.unreadable')}>
        {[words(analysis.error).text, ...words(analysis.error).details].join(' ')} {t('item.publish.kept')}
      </Alert>
    );
  }
  if (!analysis.data) {
    return (
      <div aria-busy>
        <Text size="sm" c="dimmed" mb="sm">
          {t('item.publish.analyzing')}
        </Text>
        <Skeleton height={140} />
      </div>
    );
  }
  return (
    <Publishing
      item={item}
      analysis={analysis.data}
      reading={reading}
      onRead={(changes) => setReading({ ...reading, ...changes })}
      isReading={analysis.isPlaceholderData}
    />
  );
}

interface PublishingProps {
  item: Source;
  analysis: AnalyzeReply;
  reading: Reading;
  onRead: (changes: Reading) => void;
  /** The file is being read again, as the person said. */
  isReading: boolean;
}

function Publishing({ item, analysis, reading, onRead, isReading }: PublishingProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const [title, setTitle] = useState(item.title);
  const [status, setStatus] = useState<ItemStatus>();
  const work = useMutation({
    mutationFn: () => publish(item, analysis, title, setStatus),
    onSettled: () => client.invalidateQueries({ queryKey: keys.items, predicate: (query) => !query.queryKey.includes('analysis') }),
  });
  const needsSystem = analysis.publishParameters.needsSpatialReference === true;
  if (work.data) return <Finished layer={work.data} />;
  return (
    <>
      <AnalysisPreview analysis={analysis} title={item.title} />
      {!work.isPending && <ReadingChoices analysis={analysis} reading={reading} onRead={onRead} />}
      {work.error && (
        <Alert color="vermilion" mt="md" role="alert">
          {[words(work.error).text, ...words(work.error).details].join(' ')}
        </Alert>
      )}
      {work.isPending ? (
        <div aria-live="polite">
          <Progress value={status?.percent ?? 100} animated mt="lg" aria-label={t('item.publish.working')} />
          <Text size="sm" c="dimmed" mt={6}>
            {status?.statusMessage || t('item.publish.working')}
          </Text>
        </div>
      ) : (
        <Group align="flex-end" mt="lg">
          <TextInput
            label={t('item.publish.name')}
            value={title}
            maxLength={120}
            style={{ flex: 1 }}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <Button onClick={() => work.mutate()} loading={isReading} disabled={title.trim() === '' || needsSystem}>
            {t('item.publish.submit')}
          </Button>
        </Group>
      )}
    </>
  );
}

function Finished({ layer }: { layer: PublishedLayer }) {
  const t = useTranslate();
  const format = useFormat();
  const { reports } = layer;
  const loaded = reports.reduce((sum, report) => sum + report.featuresLoaded, 0);
  const refused = reports.reduce((sum, report) => sum + report.rowsRefused, 0);
  const say = useSentences();
  const problems = reports.flatMap((report) => report.problems);
  return (
    <Alert color="lichen" icon={<IconCircleCheck aria-hidden />} title={t('item.publish.done')} role="status">
      {reports.length > 0 && <Text size="sm">{t('item.publish.loaded', { count: loaded, shown: format.number(loaded) })}</Text>}
      {refused > 0 && (
        <details>
          <summary>{t('item.publish.refused', { count: refused, shown: format.number(refused) })}</summary>
          <ul>
            {problems.slice(0, 50).map((problem) => (
              <li key={`${problem.row}${problem.reason}`}>{t('item.publish.row', { row: problem.row, reason: say(problem.said) })}</li>
            ))}
          </ul>
        </details>
      )}
      <Group mt="sm">
        <Button component={Link} to={paths.mapViewer({ layers: layer.itemId })} size="xs">
          {t('item.open-map')}
        </Button>
        <Button component={Link} to={paths.item(layer.itemId)} size="xs" variant="default">
          {t('item.publish.see-layer')}
        </Button>
      </Group>
    </Alert>
  );
}
