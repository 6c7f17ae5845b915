// How a file is to be read, where the portal may have guessed wrong: coordinate system, columns, encoding.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { OFFERED_ENCODINGS } from '@graticule/geo/formats/text-encoding';
import { MultiSelect, NumberInput, Select, Switch } from '@mantine/core';
import { useState } from 'react';
import { isSentence } from '../language/sentences.ts';
import { useTranslate } from '../language/use-language.ts';
import { areByNames, PlaceNames } from './PlaceNames.tsx';
import classes from './ReadingChoices.module.css';
import type { Reading } from './reading.ts';
import { offeredReferenceSystems } from './reference-systems.ts';
import { ValueReading } from './ValueReading.tsx';

interface Props {
  analysis: AnalyzeReply;
  /** Word of the kind of file. */
  fileType: string;
  /** Sheets or layers of the whole file. */
  datasets: readonly string[];
  reading: Reading;
  onRead: (changes: Reading) => void;
  /** The rows are for a layer that exists: one dataset, and places where the layer has them. */
  forLayer?: 'table' | 'places';
}

/** Characters that part the cells of a row. */
const NAME_OF = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe', ' ': 'space' } as const;
const SEPARATORS = Object.keys(NAME_OF) as (keyof typeof NAME_OF)[];

/** Open from the start where the file cannot be read without an answer. */
export function ReadingChoices({ analysis, fileType, datasets, reading, onRead, forLayer }: Props) {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const { publishParameters: parameters } = analysis;
  const needsSystem = parameters.needsSpatialReference === true;
  const isTable = parameters.locationType === 'none';
  const isWorkbook = fileType === 'excel';
  const isText = fileType === 'csv' || isWorkbook;
  const [isOpen, setOpen] = useState(
    needsSystem || ((isTable || parameters.locationType === 'address') && isText) || (forLayer !== undefined && datasets.length > 1),
  );
  const wkid = reading.wkid ?? wkidOf(parameters.sourceSR);
  const systems = offeredReferenceSystems(search || String(wkid ?? ''));
  const byNames = areByNames(analysis, reading);
  const hasPlaces = isText && reading.isTable !== true && forLayer !== 'table';
  if (isTable && !isText && parameters.encoding === undefined && datasets.length < 2) return null;
  return (
    <details className={classes.choices} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('item.publish.reading')}</summary>
      <div className={classes.fields}>
        <FileShape analysis={analysis} fileType={fileType} datasets={datasets} reading={reading} onRead={onRead} forLayer={forLayer} />
        {isText && forLayer === undefined && (
          <Switch
            label={t('item.publish.as-table')}
            description={t('item.publish.as-table-hint')}
            className={classes.wide}
            checked={reading.isTable === true}
            onChange={(event) => onRead({ isTable: event.currentTarget.checked || undefined })}
          />
        )}
        {hasPlaces && <PlaceNames analysis={analysis} reading={reading} onRead={onRead} />}
        {hasPlaces && !byNames && <PlaceColumns analysis={analysis} reading={reading} onRead={onRead} />}
        {!isTable && !byNames && !reading.isTable && forLayer !== 'table' && (
          <Select
            label={t('item.publish.system')}
            description={t('item.publish.system-hint')}
            placeholder={t(datasets.length > 1 && !needsSystem ? 'item.publish.system-of-each' : 'item.publish.system-choose')}
            searchable
            limit={60}
            data={systems}
            nothingFoundMessage={t('item.publish.system-none')}
            value={wkid === undefined ? null : String(wkid)}
            error={needsSystem && reading.wkid === undefined ? t('item.publish.system-required') : undefined}
            data-missing={(needsSystem && reading.wkid === undefined) || undefined}
            onSearchChange={setSearch}
            onChange={(value) => value && onRead({ wkid: Number(value) })}
            className={classes.wide}
          />
        )}
        {isText && <ValueReading fileType={fileType} reading={reading} onRead={onRead} />}
        {forLayer === undefined && hasBothPoints(analysis) && (
          <Switch
            label={t('item.publish.multipoints-together')}
            description={t('item.publish.multipoints-together-hint')}
            className={classes.wide}
            checked={reading.multipoints === 'together'}
            onChange={(event) => onRead({ multipoints: event.currentTarget.checked ? 'together' : undefined })}
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

/** The columns that say where the rows are: two of coordinates, or one of shapes as text. */
function PlaceColumns({ analysis, reading, onRead }: Pick<Props, 'analysis' | 'reading' | 'onRead'>) {
  const t = useTranslate();
  const { publishParameters: found } = analysis;
  const shapes = reading.wktFieldName ?? found.wktFieldName;
  // The column of shapes becomes no field.
  const columns = [...new Set([...analysis.fields, ...(shapes ? [shapes] : [])])];
  const isChosen = reading.latitudeFieldName !== undefined || reading.longitudeFieldName !== undefined;
  return (
    <>
      <Select
        label={t('item.publish.longitude-column')}
        placeholder={t('item.publish.no-column')}
        data={columns}
        searchable
        clearable
        value={reading.longitudeFieldName ?? found.longitudeFieldName ?? null}
        onChange={(value) => onRead({ longitudeFieldName: value ?? undefined, wktFieldName: undefined })}
      />
      <Select
        label={t('item.publish.latitude-column')}
        placeholder={t('item.publish.no-column')}
        data={columns}
        searchable
        clearable
        value={reading.latitudeFieldName ?? found.latitudeFieldName ?? null}
        onChange={(value) => onRead({ latitudeFieldName: value ?? undefined, wktFieldName: undefined })}
      />
      <Select
        label={t('item.publish.wkt-column')}
        description={t('item.publish.wkt-column-hint')}
        placeholder={t('item.publish.no-column')}
        data={columns}
        searchable
        clearable
        value={isChosen ? null : (shapes ?? null)}
        onChange={(value) => onRead({ wktFieldName: value ?? undefined, latitudeFieldName: undefined, longitudeFieldName: undefined })}
        className={classes.wide}
      />
    </>
  );
}

/** Whether the file has points as well as sets of several points. */
function hasBothPoints({ publishParameters: { warningSentences: said } }: AnalyzeReply): boolean {
  return Array.isArray(said) && said.some((one) => isSentence(one) && (one.code === 'points-apart' || one.code === 'points-together'));
}

/** Which parts of the file are read, and where cells and names are. */
function FileShape({ analysis, fileType, datasets, reading, onRead, forLayer }: Props) {
  const t = useTranslate();
  const isWorkbook = fileType === 'excel';
  const { columnDelimiter, hasNames = true } = analysis.publishParameters;
  // what the portal finds by itself is not said: it would be taken for the first row, and names below titles be lost
  const said = (hasHeader: boolean) => (hasHeader === hasNames ? undefined : hasHeader);
  // what was said of names was said of other cells, or of another row
  const readAnew = (changes: Reading) => onRead({ ...changes, hasHeader: undefined });
  return (
    <>
      {datasets.length > 1 && forLayer !== undefined && (
        <Select
          error={reading.layerNames === undefined ? t('item.load.dataset-required') : undefined}
          label={t(isWorkbook ? 'item.load.sheet' : 'item.load.dataset')}
          allowDeselect={false}
          data={[...datasets]}
          value={reading.layerNames?.[0] ?? null}
          onChange={(name) => onRead({ layerNames: name === null ? undefined : [name] })}
          className={classes.wide}
        />
      )}
      {datasets.length > 1 && forLayer === undefined && (
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
      {(isWorkbook || fileType === 'csv') && (
        <NumberInput
          label={t('item.publish.header-row')}
          description={t('item.publish.header-row-hint')}
          min={1}
          max={1_048_576}
          allowDecimal={false}
          defaultValue={reading.headerRow ?? ''}
          onBlur={(event) => {
            const headerRow = Number(event.currentTarget.value) || undefined;
            if (headerRow !== reading.headerRow) readAnew({ headerRow });
          }}
        />
      )}
      {fileType === 'csv' && (
        <>
          <Select
            label={t('item.publish.separator')}
            className={classes.atEnd}
            allowDeselect={false}
            data={SEPARATORS.map((value) => ({ value, label: t(`item.publish.separator.${NAME_OF[value]}`) }))}
            value={reading.columnDelimiter ?? columnDelimiter ?? ','}
            onChange={(value) => readAnew({ columnDelimiter: value ?? undefined })}
          />
          <Switch
            label={t('item.publish.has-header')}
            className={classes.wide}
            checked={reading.hasHeader ?? hasNames}
            onChange={(event) => onRead({ hasHeader: said(event.currentTarget.checked) })}
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
