// What a file holds whose rows are for a layer: how many, which columns fit, and how it is to be read.
import type { AppendAnalysis } from '@graticule/contract/services/append';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Stack, Text } from '@mantine/core';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { FileWarnings } from './FileWarnings.tsx';
import { ReadingChoices } from './ReadingChoices.tsx';
import type { Reading } from './reading.ts';

interface Props {
  analysis: AppendAnalysis;
  layer: LayerInfo | undefined;
  /** Sheets or layers of the whole file. */
  datasets: readonly string[];
  reading: Reading;
  onRead: (changes: Reading) => void;
}

/** Open for answers where the file cannot be read without. */
export function AppendPreview({ analysis, layer, datasets, reading, onRead }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { publishParameters: parameters, fieldMappings } = analysis;
  const { rowCount, warningSentences } = parameters;
  const fitting = new Set(fieldMappings.map(({ source }) => source));
  const places = [parameters.latitudeFieldName, parameters.longitudeFieldName];
  const columns = parameters.layerInfo?.fields ?? [];
  const names = (isMeant: (name: string) => boolean) =>
    format.list(
      columns.filter(({ name, alias }) => isMeant(name) && !places.includes(alias ?? name)).map(({ name, alias }) => alias || name),
    );
  const [known, others] = [names((name) => fitting.has(name)), names((name) => !fitting.has(name))];
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
