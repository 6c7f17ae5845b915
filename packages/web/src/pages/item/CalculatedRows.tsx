// Asks which rows are calculated: all, those that the table shows, or those for which a condition in SQL holds; says how many there are.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Radio, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { faultOfCondition } from '../../item-actions/ViewRows.tsx';
import { useFormat, useSentences, useTranslate } from '../../language/use-language.ts';
import classes from './Calculate.module.css';
import { useRowCount } from './use-rows.ts';

/** How long nothing is typed before rows are counted. */
const PAUSE_MS = 400;
const ALL = '1=1';
const NONE = '1=0';

type Which = 'all' | 'shown' | 'where';

/** Which rows are chosen so far. */
export interface RowsChoice {
  which: Which;
  choose: (which: Which) => void;
  sql: string;
  setSql: (sql: string) => void;
  /** Others are left alone, whatever is chosen. */
  isOwnOnly: boolean;
  /** Whether the table shows some of the rows only. */
  hasShown: boolean;
  /** The clause; undefined while none is typed. */
  where: string | undefined;
  /** How many rows it chooses, once that is known. */
  count: number | undefined;
  error: Error | null;
}

interface Place {
  itemId: string;
  service: string;
  layer: LayerInfo;
  /** The rows that the person may change, where that is not all. */
  own?: string | undefined;
  /** The rows that the table shows. */
  shown?: string | undefined;
}

/** Begins with the rows that the table shows. */
export function useRowsChoice({ itemId, service, layer, own, shown = ALL }: Place): RowsChoice {
  const hasShown = shown !== ALL;
  const [which, choose] = useState<Which>(hasShown ? 'shown' : 'all');
  const [sql, setSql] = useState('');
  const chosen = which === 'where' ? sql.trim() || undefined : which === 'shown' ? shown : ALL;
  const where = own === undefined || chosen === undefined ? chosen : chosen === ALL ? own : `(${chosen}) AND ${own}`;
  const [asked] = useDebouncedValue(where, PAUSE_MS);
  const counted = useRowCount({ itemId, service, layer, where: asked ?? NONE, sort: undefined });
  const isKnown = where !== undefined && asked === where;
  const count = isKnown && !counted.isPlaceholderData && !counted.error ? counted.data : undefined;
  return { which, choose, sql, setSql, isOwnOnly: own !== undefined, hasShown, where, count, error: isKnown ? counted.error : null };
}

interface Props {
  rows: RowsChoice;
  field: WireField;
  /** What failed when the rows were to be changed. */
  failure: Error | null;
  onChange: () => void;
}

/** What is typed stays while another choice is looked at. */
export function CalculatedRows({ rows, field, failure, onChange }: Props) {
  const t = useTranslate();
  const say = useSentences();
  const format = useFormat();
  const { which, choose, sql, setSql, isOwnOnly, hasShown, count, error } = rows;
  const fault = faultOfCondition(failure) ?? faultOfCondition(error);
  const kinds: Which[] = hasShown ? ['all', 'shown', 'where'] : ['all', 'where'];
  return (
    <div className={classes.rows}>
      <Radio.Group
        label={t('item.calculate.which')}
        value={which}
        onChange={(value) => {
          onChange();
          choose(kinds.find((kind) => kind === value) ?? 'all');
        }}
      >
        <div className={classes.rows}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`item.calculate.which.${kind}`)} />
          ))}
        </div>
      </Radio.Group>
      {which === 'where' && (
        <TextInput
          aria-label={t('item.view.sql-label')}
          className={classes.typed}
          dir="ltr"
          placeholder="height > 10"
          error={fault !== undefined && <span dir="auto">{say(fault)}</span>}
          value={sql}
          onChange={(event) => {
            onChange();
            setSql(event.currentTarget.value);
          }}
        />
      )}
      {isOwnOnly && (
        <Text size="sm" c="dimmed">
          {t('item.data.edit-own-only')}
        </Text>
      )}
      <Text size="sm" role="status" className="tabular">
        {count !== undefined && t('item.calculate.rows', { count, shown: format.number(count), name: field.alias })}
      </Text>
    </div>
  );
}
