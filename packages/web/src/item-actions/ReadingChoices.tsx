// How a file is to be read, where the portal may have guessed wrong: coordinate system, columns, encoding.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { OFFERED_ENCODINGS } from '@graticule/geo/formats/text-encoding';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import type { Reading } from './publish-layer.ts';
import classes from './ReadingChoices.module.css';
import { offeredReferenceSystems } from './reference-systems.ts';

interface Props {
  analysis: AnalyzeReply;
  reading: Reading;
  onRead: (changes: Reading) => void;
}

/** Open from the start where the file cannot be read without an answer. */
export function ReadingChoices({ analysis, reading, onRead }: Props) {
  const t = useTranslate();
  const [search, setSearch] = useState('');
  const { publishParameters: parameters } = analysis;
  const needsSystem = parameters.needsSpatialReference === true;
  const isTable = parameters.locationType === 'none';
  const isText = typeof parameters.columnDelimiter === 'string';
  const [isOpen, setOpen] = useState(needsSystem || (isTable && isText));
  const wkid = reading.wkid ?? wkidOf(parameters.sourceSR);
  const systems = offeredReferenceSystems(search || String(wkid ?? ''));
  const columns = analysis.fields;
  if (isTable && !isText && parameters.encoding === undefined) return null;
  return (
    <details className={classes.choices} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{t('item.publish.reading')}</summary>
      <div className={classes.fields}>
        {isText && (
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
        {!isTable && (
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
        {typeof parameters.encoding === 'string' && (
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

function wkidOf(reference: unknown): number | undefined {
  const { wkid, latestWkid } = (reference ?? {}) as { wkid?: number; latestWkid?: number };
  return latestWkid ?? wkid;
}
