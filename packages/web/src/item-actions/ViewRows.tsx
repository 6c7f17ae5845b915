// Asks which rows a view shows: with conditions that are put together, or with SQL; says how many there are.
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import type { Sentence } from '@graticule/geo/sentence';
import { Button, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { ConditionRows } from '../features/ConditionRows.tsx';
import { fieldInAnyType } from '../features/subtypes.ts';
import { type Conditions, useConditions } from '../features/use-conditions.ts';
import { type RowFilter, whereClause } from '../features/where-clause.ts';
import { useFormat, useSentences, useTranslate } from '../language/use-language.ts';
import classes from './ViewRows.module.css';
import type { ViewArea } from './view-area.ts';

/** How long nothing is typed before rows are counted. */
const PAUSE_MS = 400;

/** How the rows of a view are chosen so far. */
interface ViewChoice {
  conditions: Conditions;
  /** What was typed; kept while conditions are put together. */
  sql: string;
  setSql: (sql: string) => void;
  /** Whether SQL is typed, and not conditions put together. */
  isSql: boolean;
  setIsSql: (isSql: boolean) => void;
  /** The clause, empty for all rows; undefined while a value does not fit its field, and while no conditions take the place of the SQL that is there. */
  where: string | undefined;
}

/** With the values that any subtype lists. */
const fieldsOf = (layer: LayerInfo) => layer.fields.map((field) => fieldInAnyType(layer, field));

/** Begins with a filter, with a clause, or with all rows. */
export function useViewRows(layer: LayerInfo | undefined, filter: RowFilter | undefined, clause = ''): ViewChoice {
  const fields = layer ? fieldsOf(layer) : [];
  const conditions = useConditions(fields, filter);
  const [sql, setSql] = useState(clause);
  const [isSql, setIsSql] = useState(clause !== '');
  // Who only looks at the conditions must not open the view to all rows by saving.
  const none = sql.trim() === '' ? '' : undefined;
  const built = conditions.filter ? whereClause(conditions.filter, fields) : none;
  return { conditions, sql, setSql, isSql, setIsSql, where: isSql ? sql.trim() : built };
}

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  rows: ViewChoice;
  /** What the portal found wrong with the condition. */
  fault: Sentence | undefined;
  /** Where the rows lie; undefined while that is not finished. */
  area: ViewArea | null | undefined;
}

/** What was put together is there as SQL when the person goes on in SQL. */
export function ViewRows({ itemId, service, layer, rows, fault, area }: Props) {
  const t = useTranslate();
  const say = useSentences();
  const label = useId();
  const { conditions, sql, setSql, isSql, setIsSql, where } = rows;
  const counted = useCount(itemId, service, layer, { where, area });
  const said = fault ?? faultOfCondition(counted.count.error);
  const choose = (how: string) => {
    // What was put together goes on as SQL; what is not finished leaves the SQL that was there.
    if (how === 'sql' && conditions.filter && where !== undefined) setSql(where);
    setIsSql(how === 'sql');
  };
  return (
    <fieldset aria-labelledby={label} className={classes.rows}>
      <div className={classes.head}>
        <Text id={label} fw={600} size="sm">
          {t('item.view.where')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('item.view.how')}
          value={isSql ? 'sql' : 'conditions'}
          onChange={choose}
          data={[
            { value: 'conditions', label: t('item.view.conditions') },
            { value: 'sql', label: t('item.view.sql') },
          ]}
        />
      </div>
      {!isSql ? (
        <>
          <ConditionRows fields={fieldsOf(layer)} conditions={conditions} onEmpty={conditions.clear} />
          {conditions.isBegun && (
            <Button
              variant="default"
              size="compact-sm"
              className={classes.add}
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={!conditions.canAdd}
              onClick={conditions.add}
            >
              {t('item.data.add-condition')}
            </Button>
          )}
          {said !== undefined && (
            <Text size="sm" c="vermilion" role="alert">
              <span dir="auto">{say(said)}</span>
            </Text>
          )}
        </>
      ) : (
        <TextInput
          aria-label={t('item.view.sql-label')}
          description={t('item.view.where-hint')}
          dir="ltr"
          placeholder="height > 10"
          error={said !== undefined && <span dir="auto">{say(said)}</span>}
          value={sql}
          onChange={(event) => setSql(event.currentTarget.value)}
        />
      )}
      <Count where={where} {...counted} />
    </fieldset>
  );
}

/** What is wrong with a condition; undefined for anything else. */
export function faultOfCondition(error: Error | null): Sentence | undefined {
  return error instanceof ApiError ? error.reasons.find(({ code }) => code === 'where-wrong') : undefined;
}

function useCount(
  itemId: string,
  service: string,
  layer: LayerInfo,
  { where, area }: { where: string | undefined; area: ViewArea | null | undefined },
) {
  const place = area ? { geometry: JSON.stringify(area.geometry), spatialRel: area.operator } : {};
  const wanted = where === undefined || area === undefined ? undefined : JSON.stringify({ where: where || '1=1', ...place });
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const count = useQuery({
    queryKey: keys.itemPart(itemId, `rows-${layer.id}-count-${asked}`),
    queryFn: async ({ signal }) => {
      const query = { service, layer: String(layer.id), returnCountOnly: true, ...(JSON.parse(asked ?? '') as { where: string }) };
      const reply: unknown = await call(queryLayer, query, { quiet: true, signal });
      return (reply as { count: number }).count;
    },
    enabled: asked !== undefined,
    retry: false,
  });
  return { isAsked: wanted === asked, count };
}

/** Said once it is known; a number of other rows is not. That a condition is not finished is said beside the button that waits for it. */
function Count({ where, isAsked, count }: { where: string | undefined } & ReturnType<typeof useCount>) {
  const t = useTranslate();
  const format = useFormat();
  const isKnown = where !== undefined && isAsked && count.data !== undefined && !count.error;
  return (
    <Text size="sm" c="dimmed" role="status" className="tabular">
      {isKnown && t('item.view.rows', { count: count.data, shown: format.number(count.data) })}
    </Text>
  );
}
