// The values of a column in short: how many, different, missing, least, greatest, mean, median; and the most frequent ones.
import { queryLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { Popover, Select, Skeleton, Text } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { cellText } from '../../features/cell-text.ts';
import { kindOf } from '../../features/field-kinds.ts';
import { fieldInAnyType } from '../../features/subtypes.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { ToolButton } from './ToolButton.tsx';

/** The most frequent values that are named. */
const TOP = 5;

interface Props {
  itemId: string;
  service: string;
  layer: LayerInfo;
  where: string;
}

/** Of the rows that match the filter. */
export function ColumnStatistics(props: Props) {
  const t = useTranslate();
  const [name, setName] = useState<string | null>(null);
  const fields = props.layer.fields.filter((field) => !/OID|GlobalID/.test(field.type)).map((field) => fieldInAnyType(props.layer, field));
  const field = fields.find((each) => each.name === name) ?? fields[0];
  if (!field) return null;
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <ToolButton icon={IconChartBar} label={t('item.data.statistics')} />
      </Popover.Target>
      <Popover.Dropdown>
        <Select
          label={t('item.data.field')}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={field.name}
          onChange={setName}
          data={fields.map((each) => ({ value: each.name, label: each.alias }))}
        />
        <Figures {...props} field={field} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Values = Record<string, string | number | null>;

function Figures({ itemId, service, layer, where, field }: Props & { field: WireField }) {
  const t = useTranslate();
  const words = useErrorWords();
  const format = useFormat();
  const isNumber = kindOf(field) === 'number' && field.domain?.type !== 'codedValue';
  const hasOrder = isNumber || kindOf(field) === 'date';
  const { data, error } = useQuery({
    queryKey: [...keys.itemPart(itemId, `rows-${layer.id}`), 'statistics', where, field.name],
    queryFn: async () => {
      const base = { service, layer: String(layer.id), where, returnGeometry: false };
      const kinds = ['count', ...(hasOrder ? ['min', 'max'] : []), ...(isNumber ? ['avg', 'sum', 'stddev'] : [])];
      const outStatistics = [
        ...kinds.map((kind) => ({ statisticType: kind, onStatisticField: field.name, outStatisticFieldName: `of_${kind}` })),
        ...(isNumber ? [medianOf(field)] : []),
        rowsOf(layer),
      ];
      const [all, most, different] = await Promise.all([
        call(queryLayer, { ...base, outStatistics }, { quiet: true }),
        call(
          queryLayer,
          {
            ...base,
            outStatistics: [rowsOf(layer)],
            groupByFieldsForStatistics: field.name,
            orderByFields: 'of_rows DESC',
            resultRecordCount: TOP,
          },
          { quiet: true },
        ),
        call(queryLayer, { ...base, outFields: field.name, returnDistinctValues: true, returnCountOnly: true }, { quiet: true }),
      ]);
      const figures: Values = { ...all.features[0]?.attributes };
      const missing = Number(figures.of_rows ?? 0) - Number(figures.of_count ?? 0);
      // that there is no value is counted as one of them
      const distinct = (different as unknown as { count: number }).count - (missing > 0 ? 1 : 0);
      const told: Values = { ...figures, of_missing: missing, of_distinct: distinct };
      return { figures: told, most: most.features.map(({ attributes }) => attributes) };
    },
    retry: false,
  });
  if (error) {
    return (
      <Text size="sm" c="vermilion" mt="sm" role="alert">
        {words(error).text}
      </Text>
    );
  }
  if (!data) return <Skeleton height={150} mt="sm" />;
  const shown = (kind: string, value: Values[string] | undefined): string => {
    if (value === null || value === undefined) return '–';
    if (kind === 'min' || kind === 'max') return cellText(value, field, format) ?? '–';
    return format.number(Number(value), { maximumFractionDigits: 4 });
  };
  // of values that all differ the first few are no more frequent than the others
  const different = Number(data.figures.of_distinct) + (Number(data.figures.of_missing) > 0 ? 1 : 0);
  const hasFrequent = different <= TOP || data.most.some((row) => Number(row.of_rows) > 1);
  return (
    <>
      <dl className={classes.statistics}>
        {KINDS.filter((kind) => data.figures[`of_${kind}`] !== undefined).map((kind) => (
          <div key={kind}>
            <dt>{t(`item.data.statistics.${kind}`)}</dt>
            <dd>{shown(kind, data.figures[`of_${kind}`])}</dd>
          </div>
        ))}
      </dl>
      {hasFrequent && (
        <>
          <Text size="sm" fw={560} mt="sm">
            {t('item.data.statistics.most')}
          </Text>
          <dl className={classes.statistics}>
            {data.most.map((row) => (
              <div key={String(row[field.name])}>
                <dt>
                  <bdi>{cellText(row[field.name] ?? null, field, format) ?? t('item.data.no-value')}</bdi>
                </dt>
                <dd>{format.number(Number(row.of_rows))}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

const KINDS = ['count', 'distinct', 'missing', 'min', 'max', 'avg', 'median', 'sum', 'stddev'] as const;

/** All rows, those without a value included. */
function rowsOf({ objectIdField }: LayerInfo) {
  return { statisticType: 'count', onStatisticField: objectIdField, outStatisticFieldName: 'of_rows' };
}

function medianOf({ name }: WireField) {
  return {
    statisticType: 'PERCENTILE_CONT',
    onStatisticField: name,
    outStatisticFieldName: 'of_median',
    statisticParameters: { value: 0.5 },
  };
}
