// How often an item was looked at on each day: a small chart, and the same as a table.
import type { Item } from '@graticule/contract/content/item';
import { itemUsage } from '@graticule/contract/content/usage';
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './UsageChart.module.css';
import { type Period, periodsOf } from './usage-periods.ts';

const SPANS = ['30', '90', '365'] as const;

/** Days of a month, weeks of a quarter or a year: never more bars than can be told apart. */
export function UsageChart({ item }: { item: Pick<Item, 'id'> }) {
  const t = useTranslate();
  const format = useFormat();
  const [span, setSpan] = useState<string>('30');
  const { data, error } = useQuery({
    queryKey: keys.itemPart(item.id, `usage-${span}`),
    queryFn: () => call(itemUsage, { id: item.id, days: Number(span) }, { quiet: true }),
  });
  if (error) return null;
  const periods = data ? periodsOf(data.views) : [];
  const most = Math.max(1, ...periods.map(({ count }) => count));
  // The middle of a day in UTC is the same day nearly everywhere.
  const date = (time: number) => format.date(time + 43_200_000);
  const nameOf = ({ from, to }: Period): string => (from === to ? date(from) : `${date(from)} – ${date(to)}`);
  return (
    <section className={classes.usage} aria-labelledby="usage-over-time">
      <div className={classes.head}>
        <h3 id="usage-over-time" className={classes.title}>
          {t('item.usage.over-time')}
        </h3>
        <SegmentedControl
          size="xs"
          aria-label={t('item.usage.span')}
          value={span}
          onChange={setSpan}
          data={SPANS.map((value) => ({ value, label: t('item.usage.days', { count: Number(value) }) }))}
        />
      </div>
      {!data ? (
        <Skeleton height={120} radius="md" />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('item.usage.total', { count: data.total, shown: format.number(data.total) })}
          </Text>
          <div className={classes.chart} aria-hidden>
            {periods.map((each) => (
              <span key={each.from} title={`${nameOf(each)}: ${format.number(each.count)}`} className={classes.slot}>
                <span className={classes.bar} style={{ blockSize: `${(each.count / most) * 100}%` }} />
              </span>
            ))}
          </div>
          <details className={classes.table}>
            <summary>{t('item.usage.as-table')}</summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('item.usage.when')}</th>
                  <th scope="col">{t('item.usage.views')}</th>
                </tr>
              </thead>
              <tbody>
                {periods.toReversed().map((each) => (
                  <tr key={each.from}>
                    <th scope="row">{nameOf(each)}</th>
                    <td className="tabular">{format.number(each.count)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}
