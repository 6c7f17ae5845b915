// How an item is received: stars, ratings, comments, views or downloads.
import type { Item } from '@graticule/contract/content/item';
import { itemType } from '@graticule/contract/item-types/classify';
import { useTranslate } from '../language/use-language.ts';
import classes from './ItemCard.module.css';
import { Stars } from './Stars.tsx';

/** Files are downloaded, everything else is viewed. @source CO-037, CO-038 */
export function ItemCounts({ item }: { item: Item }) {
  const t = useTranslate();
  const isFile = itemType(item.type).class === 'file';
  return (
    <p className={classes.counts}>
      <Stars average={item.avgRating} count={item.numRatings} />
      <span>{t('shell.ratings', { count: item.numRatings })}</span>
      <span>{t('shell.comments', { count: item.numComments })}</span>
      <span>{t(isFile ? 'shell.downloads' : 'shell.views', { count: item.numViews })}</span>
    </p>
  );
}
