// What a file holds whose rows are for a layer: how many, which columns fit, and how it is to be read.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Stack, Text } from '@mantine/core';
import { useFormat, useTranslate } from '../language/use-language.ts';
import type { ColumnPairs, PairChanges } from './column-pairs.ts';
import { FileWarnings } from './FileWarnings.tsx';
import { PairTable } from './PairTable.tsx';
import { ReadingChoices } from './ReadingChoices.tsx';
import type { Reading } from './reading.ts';

interface Props {
  analysis: AppendAnalysis;
  layer: LayerInfo | undefined;
  /** Sheets or layers of the whole file. */
  datasets: readonly string[];
  reading: Reading;
  onRead: (changes: Reading) => void;
  pairs: ColumnPairs;
  onPair: (changes: PairChanges) => void;
  /** The columns are paired by name again. */
  onUnpair: () => void;
}

/** So many fields are named where there are more. */
const NAMED = 5;

/** Open for answers where the file cannot be read without. */
export function AppendPreview({ analysis, layer, datasets, reading, onRead, pairs, onPair, onUnpair }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { publishParameters: parameters } = analysis;
  const { rowCount, warningSentences } = parameters;
  const used = new Set(pairs.fields.map(({ column }) => column));
  const known = format.list(pairs.columns.filter(({ value }) => used.has(value)).map(({ label }) => label));
  const others = format.list([...pairs.left]);
  const { doubtful } = pairs;
  const beyond = doubtful.length - NAMED;
  const named = beyond > 0 ? [...doubtful.slice(0, NAMED), t('item.load.names-more', { shown: format.number(beyond) })] : [...doubtful];
  return (
    <Stack gap="xs">
      <div aria-live="polite">
        {typeof rowCount === 'number' && (
          <Text size="sm" className="tabular">
            {t('item.load.rows-in-file', { count: rowCount, shown: format.number(rowCount) })}
          </Text>
        )}
        {known !== '' && <Text size="sm">{t('item.load.columns-fit', { names: known })}</Text>}
        {others !== '' && (
          <Text size="sm" c="dimmed">
            {t('item.load.columns-left', { names: others })}
          </Text>
        )}
      </div>
      <div>
        <PairTable key={parameters.name} pairs={pairs} onPair={onPair} onReset={onUnpair} />
        {/* always there, so that its words are read out when they come */}
        <div role="status">
          {doubtful.length > 0 && (
            <Alert color="ochre" mt="xs" role="note">
              {t('item.load.texts-may-not-fit', { names: format.list(named) })}
            </Alert>
          )}
        </div>
      </div>
      {needsPlaces(analysis, layer, reading) && <Alert color="ochre">{t('item.load.no-places')}</Alert>}
      <FileWarnings said={warningSentences} />
      <ReadingChoices
        key={parameters.type}
        analysis={analysis}
        fileType={parameters.type ?? ''}
        datasets={datasets}
        reading={reading}
        onRead={onRead}
        forLayer={layer?.type === 'Table' ? 'table' : 'places'}
      />
    </Stack>
  );
}

/** Whether the layer has places, and the rows of the file have none as it is read. */
export function needsPlaces({ publishParameters }: AppendAnalysis, layer: LayerInfo | undefined, reading: Reading): boolean {
  return layer?.type !== 'Table' && publishParameters.locationType === 'none' && reading.isTable !== true;
}
