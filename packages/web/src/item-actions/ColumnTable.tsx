// The columns of a file, each kept or left out, with its name, its alias and its type.
import type { AnalyzeReply, PublishColumn } from '@graticule/contract/content/publishing';
import type { FieldType } from '@graticule/contract/services/layer';
import { Checkbox, Select, Table, TextInput } from '@mantine/core';
import { fieldTypeKey } from '../items/layer-words.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from './ReadingChoices.module.css';
import type { Reading } from './reading.ts';

/** Types that a column of text can be read as. */
const TYPES = [
  'esriFieldTypeString',
  'esriFieldTypeInteger',
  'esriFieldTypeBigInteger',
  'esriFieldTypeDouble',
  'esriFieldTypeDate',
] as const;

interface Props {
  analysis: AnalyzeReply;
  reading: Reading;
  /** The file says nothing of types: every column can be given another. */
  isText: boolean;
  onColumn: (name: string, changes: Partial<PublishColumn>) => void;
  onKey: (name: string | undefined) => void;
}

/** Closed at first: most files need no correction. */
export function ColumnTable({ analysis, reading, isText, onColumn, onKey }: Props) {
  const t = useTranslate();
  const fields = analysis.publishParameters.layerInfo?.fields ?? [];
  const said = new Map((reading.columns ?? []).map((column) => [column.name, column]));
  const skipped = fields.filter((field) => said.get(field.name)?.skip).length;
  const isKept = (name: string) => said.get(name)?.skip !== true;
  if (fields.length === 0) return null;
  return (
    <details className={classes.choices}>
      <summary className={classes.summary}>{t('item.publish.columns', { count: fields.length - skipped })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.columns} tabIndex={0} aria-label={t('item.publish.columns', { count: fields.length - skipped })}>
        <Table verticalSpacing={4} horizontalSpacing={8} fz={13} miw={560}>
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
              const about = { column: field.alias || field.name };
              return (
                <Table.Tr key={field.name}>
                  <Table.Td>
                    <Checkbox
                      aria-label={t('item.publish.column-keep-of', about)}
                      checked={!isOut}
                      onChange={(event) => onColumn(field.name, { skip: !event.currentTarget.checked })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      dir="ltr"
                      aria-label={t('item.publish.column-name-of', about)}
                      disabled={isOut}
                      maxLength={31}
                      value={column?.newName ?? field.name}
                      error={column?.newName !== undefined && !isFieldName(column.newName)}
                      onChange={(event) => onColumn(field.name, { newName: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      aria-label={t('item.publish.column-alias-of', about)}
                      disabled={isOut}
                      maxLength={250}
                      value={column?.alias ?? field.alias}
                      onChange={(event) => onColumn(field.name, { alias: event.currentTarget.value })}
                    />
                  </Table.Td>
                  <Table.Td>
                    {isText ? (
                      <Select
                        size="xs"
                        aria-label={t('item.publish.column-type-of', about)}
                        disabled={isOut}
                        allowDeselect={false}
                        value={field.type}
                        data={TYPES.map((type) => ({ value: type, label: t(fieldTypeKey(type)) }))}
                        onChange={(type) => onColumn(field.name, { type: (type ?? undefined) as FieldType | undefined })}
                      />
                    ) : (
                      t(fieldTypeKey(field.type))
                    )}
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
        value={reading.key !== undefined && isKept(reading.key) ? reading.key : null}
        onChange={(name) => onKey(name ?? undefined)}
        data={fields.filter(({ name }) => isKept(name)).map(({ name, alias }) => ({ value: name, label: alias || name }))}
      />
    </details>
  );
}

/** Whether the portal takes the text as the name of a field. */
export function isFieldName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]{0,30}$/.test(name);
}
