// A dense list of items: picture, title, summary, kind, owner, time.
import type { Item } from '@graticule/contract/content/item';
import { Skeleton } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { PersonButton } from '../people/PersonButton.tsx';
import type { ListTitleOrder } from '../ui/ListTitle.tsx';
import { Row, RowMeta, Rows, RowsSkeleton, RowText, RowTitle, RowWords } from '../ui/Rows.tsx';
import { AccessBadge } from './AccessBadge.tsx';
import classes from './ItemRows.module.css';
import { ItemThumbnail } from './ItemThumbnail.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { listSnippet } from './snippet.ts';
import { TypeIcon } from './TypeIcon.tsx';
import { useTypeLabel } from './type-label.ts';
import { WorkBadge } from './WorkBadge.tsx';

interface Props {
  items: readonly Item[];
  /** Before the picture, such as a checkbox. */
  leading?: (item: Item) => ReactNode;
  /** At the end of the row, such as a menu. */
  trailing?: (item: Item) => ReactNode;
  /** Under the title in place of the summary, such as the progress of a job. */
  below?: (item: Item) => ReactNode;
  /** The owner is the same everywhere, and who sees the item matters more. */
  isOwn?: boolean;
  titleOrder?: ListTitleOrder;
}

/** One row per item. */
export function ItemRows({ items, leading, trailing, below, isOwn = false, titleOrder = 2 }: Props) {
  return (
    <Rows onKeyDown={stepThroughTitles}>
      {items.map((item) => (
        <Row key={item.id} className={classes.row}>
          {leading && <div className={classes.leading}>{leading(item)}</div>}
          <ItemThumbnail item={item} width={200} className={classes.picture} />
          <RowWords data-title>
            <RowTitle order={titleOrder} className={classes.title}>
              <Link to={paths.item(item.id)}>{item.title}</Link>
            </RowTitle>
            {below?.(item) ?? (
              <RowText className={classes.snippet} dir="auto">
                {listSnippet(item)}
              </RowText>
            )}
            <Meta item={item} isOwn={isOwn} />
          </RowWords>
          {trailing && <div className={classes.trailing}>{trailing(item)}</div>}
        </Row>
      ))}
    </Rows>
  );
}

/** The arrow keys go from title to title. */
function stepThroughTitles(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-title] a')];
  const at = titles.indexOf(event.target as HTMLElement);
  const next = step === undefined || at < 0 ? undefined : titles[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Meta({ item, isOwn }: { item: Item; isOwn: boolean }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  return (
    <RowMeta className={classes.meta}>
      <span className={classes.type}>
        <TypeIcon type={item.type} size={16} />
        {typeLabel(item.type, item)}
      </span>
      <StatusBadge status={item.contentStatus} />
      <WorkBadge item={item} />
      {isOwn ? (
        <AccessBadge access={item.access} />
      ) : (
        <PersonButton username={item.owner}>{t('shell.owner', { name: item.owner })}</PersonButton>
      )}
      <span>{t('shell.updated', { when: format.ago(item.modified) })}</span>
      {!isOwn && item.numViews > 0 && <span className={classes.views}>{t('shell.views', { count: item.numViews })}</span>}
    </RowMeta>
  );
}

/** Grey rows of the size of the real ones. */
export function ItemRowsSkeleton({ count }: { count: number }) {
  return (
    <RowsSkeleton
      count={count}
      className={classes.row}
      picture={<Skeleton className={classes.picture} radius={4} />}
      lines={[
        { height: 15, width: '38%' },
        { height: 12, mt: 11, width: '72%' },
        { height: 12, mt: 11, width: '44%' },
      ]}
    />
  );
}
