// Publishing step by step: what the file holds, a name, the progress, the finished layer.
import type { Item } from '@graticule/contract/content/item';
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import type { ItemStatus } from '@graticule/contract/content/user-items';
import { itemType } from '@graticule/contract/item-types/classify';
import { Alert, Anchor, Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { keys } from '../api/keys.ts';
import { renewItems } from '../items/renew-items.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { useStageFocus } from '../ui/stage-focus.ts';
import { AnalysisPreview } from './AnalysisPreview.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { columnsByPart } from './column-faults.ts';
import { FinishedLayer } from './FinishedLayer.tsx';
import { HeldBack, Turn } from './HeldBack.tsx';
import { JobProgress } from './JobProgress.tsx';
import { LayerName } from './LayerName.tsx';
import { MapSketch } from './MapSketch.tsx';
import { PackageSteps } from './PackageSteps.tsx';
import { analyze, publish } from './publish-layer.ts';
import { type PublishStage, usePublishStage } from './publish-stage.ts';
import { choiceNeeded, type PublishTurn, titleToPublish, usePublishTurn, useSkip } from './publish-turn.ts';
import { ReadingChoices } from './ReadingChoices.tsx';
import { ReadingFault } from './ReadingFault.tsx';
import { analysisReading, withFittingKey } from './reading.ts';
import { NOTHING_SAID, type ReadingSteps, sayOfColumn, sayOfFile, sayOfKey, takeLastBack } from './reading-steps.ts';
import { useFreeName } from './use-free-name.ts';
import { type GivenUp, useWatchedJob } from './use-given-up.ts';

type Source = Pick<Item, 'id' | 'owner' | 'type' | 'title'>;

interface Props {
  item: Source;
  onStage?: ((stage: PublishStage) => void) | undefined;
  /** Several files are published together. */
  turn?: PublishTurn | undefined;
}

/** A package of tiles is published as it is; of other files it is looked at first what they hold. */
export function PublishSteps(props: Props) {
  return itemType(props.item.type).publishAs === 'vectorTilePackage' ? <PackageSteps {...props} /> : <FileSteps {...props} />;
}

/** What is said about the file and the layer is kept while the file is read again, and when it cannot be read that way. */
function FileSteps({ item, onStage, turn }: Props) {
  const t = useTranslate();
  const [steps, setSteps] = useState(NOTHING_SAID);
  const [title, setTitle] = useState(item.title);
  const asked = analysisReading(steps.reading);
  const analysis = useQuery({
    queryKey: [...keys.itemPart(item.id, 'analysis'), asked],
    queryFn: () => analyze(item, asked),
    placeholderData: keepPreviousData,
    retry: false,
  });
  // the first look at the file names all of its sheets or layers
  const whole = useQuery({
    queryKey: [...keys.itemPart(item.id, 'analysis'), analysisReading({})],
    queryFn: () => analyze(item),
    retry: false,
  });
  useSkip(turn, analysis.error !== null && analysis.data === undefined);
  const holder = useStageFocus<HTMLDivElement>(analysis.data ? 'read' : analysis.status);
  return (
    <div ref={holder} tabIndex={-1}>
      {analysis.data ? (
        <Publishing
          item={item}
          analysis={analysis.data}
          steps={steps}
          title={title}
          datasets={datasetNames(whole.data)}
          onSteps={setSteps}
          onTitle={setTitle}
          isReading={analysis.isPlaceholderData}
          onStage={onStage}
          turn={turn}
        />
      ) : analysis.error ? (
        <div data-unkept={steps.backs.length > 0 || undefined}>
          <ReadingFault
            error={analysis.error}
            title={t('item.publish.unreadable')}
            hint={t('item.publish.kept')}
            onRetry={() => void analysis.refetch()}
            onTakeBack={steps.backs.length > 0 ? () => setSteps(takeLastBack) : undefined}
          />
        </div>
      ) : (
        <div aria-busy>
          <Text size="sm" c="dimmed" mb="sm">
            {t('item.publish.analyzing')}
          </Text>
          <Skeleton height={140} />
        </div>
      )}
    </div>
  );
}

interface PublishingProps {
  item: Source;
  analysis: AnalyzeReply;
  steps: ReadingSteps;
  title: string;
  datasets: readonly string[];
  onSteps: (change: (steps: ReadingSteps) => ReadingSteps) => void;
  onTitle: (title: string) => void;
  /** The file is being read again, as the person said. */
  isReading: boolean;
  onStage: Props['onStage'];
  turn: Props['turn'];
}

function Publishing({ item, analysis, steps, title, datasets, onSteps, onTitle, isReading, onStage, turn }: PublishingProps) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const { reading } = steps;
  const { status, isLost, job, watch } = useWatchedJob<ItemStatus>();
  const work = useMutation({
    mutationFn: async (isProposed: boolean) => {
      const watched = watch();
      const as = isProposed ? await titleToPublish(title) : title;
      if (as !== title) onTitle(as);
      return publish(item, analysis, { title: as, reading: withFittingKey(reading, analysis), ...watched });
    },
    onSettled: () => renewItems(client),
  });
  const name = useFreeName(title, work.isPending || work.isSuccess);
  const fileType = itemType(item.type).publishAs ?? '';
  const needsSystem = analysis.publishParameters.needsSpatialReference === true && reading.isTable !== true;
  const isNamed = columnsByPart(analysis, reading).every(({ faults }) => faults.size === 0);
  const choice = choiceNeeded(analysis, reading, fileType);
  const { status: is } = work;
  const asked = usePublishTurn(turn, { status: is, choice, isReading, publish: () => work.mutate(true), giveUp: job.giveUp });
  usePublishStage(is, onStage, asked.isWaiting);
  const holder = useStageFocus<HTMLDivElement>(work.status);
  if (work.data || work.isPending) {
    return (
      <div ref={holder} tabIndex={-1}>
        {work.data ? <FinishedLayer layer={work.data} /> : <Working status={status} isLost={isLost} job={job} />}
      </div>
    );
  }
  const isHeld = asked.isHeld && !job.isOver(work.error) && Boolean(choice || work.error);
  if (asked.isWaiting || isHeld) {
    return (
      <div ref={holder} tabIndex={-1} data-unkept={isHeld || undefined}>
        {isHeld ? <HeldBack title={item.title} choice={choice} error={work.error} onOpen={asked.open} /> : <Turn turn={turn} />}
      </div>
    );
  }
  return (
    <div ref={holder} tabIndex={-1} data-unkept>
      <AnalysisPreview analysis={analysis} title={item.title} map={<MapSketch item={item} analysis={analysis} reading={reading} />} />
      <ReadingChoices
        analysis={analysis}
        fileType={fileType}
        datasets={datasets}
        reading={reading}
        onRead={(changes) => onSteps((before) => sayOfFile(before, changes))}
      />
      <ColumnTable
        analysis={analysis}
        reading={reading}
        onColumn={(of, changes) => onSteps((before) => sayOfColumn(before, of, changes))}
        onKey={(key, dataset) => onSteps((before) => sayOfKey(before, key, dataset))}
      />
      {work.error && !job.isOver(work.error) && (
        <Alert color="vermilion" mt="md" role="alert">
          {[words(work.error).text, ...words(work.error).details].join(' ')}
        </Alert>
      )}
      {job.isOver(work.error) && (
        <Alert color="gray" mt="md" role="status">
          {t('item.publish.given-up')}
        </Alert>
      )}
      <LayerName
        title={title}
        name={name}
        onTitle={onTitle}
        missing={
          (needsSystem || !isNamed) && (
            <Anchor component="button" type="button" size="sm" mb={8} onClick={() => showMissing(holder.current)}>
              {t(needsSystem ? 'item.publish.system-first' : 'item.publish.names-first')}
            </Anchor>
          )
        }
      >
        <Button
          data-stage-focus
          onClick={() => work.mutate(false)}
          loading={isReading}
          disabled={title.trim() === '' || name.isTaken || needsSystem || !isNamed}
        >
          {t('item.publish.submit')}
        </Button>
      </LayerName>
    </div>
  );
}

/** Leads to the answer that is needed before anything can be published. */
function showMissing(holder: HTMLElement | null) {
  const box = holder?.querySelector<HTMLElement>('[data-missing]');
  const folded = box?.closest('details');
  if (folded) folded.open = true;
  box?.focus();
}

/** How far the job is, and a way out that leaves nothing behind. */
function Working({ status, isLost, job }: { status: ItemStatus | undefined; isLost: boolean; job: GivenUp }) {
  const t = useTranslate();
  const format = useFormat();
  const share = status?.percent === undefined ? undefined : status.percent / 100;
  const far =
    status?.phase !== undefined
      ? t(`item.job.phase.${status.phase}`)
      : share === undefined
        ? t('item.publish.working')
        : t('item.publish.percent', { share: format.number(share, { style: 'percent' }) });
  return (
    <div style={{ marginBlockStart: 'var(--mantine-spacing-lg)' }}>
      <JobProgress label={t('item.publish.working')} text={isLost ? t('item.publish.lost') : far} share={share} isLost={isLost} job={job} />
    </div>
  );
}

/** Names of the sheets or layers of a file. */
function datasetNames(analysis: AnalyzeReply | undefined): string[] {
  return (analysis?.publishParameters.datasets ?? []).map(({ name }) => name);
}
