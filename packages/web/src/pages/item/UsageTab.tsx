// How much an item is used: what the portal counts.
import { getRatings } from '@graticule/contract/content/comments';
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { mayEdit } from '../../item-actions/item-rights.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './ItemTabs.module.css';
import { UsageChart } from './UsageChart.tsx';

const STARS = [5, 4, 3, 2, 1] as const;

/** Views, downloads for files, votes by stars, comments, and when it was last opened. */
export function UsageTab({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const ratings = useQuery({
    queryKey: keys.itemPart(item.id, 'ratings'),
    queryFn: () => call(getRatings, { id: item.id }, { quiet: true }),
  });
  const votes = new Map((ratings.data?.ratings ?? []).map(({ value, count }) => [value, count]));
  const most = Math.max(1, ...votes.values());
  const isFile = itemType(item.type).class === 'file';
  return (
    <section className={classes.usage} aria-label={t('item.tab.usage')}>
      <dl className={classes.figures}>
        <Figure name={t(isFile ? 'item.usage.downloads' : 'item.usage.views')} value={format.number(item.numViews)} />
        <Figure name={t('item.usage.comments')} value={format.number(item.numComments)} />
        <Figure
          name={t('item.usage.rating')}
          value={item.numRatings === 0 ? '–' : format.number(item.avgRating, { maximumFractionDigits: 1 })}
        />
        {item.lastViewed !== undefined && item.lastViewed > 0 && <Figure name={t('item.usage.last')} value={format.ago(item.lastViewed)} />}
      </dl>
      {mayEdit(item, session) && <UsageChart item={item} />}
      {item.numRatings > 0 && (
        <table className={classes.votes}>
          <caption>{t('item.ratings', { count: item.numRatings })}</caption>
          <tbody>
            {STARS.map((star) => (
              <tr key={star}>
                <th scope="row">{t('item.rate-stars', { count: star })}</th>
                <td>
                  <span className={classes.bar} style={{ inlineSize: `${((votes.get(star) ?? 0) / most) * 100}%` }} />
                </td>
                <td className="tabular">{format.number(votes.get(star) ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text size="sm" c="dimmed">
        {t('item.usage.hint')}
      </Text>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
