// What a group shows first, above everything else in it.
import type { Item } from '@graticule/contract/content/item';
import { Title } from '@mantine/core';
import { ItemCards } from '../../items/ItemCards.tsx';
import { useTranslate } from '../../language/use-language.ts';
import classes from './GroupPage.module.css';

/** Nothing while nothing is featured. */
export function GroupFeatured({ items }: { items: readonly Item[] }) {
  const t = useTranslate();
  if (items.length === 0) return null;
  return (
    <section className={classes.featured} aria-labelledby="group-featured">
      <Title order={2} size="h4" mb="sm" id="group-featured">
        {t('groups.featured')}
      </Title>
      <ItemCards items={items} titleOrder={3} isShort />
    </section>
  );
}
