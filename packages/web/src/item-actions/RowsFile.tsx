// The file whose rows are for a layer: it is sent when it is chosen, looked at, and read as the person says.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Button, FileInput, Progress, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { AppendPreview, needsPlaces } from './AppendPreview.tsx';
import { type PairChanges, pairsOf } from './column-pairs.ts';
import { analyzeRows } from './load-rows.ts';
import type { Reading } from './reading.ts';
import { type SentFile, useSentFile } from './use-sent-file.ts';

/** A file, what it holds for the layer, and whether its rows can be loaded. */
export function useRowsFile(service: string, layer: LayerInfo | undefined) {
  const sent = useSentFile(service);
  const { upload } = sent;
  const [said, setReading] = useState<Reading>({});
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
    sent,
    reading,
    setReading,
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
  const { sent, analysis, error, datasets, reading, setReading, pairs } = rows;
  return (
    <>
      <FileInput
        label={t('item.load.file')}
        placeholder={t('item.load.choose')}
        description={t('item.load.file-hint')}
        leftSection={<IconFileUpload size={18} aria-hidden />}
        value={sent.file}
        onChange={(file) => {
          onChosen();
          setReading({});
          rows.unpair();
          sent.choose(file);
        }}
      />
      <Sending sent={sent} isReading={sent.upload !== undefined && analysis === undefined && !error} />
      {Boolean(error) && <Refusal error={error} onAgain={Object.keys(reading).length > 0 ? () => setReading({}) : undefined} />}
      {analysis && pairs && (
        <AppendPreview
          analysis={analysis}
          layer={layer}
          datasets={datasets}
          reading={reading}
          onRead={(changes) => setReading((before) => ({ ...before, ...changes }))}
          pairs={pairs}
          onPair={rows.pair}
          onUnpair={rows.unpair}
        />
      )}
    </>
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
      <Progress value={isReading ? 100 : sent.share * 100} animated={isReading} aria-label={t('item.load.sent')} />
      <Text size="sm" c="dimmed" className="tabular" mt={4}>
        {isReading ? t('item.publish.analyzing') : t(sent.isOffline ? 'item.load.offline' : 'item.load.sending', { share })}
      </Text>
    </div>
  );
}

/** Why the file cannot be sent or read; what was said about reading it can be taken back. */
function Refusal({ error, onAgain }: { error: unknown; onAgain: (() => void) | undefined }) {
  const t = useTranslate();
  const words = useErrorWords();
  return (
    <Alert color="vermilion" role="alert">
      {[words(error).text, ...words(error).details].join(' ')}
      {onAgain && (
        <Button variant="default" size="compact-sm" mt="xs" display="block" onClick={onAgain}>
          {t('item.publish.read-as-before')}
        </Button>
      )}
    </Alert>
  );
}
