// The field whose values say which rows of a file and which features of a layer are the same.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Alert, Select } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { type ColumnPairs, columnFor } from './column-pairs.ts';

interface Props {
  layer: LayerInfo | undefined;
  /** Not known before there is a file. */
  pairs: ColumnPairs | undefined;
  value: string | null;
  /** All rows are replaced: a key is a choice, and what goes without one is said. */
  isReplacing: boolean;
  onChange: (name: string | null) => void;
}

/** Ids are offered where the file has a column of their name, as one that was exported has. */
export function LoadKey({ layer, pairs, value, isReplacing, onChange }: Props) {
  const t = useTranslate();
  const fields = (layer?.fields ?? []).filter((field) => {
    if (/OID|GlobalID/.test(field.type)) return pairs !== undefined && columnFor(pairs, field) !== null;
    return !/Date/.test(field.type);
  });
  return (
    <>
      <Select
        label={t(isReplacing ? 'item.publish.key' : 'item.load.key')}
        description={t(isReplacing ? 'item.load.replace-key-hint' : 'item.load.key-hint')}
        placeholder={isReplacing ? t('item.publish.key-none') : undefined}
        searchable
        clearable={isReplacing}
        value={value}
        error={!hasKeyColumn(layer, pairs, value) && t('item.load.key-column')}
        onChange={onChange}
        data={fields.map(({ name, alias }) => ({ value: name, label: alias || name }))}
      />
      {isReplacing && value === null && <Alert color="ochre">{t('item.load.replace-no-key')}</Alert>}
    </>
  );
}

/** Whether the file can be compared by a key: without a file, and without a key, nothing speaks against it. */
export function hasKeyColumn(layer: LayerInfo | undefined, pairs: ColumnPairs | undefined, key: string | null): boolean {
  const field = layer?.fields.find(({ name }) => name === key);
  return field === undefined || pairs === undefined || columnFor(pairs, field) !== null;
}
