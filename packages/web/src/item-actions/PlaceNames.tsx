// Placing rows by the names of places: whether they are, and which columns hold the names.
import type { AddressFields, AnalyzeReply } from '@graticule/contract/content/publishing';
import { Select, Switch } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import classes from './ReadingChoices.module.css';
import type { Reading } from './reading.ts';

interface Props {
  analysis: AnalyzeReply;
  reading: Reading;
  onRead: (changes: Reading) => void;
}

const COLUMNS = [
  { part: 'City', label: 'item.publish.place-column', hint: 'item.publish.place-column-hint' },
  { part: 'Region', label: 'item.publish.region-column' },
  { part: 'CountryCode', label: 'item.publish.country-column' },
  { part: 'SingleLine', label: 'item.publish.line-column', hint: 'item.publish.line-column-hint' },
] as const;

/** Whether the person says so, or the portal proposes it and nobody says otherwise. */
export function areByNames({ publishParameters: { locationType } }: AnalyzeReply, { byNames, isTable }: Reading): boolean {
  return isTable !== true && (byNames ?? locationType === 'address');
}

/** The columns are asked for once names are what counts. */
export function PlaceNames({ analysis, reading, onRead }: Props) {
  const t = useTranslate();
  const isOn = areByNames(analysis, reading);
  const { layerInfo, addressFields: proposed = {} } = analysis.publishParameters;
  const chosen = reading.addressFields ?? proposed;
  const fields = layerInfo?.fields ?? [];
  const data = fields.map(({ name, alias }) => ({ value: name, label: alias || name }));
  const isKnown = (column: string | undefined): boolean => data.some(({ value }) => value === column);
  const choose = (part: keyof AddressFields, column: string | null) =>
    onRead({ byNames: true, addressFields: { ...chosen, [part]: column ?? undefined } });
  return (
    <>
      <Switch
        label={t('item.publish.by-names')}
        description={t('item.publish.by-names-hint')}
        className={classes.wide}
        checked={isOn}
        onChange={(event) => onRead({ byNames: event.currentTarget.checked })}
      />
      {isOn &&
        COLUMNS.map(({ part, label, ...more }) => (
          <Select
            key={part}
            label={t(label)}
            description={'hint' in more ? t(more.hint) : undefined}
            placeholder={t('item.publish.no-column')}
            data={data}
            searchable
            clearable
            value={isKnown(chosen[part]) ? (chosen[part] ?? null) : null}
            onChange={(column) => choose(part, column)}
            className={'hint' in more ? classes.wide : undefined}
          />
        ))}
    </>
  );
}
