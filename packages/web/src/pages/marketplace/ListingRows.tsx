// A list of listings.
import type { Listing } from '@graticule/contract/marketplace/listings';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ItemThumbnail } from '../../items/ItemThumbnail.tsx';
import { shorten, textOfHtml } from '../../items/snippet.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { Row, RowMeta, Rows, RowText, RowTitle, RowWords } from '../../ui/Rows.tsx';
import classes from './Marketplace.module.css';

interface Props {
  listings: readonly Listing[];
  /** What stands at the end of a row. */
  children?: (listing: Listing) => ReactNode;
}

/** Picture, title, vendor, summary, terms. */
export function ListingRows({ listings, children }: Props) {
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  return (
    <Rows>
      {listings.map((listing) => (
        <Row key={listing.itemId} className={classes.row}>
          <ListingPicture listing={listing} />
          <RowWords className={classes.words}>
            <RowTitle>
              <Link to={paths.marketplace({ id: listing.itemId })}>
                <bdi>{listing.title}</bdi>
              </Link>
            </RowTitle>
            <RowText className={classes.snippet}>
              <bdi>{shorten(listing.snippet || textOfHtml(listing.description ?? ''), 150)}</bdi>
            </RowText>
            <RowMeta className={classes.meta}>
              <span>{typeLabel(listing.type)}</span>
              <span>{t('marketplace.by', { name: listing.vendor.name })}</span>
              <Terms listing={listing} />
            </RowMeta>
          </RowWords>
          {children && <div className={classes.actions}>{children(listing)}</div>}
        </Row>
      ))}
    </Rows>
  );
}

/** The item's picture; where it may not be seen yet, one drawn from its kind. */
export function ListingPicture({ listing }: { listing: Listing }) {
  const { itemId: id, type, thumbnail, modified } = listing;
  return <ItemThumbnail item={{ id, type, thumbnail, modified, extent: [] }} width={200} className={classes.picture} />;
}

/** Price and trial as badges. */
export function Terms({ listing: { listingProperties: terms } }: { listing: Listing }) {
  const t = useTranslate();
  return (
    <>
      <Badge variant="light" color={terms.licenseType === 'free' ? 'lichen' : 'gray'} tt="none">
        <bdi>{terms.licenseType === 'free' ? t('marketplace.free') : terms.priceDesc || t('marketplace.paid')}</bdi>
      </Badge>
      {terms.trialSupported && (
        <Badge variant="light" color="gray" tt="none">
          {t('marketplace.trial-days', { count: terms.trialDuration })}
        </Badge>
      )}
    </>
  );
}
