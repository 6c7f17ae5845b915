// A card of an item: picture, title, summary, kind, owner, how it is received.
import type { Item } from '@graticule/contract/content/item';
import { Link } from 'react-router';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { PersonButton } from '../people/PersonButton.tsx';
import { ListTitle, type ListTitleOrder } from '../ui/ListTitle.tsx';
import classes from './ItemCard.module.css';
import { ItemCounts } from './ItemCounts.tsx';
import { ItemThumbnail } from './ItemThumbnail.tsx';
import { mapViewerAddress } from './item-address.ts';
import { StatusBadge } from './StatusBadge.tsx';
import { listSnippet } from './snippet.ts';
import { TypeIcon } from './TypeIcon.tsx';
import { useTypeLabel } from './type-label.ts';
import { WorkBadge } from './WorkBadge.tsx';

interface Props {
  item: Item;
  /** Where the card leads: to the item's page, or straight into the map viewer where that can show it. */
  opens?: 'page' | 'viewer';
  isEager?: boolean;
  titleOrder?: ListTitleOrder;
  /** Without owner, rating and counts, where room is scarce. */
  isShort?: boolean;
}

/** The whole card is the link; the summary shows in its lower half. */
export function ItemCard({ item, opens = 'page', isEager, titleOrder = 2, isShort = false }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const to = (opens === 'viewer' ? mapViewerAddress(item) : undefined) ?? paths.item(item.id);
  return (
    <article className={classes.card}>
      <ItemThumbnail item={item} isEager={isEager} />
      <div className={classes.words}>
        <ListTitle order={titleOrder} className={classes.title}>
          <Link to={to} className={classes.link} title={item.title}>
            {item.title}
          </Link>
        </ListTitle>
        <p className={classes.snippet}>
          <bdi>{listSnippet(item)}</bdi>
        </p>
        <p className={classes.meta}>
          <TypeIcon type={item.type} size={16} />
          <span className={classes.type}>{typeLabel(item.type, item)}</span>
          <StatusBadge status={item.contentStatus} />
          <WorkBadge item={item} />
          {isShort && <span className={classes.when}>{t('shell.updated', { when: format.ago(item.modified) })}</span>}
        </p>
        {!isShort && (
          <>
            <p className={classes.meta}>
              <PersonButton username={item.owner} className={classes.owner}>
                {t('shell.owner', { name: item.owner })}
              </PersonButton>
              <span className={classes.when}>{t('shell.updated', { when: format.ago(item.modified) })}</span>
            </p>
            <ItemCounts item={item} />
          </>
        )}
      </div>
    </article>
  );
}
