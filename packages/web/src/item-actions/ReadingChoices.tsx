// How a file is to be read, where the portal may have guessed wrong: coordinate system, columns, encoding.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { OFFERED_ENCODINGS } from '@graticule/geo/formats/text-encoding';
import { MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import classes from './ReadingChoices.module.css';
import type { Reading } from './reading.ts';
import { offeredReferenceSystems } from './reference-systems.ts';

interface Props {
  analysis: AnalyzeReply;
  /** Word of the kind of file. */
  fileType: string;
  /** Sheets or layers of the whole file. */
  datasets: readonly string[];
  reading: Reading;
  onRead: (changes: Reading) => void;
}

/** Characters that part the cells of a row. */
const NAME_OF = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'space' } as const;
const SEPARATORS = Object.keys(NAME_OF) as (keyof typeof NAME_OF)[];

/** Open from the start where the file cannot be read without an answer. */
export function ReadingChoices({ analysis, fileType, datasets, reading, onRead }: Props) {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const { publishParameters: parameters } = analysis;
  const needsSystem = parameters.needsSpatialReference === true;
  const isTable = parameters.locationType === 'none';
  const isWorkbook = fileType === 'excel';
  const isText = fileType === 'csv' || isWorkbook;
  const [isOpen, setOpen] = useState(needsSystem || (isTable && isText));
  const wkid = reading.wkid ?? wkidOf(parameters.sourceSR);
  const systems = offeredReferenceSystems(search || String(wkid ?? ''));
  const columns = analysis.fields;
  if (isTable && !isText && parameters.encoding === undefined && datasets.length < 2) return null;
  return (
    <details className={classes.choices} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('item.publish.reading')}</summary>
      <div className={classes.fields}>
        <FileShape analysis={analysis} fileType={fileType} datasets={datasets} reading={reading} onRead={onRead} />
        {isText && (
          <Switch
            label={t('item.publish.as-table')}
            description={t('item.publish.as-table-hint')}
            className={classes.wide}
            checked={reading.isTable === true}
            onChange={(event) => onRead({ isTable: event.currentTarget.checked || undefined })}
          />
        )}
        {isText && !reading.isTable && (
          <>
            <Select
              label={t('item.publish.longitude-column')}
              data={columns}
              searchable
              clearable
              value={reading.longitudeFieldName ?? parameters.longitudeFieldName ?? null}
              onChange={(value) => onRead({ longitudeFieldName: value ?? undefined })}
            />
            <Select
              label={t('item.publish.latitude-column')}
              data={columns}
              searchable
              clearable
              value={reading.latitudeFieldName ?? parameters.latitudeFieldName ?? null}
              onChange={(value) => onRead({ latitudeFieldName: value ?? undefined })}
            />
          </>
        )}
        {!isTable && !reading.isTable && (
          <Select
            label={t('item.publish.system')}
            description={t('item.publish.system-hint')}
            placeholder={t('item.publish.system-choose')}
            searchable
            limit={60}
            data={systems}
            nothingFoundMessage={t('item.publish.system-none')}
            value={wkid === undefined ? null : String(wkid)}
            error={needsSystem && reading.wkid === undefined ? t('item.publish.system-required') : undefined}
            onSearchChange={setSearch}
            onChange={(value) => value && onRead({ wkid: Number(value) })}
            className={classes.wide}
          />
        )}
        {typeof parameters.encoding === 'string' && !isWorkbook && (
          <Select
            label={t('item.publish.encoding')}
            searchable
            allowDeselect={false}
            data={[...new Set([parameters.encoding, ...OFFERED_ENCODINGS])]}
            value={parameters.encoding}
            onChange={(value) => value && onRead({ encoding: value })}
          />
        )}
      </div>
    </details>
  );
}

/** Which parts of the file are read, and where cells and names are. */
function FileShape({ analysis, fileType, datasets, reading, onRead }: Props) {
  const t = useTranslate();
  const isWorkbook = fileType === 'excel';
  const { columnDelimiter } = analysis.publishParameters;
  return (
    <>
      {datasets.length > 1 && (
        <MultiSelect
          label={t(isWorkbook ? 'item.publish.sheets' : 'item.publish.layers')}
          placeholder={reading.layerNames?.length ? undefined : t('item.publish.all-of-them')}
          data={[...datasets]}
          clearable
          value={reading.layerNames ?? []}
          onChange={(names) => onRead({ layerNames: names.length > 0 ? names : undefined })}
          className={classes.wide}
        />
      )}
      {isWorkbook && (
        <NumberInput
          label={t('item.publish.header-row')}
          description={t('item.publish.header-row-hint')}
          min={1}
          max={1_048_576}
          allowDecimal={false}
          defaultValue={reading.headerRow ?? ''}
          onBlur={(event) => onRead({ headerRow: Number(event.currentTarget.value) || undefined })}
        />
      )}
      {fileType === 'csv' && (
        <>
          <Select
            label={t('item.publish.separator')}
            allowDeselect={false}
            data={SEPARATORS.map((value) => ({ value, label: t(`item.publish.separator.${NAME_OF[value]}`) }))}
            value={reading.columnDelimiter ?? columnDelimiter ?? ','}
            onChange={(value) => onRead({ columnDelimiter: value ?? undefined, columns: [] })}
          />
          <Switch
            label={t('item.publish.has-header')}
            mt={28}
            checked={reading.hasHeader ?? true}
            onChange={(event) => onRead({ hasHeader: event.currentTarget.checked, columns: [] })}
          />
        </>
      )}
    </>
  );
}

function wkidOf(reference: unknown): number | undefined {
  const { wkid, latestWkid } = (reference ?? {}) as { wkid?: number; latestWkid?: number };
  return latestWkid ?? wkid;
}
