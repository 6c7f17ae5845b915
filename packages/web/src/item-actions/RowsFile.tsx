// The file whose rows are for a layer: it is sent when it is chosen, looked at, and read as the person says.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, FileInput, Stack, Text } from '@mantine/core';
import { IconCloudPause, IconFileUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMaybeSession } from '../api/session.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ShareBar } from '../ui/ShareBar.tsx';
import { useStageFocus } from '../ui/stage-focus.ts';
import { chosenFiles } from '../uploads/pack-files.ts';
import { useRunningUploads } from '../uploads/running.ts';
import { unfinishedRows } from '../uploads/unfinished-rows.ts';
import { usePacking } from '../uploads/use-packing.ts';
import { AppendPreview, needsPlaces } from './AppendPreview.tsx';
import { type PairChanges, pairsOf } from './column-pairs.ts';
import { analyzeRows } from './load-rows.ts';
import { ReadingFault } from './ReadingFault.tsx';
import type { Reading } from './reading.ts';
import { NOTHING_SAID, sayOfFile, takeLastBack } from './reading-steps.ts';
import { type SentFile, useSentFile } from './use-sent-file.ts';

/** A file, what it holds for the layer, and whether its rows can be loaded. */
export function useRowsFile(service: string, layer: LayerInfo | undefined) {
  const sent = useSentFile(service);
  const { upload } = sent;
  const [steps, setSteps] = useState(NOTHING_SAID);
  const { reading: said } = steps;
  const [changes, setChanges] = useState<PairChanges>({});
  const rows = { service, layer: String(layer?.id ?? 0), upload: upload ?? '' };
  const queryOf = (reading: Reading) => ({
    queryKey: ['append-analysis', rows, reading],
    queryFn: () => analyzeRows({ ...rows, reading }),
    enabled: upload !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // the first look at the file names all of its sheets or layers
  const whole = useQuery(queryOf({}));
  const datasets = [...new Set((whole.data?.publishParameters.datasets ?? []).map(({ part }) => part))];
  const named = datasets.length > 1 ? datasets.find((part) => part === layer?.name) : undefined;
  const reading = named !== undefined && said.layerNames === undefined ? { ...said, layerNames: [named] } : said;
  const found = useQuery({ ...queryOf(reading), placeholderData: keepPreviousData });
  const analysis = upload === undefined || found.error !== null ? undefined : found.data;
  const pairs = analysis && pairsOf(analysis, layer, changes);
  const isChosen = datasets.length < 2 || reading.layerNames !== undefined;
  return {
    service,
    sent,
    reading,
    read: (more: Reading) => setSteps((before) => sayOfFile(before, more)),
    takeBack: steps.backs.length > 0 ? () => setSteps(takeLastBack) : undefined,
    forget: () => setSteps(NOTHING_SAID),
    /** Sends the file, or looks at it, again. */
    retry: () => (sent.error === undefined ? void found.refetch() : sent.choose(sent.file)),
    datasets,
    analysis,
    pairs,
    pair: (more: PairChanges) => setChanges((before) => ({ ...before, ...more })),
    unpair: () => setChanges({}),
    error: sent.error ?? found.error,
    isReading: found.isPlaceholderData,
    isReadable:
      analysis !== undefined &&
      !found.isPlaceholderData &&
      isChosen &&
      analysis.publishParameters.needsSpatialReference !== true &&
      pairs?.isMissing === false,
    hasPlaces: analysis !== undefined && !needsPlaces(analysis, layer, reading),
  };
}

interface Props {
  layer: LayerInfo | undefined;
  rows: ReturnType<typeof useRowsFile>;
  /** Another file was chosen. */
  onChosen: () => void;
}

/** The choice of the file, and below it what was found. */
export function RowsFile({ layer, rows, onChosen }: Props) {
  const t = useTranslate();
  const { sent, analysis, error, datasets, reading, pairs } = rows;
  const holder = useStageFocus<HTMLDivElement>(error ? 'refused' : analysis ? 'read' : 'reading');
  const [isSeveral, setSeveral] = useState(false);
  const pack = usePacking();
  const choose = (file: File | null) => {
    onChosen();
    rows.forget();
    rows.unpair();
    sent.choose(file);
  };
  // Putting files together takes time: another choice may have been made since, or the dialog closed.
  const latest = useRef<File[]>(undefined);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const take = async (files: File[]) => {
    latest.current = files;
    // what was chosen before is not loaded in their place meanwhile
    if (files.length > 1) choose(null);
    const packed = await pack(chosenFiles(files));
    if (packed === undefined || latest.current !== files) return;
    setSeveral(packed.length > 1);
    choose(packed.length === 1 ? (packed[0] ?? null) : null);
  };
  return (
    <Stack gap="md" ref={holder} tabIndex={-1}>
      <FileInput
        multiple
        error={isSeveral && t('item.load.one-file')}
        label={t('item.load.file')}
        placeholder={t('item.load.choose')}
        description={t('item.load.file-hint')}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        value={sent.file === null ? [] : [sent.file]}
        onChange={(files) => void take(files)}
      />
      {sent.file === null && <BrokenOff service={rows.service} />}
      <Sending sent={sent} isReading={sent.upload !== undefined && analysis === undefined && !error} />
      {Boolean(error) && (
        <ReadingFault
          error={error}
          onRetry={rows.retry}
          // the same file cannot be chosen again: browsers take it for no change
          isRetryable={sent.error !== undefined}
          onTakeBack={sent.error === undefined ? rows.takeBack : undefined}
        />
      )}
      {analysis && pairs && (
        <AppendPreview
          analysis={analysis}
          layer={layer}
          datasets={datasets}
          reading={reading}
          onRead={rows.read}
          pairs={pairs}
          onPair={rows.pair}
          onUnpair={rows.unpair}
        />
      )}
    </Stack>
  );
}

/** A file that was being sent when the page went away: the browser does not hand it out again by itself. */
function BrokenOff({ service }: { service: string }) {
  const t = useTranslate();
  const format = useFormat();
  const username = useMaybeSession()?.user?.username ?? '';
  const running = useRunningUploads();
  const left = unfinishedRows(service, username).find(({ upload }) => running?.has(upload) === false);
  if (!left) return null;
  const share = format.number(Math.floor(left.share * 100) / 100, { style: 'percent' });
  return (
    <Alert color="ochre" icon={<IconCloudPause aria-hidden />}>
      {t('item.load.broken-off', { name: left.name, share })}
    </Alert>
  );
}

/** How much of the file arrived, and that it is being read. */
function Sending({ sent, isReading }: { sent: SentFile; isReading: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  if (sent.file === null || sent.error !== undefined || (sent.upload !== undefined && !isReading)) return null;
  const share = format.number(sent.share, { style: 'percent' });
  return (
    <div aria-live="polite">
      <ShareBar label={t('item.load.sent')} share={isReading ? undefined : sent.share} />
      <Text size="sm" c="dimmed" className="tabular" mt={4}>
        {isReading ? t('item.publish.analyzing') : t(sent.isOffline ? 'item.load.offline' : 'item.load.sending', { share })}
      </Text>
    </div>
  );
}
