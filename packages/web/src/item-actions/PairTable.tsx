// The fields of a layer, each with the column of the file that goes into it.
import { Button, Select, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { type ColumnPairs, isEmptyButNeeded, type PairChanges } from './column-pairs.ts';
import classes from './ReadingChoices.module.css';

interface Props {
  pairs: ColumnPairs;
  onPair: (changes: PairChanges) => void;
  onReset: () => void;
}

/** Open from the start where the names leave something to be said: a field without a column beside a column without a field. */
export function PairTable({ pairs: { fields, columns, left, isMissing, isChanged }, onPair, onReset }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const filled = fields.filter(({ column }) => column !== null).length;
  const [isOpen, setOpen] = useState(isMissing || (left.length > 0 && filled < fields.length));
  const summary = t('item.load.pairs', { count: filled, shown: format.number(filled), all: format.number(fields.length) });
  if (fields.length === 0 || columns.length === 0) return null;
  return (
    <details className={classes.choices} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>{summary}</summary>
      <Text size="xs" c="dimmed" mb={8}>
        {t('item.load.pairs-hint')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.pairs} tabIndex={0} aria-label={summary}>
        <Table verticalSpacing={4} horizontalSpacing={8} fz={13}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('item.field.name')}</Table.Th>
              <Table.Th>{t('item.load.pair-column')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map((pair) => {
              const { field, column } = pair;
              return (
                <Table.Tr key={field.name}>
                  <Table.Td>
                    <bdi>{field.alias || field.name}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <Select
                      size="xs"
                      aria-label={t('item.load.pair-of', { field: field.alias || field.name })}
                      placeholder={t('item.load.pair-none')}
                      searchable
                      clearable
                      data={[...columns]}
                      value={column}
                      error={isEmptyButNeeded(pair) && t('item.load.pair-required')}
                      onChange={(value) => onPair({ [field.name]: value })}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </section>
      {isChanged && (
        <Button variant="default" size="compact-sm" mt={8} onClick={onReset}>
          {t('item.load.pairs-reset')}
        </Button>
      )}
    </details>
  );
}
