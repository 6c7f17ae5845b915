// The gallery: four tiles a page, previous and next, numbered pages, details on hovering.
import type { Item } from '@graticule/contract/content/item';
import { Pagination } from '@mantine/core';
import { ItemCardsSkeleton } from '../../items/ItemCards.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { StatePage } from '../../ui/StatePage.tsx';
import classes from './Gallery.module.css';
import { GalleryTile } from './GalleryTile.tsx';
import { GALLERY_PAGE, pageWithin } from './gallery-page.ts';

interface Props {
  /** The items of this page; undefined while they load. */
  items: readonly Item[] | undefined;
  total: number;
  page: number;
  onPage: (page: number) => void;
}

/** Previous is not there on the first page, next not on the last. @source CO-027 to CO-034 */
export function Gallery({ items, total, page: wanted, onPage }: Props) {
  const t = useTranslate();
  const pages = Math.max(1, Math.ceil(total / GALLERY_PAGE));
  const page = pageWithin(wanted, pages);
  if (!items) return <ItemCardsSkeleton count={GALLERY_PAGE} />;
  if (items.length === 0) return <StatePage isInline title={t('home.gallery.none')} text={t('home.nothing-featured-visitor')} />;
  return (
    <>
      <ul className={classes.tiles}>
        {items.map((item) => (
          <GalleryTile key={item.id} item={item} />
        ))}
      </ul>
      {pages > 1 && (
        <Pagination.Root
          total={pages}
          value={page}
          onChange={(next) => onPage(pageWithin(next, pages))}
          getItemProps={(number) => ({ 'aria-label': t('home.gallery.page', { page: number }) })}
          className={classes.pages}
          aria-label={t('shell.paging')}
        >
          {page > 1 && <Pagination.Previous aria-label={t('shell.paging.previous')} />}
          <Pagination.Items />
          {page < pages && <Pagination.Next aria-label={t('shell.paging.next')} />}
        </Pagination.Root>
      )}
    </>
  );
}
