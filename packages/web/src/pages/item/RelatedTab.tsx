// What an item is made of, and what is made of it.
import type { Item } from '@graticule/contract/content/item';
import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { relatedQuery } from '../../item-actions/related-items.ts';
import { ItemRows } from '../../items/ItemRows.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { StatePage } from '../../ui/StatePage.tsx';
import classes from './ItemTabs.module.css';

/** Both directions; only items that the reader may see. */
export function RelatedTab({ item }: { item: Item }) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(relatedQuery(item.id));
  if (error) return <ErrorState isInline error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  if (data.uses.length + data.usedBy.length === 0) {
    return <StatePage isInline title={t('item.related.none')} text={t('item.related.none-text')} />;
  }
  return (
    <div className={classes.stack}>
      {data.usedBy.length > 0 && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.related.used-by', { count: data.usedBy.length })}
          </Title>
          <ItemRows items={data.usedBy} />
        </section>
      )}
      {data.uses.length > 0 && (
        <section>
          <Title order={2} className={classes.heading}>
            {t('item.related.uses', { count: data.uses.length })}
          </Title>
          <ItemRows items={data.uses} />
        </section>
      )}
    </div>
  );
}
