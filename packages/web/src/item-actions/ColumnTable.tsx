// The columns of a file, each kept or left out, with its name, its alias and its type.
import type { AnalyzeReply, PublishColumn } from '@graticule/contract/content/publishing';
import type { FieldType } from '@graticule/contract/services/layer';
import { Checkbox, Select, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { typeChoiceKey } from '../items/layer-words.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { columnsByPart } from './column-faults.ts';
import classes from './ReadingChoices.module.css';
import { type ColumnOf, keyOf, type Reading } from './reading.ts';

/** Types that every column can be brought to; a column keeps any other that the file gave it. */
const TYPES = [
  'esriFieldTypeString',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeDouble',
  'esriFieldTypeDate',
  'esriFieldTypeDateOnly',
  'esriFieldTypeTimeOnly',
  'esriFieldTypeTimestampOffset',
] as const;

interface Props {
  analysis: AnalyzeReply;
  reading: Reading;
  onColumn: (of: ColumnOf, changes: Partial<PublishColumn>) => void;
  onKey: (name: string | undefined, dataset: string | undefined) => void;
}

/** Closed at first: most files need no correction. */
export function ColumnTable({ analysis, reading, onColumn, onKey }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const datasets = columnsByPart(analysis, reading);
  const [chosen, setChosen] = useState<string>();
  const shown = datasets.find(({ part }) => part === chosen) ?? datasets[0];
  const dataset = shown?.dataset;
  const faultOf = (name: string) => shown?.faults.get(name);
  // those of other layers are out of sight
  const faulty = datasets.filter((one) => one !== shown && one.faults.size > 0).map(({ part }) => part);
  const fields = shown?.fields ?? [];
  const said = new Map((reading.columns ?? []).flatMap((column) => (column.dataset === dataset ? [[column.name, column]] : [])));
  const key = keyOf(reading, dataset);
  const skipped = fields.filter((field) => said.get(field.name)?.skip).length;
  const isKept = (name: string) => said.get(name)?.skip !== true;
  if (datasets.every((one) => one.fields.length === 0)) return null;
  return (
    <details className={classes.choices}>
      <summary className={classes.summary}>{t('item.publish.columns', { count: fields.length - skipped })}</summary>
      {datasets.length > 1 && (
        <Select
          my="sm"
          maw={420}
          size="xs"
          label={t('item.publish.columns-of')}
          allowDeselect={false}
          data={datasets.map(({ part }) => part)}
          value={dataset ?? null}
          error={faulty.length > 0 && t('item.publish.column-names-of', { layers: format.list(faulty) })}
          data-missing={faulty.length > 0 || undefined}
          onChange={(part) => setChosen(part ?? undefined)}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.columns} tabIndex={0} aria-label={t('item.publish.columns', { count: fields.length - skipped })}>
        <Table verticalSpacing={4} horizontalSpacing={8} fz={13} className={classes.columnTable}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('item.publish.column-keep')}</Table.Th>
              <Table.Th>{t('item.field.name')}</Table.Th>
              <Table.Th>{t('item.field.alias')}</Table.Th>
              <Table.Th>{t('item.field.type')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map((field) => {
              const column = said.get(field.name);
              const isOut = column?.skip === true;
              const fault = faultOf(field.name);
              const of = { name: field.name, ...(dataset === undefined ? {} : { dataset }) };
              const about = { column: field.alias || field.name };
              return (
                <Table.Tr key={field.name}>
                  <Table.Td>
                    <Checkbox
                      aria-label={t('item.publish.column-keep-of', about)}
                      checked={!isOut}
                      onChange={(event) => onColumn(of, { skip: !event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td data-label={t('item.field.name')}>
                    <TextInput
                      size="xs"
                      dir="ltr"
                      aria-label={t('item.publish.column-name-of', about)}
                      disabled={isOut}
                      maxLength={31}
                      value={column?.newName ?? field.name}
                      error={fault && t(`item.publish.column-name-${fault}`)}
                      data-missing={fault !== undefined || undefined}
                      onChange={(event) => onColumn(of, { newName: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td data-label={t('item.field.alias')}>
                    <TextInput
                      size="xs"
                      aria-label={t('item.publish.column-alias-of', about)}
                      disabled={isOut}
                      maxLength={250}
                      value={column?.alias ?? field.alias}
                      onChange={(event) => onColumn(of, { alias: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td data-label={t('item.field.type')}>
                    <Select
                      size="xs"
                      aria-label={t('item.publish.column-type-of', about)}
                      disabled={isOut}
                      allowDeselect={false}
                      value={field.type}
                      data={typesFor(field.type).map((type) => ({ value: type, label: t(typeChoiceKey(type)) }))}
                      onChange={(type) => onColumn(of, { type: (type ?? undefined) as FieldType | undefined })}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </section>
      <Select
        mt="sm"
        maw={420}
        label={t('item.publish.key')}
        description={t('item.publish.key-hint')}
        placeholder={t('item.publish.key-none')}
        searchable
        clearable
        value={key !== undefined && isKept(key) ? key : null}
        onChange={(name) => onKey(name ?? undefined, dataset)}
        data={fields.filter(({ name }) => isKept(name)).map(({ name, alias }) => ({ value: name, label: alias || name }))}
      />
    </details>
  );
}

function typesFor(own: FieldType): readonly FieldType[] {
  const all: readonly FieldType[] = TYPES;
  return all.includes(own) ? all : [own, ...all];
}
