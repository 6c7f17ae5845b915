// One row of the content table; grey until its item is there.
import type { BinnedItem, Item } from '@graticule/contract/content/item';
import { Checkbox, Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { AccessBadge } from '../../items/AccessBadge.tsx';
import { ItemThumbnail } from '../../items/ItemThumbnail.tsx';
import { TypeIcon } from '../../items/TypeIcon.tsx';
import { useTypeLabel } from '../../items/type-label.ts';
import { WorkBadge } from '../../items/WorkBadge.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import classes from './ContentTable.module.css';
import { COLUMNS, type Column } from './columns.ts';
import { draggedTitles, drawDragged } from './drag-picture.ts';

interface Props {
  index: number;
  item: Item | undefined;
  columns: readonly Column[];
  isTabStop: boolean;
  isSelected: boolean;
  folderTitle: (id: string | null | undefined) => string;
  onFocus: () => void;
  onToggle: (item: Item, isStretch: boolean) => void;
  onDragItem: (item: Item | undefined) => readonly Item[];
  menu: (item: Item, tabIndex: number | undefined) => ReactNode;
}

/** The row itself takes the focus; what is inside it is reached with Tab from there. */
export const ContentRow = memo(function ContentRow(props: Props) {
  const { index, item, columns, isTabStop, isSelected, onFocus, onToggle, onDragItem, menu } = props;
  const t = useTranslate();
  const typeLabel = useTypeLabel();
  const inner = isTabStop ? undefined : -1;
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.row}
      style={{ insetBlockStart: `calc(${index} * var(--row-height))` }}
      draggable={item !== undefined && !isBinned(item)}
      onFocus={onFocus}
      onClick={(event) => {
        if (item && (event.ctrlKey || event.metaKey || event.shiftKey) && !(event.target as HTMLElement).closest('a, button, input, label'))
          onToggle(item, event.shiftKey);
      }}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', item?.title ?? '');
        const { shown, more } = draggedTitles(onDragItem(item).map(({ title }) => title));
        drawDragged(event.dataTransfer, classes.dragged ?? '', [
          ...shown,
          ...(more > 0 ? [t('content.dragged-more', { count: more })] : []),
        ]);
      }}
      onDragEnd={() => onDragItem(undefined)}
    >
      <td className={classes.check}>
        {item && (
          <Checkbox
            aria-label={t('content.select', { title: item.title })}
            tabIndex={inner}
            checked={isSelected}
            readOnly
            onClick={(event) => onToggle(item, event.shiftKey)}
          />
        )}
      </td>
      {item ? (
        <>
          <td className={classes.title}>
            {item.thumbnail ? (
              <ItemThumbnail item={item} width={200} className={classes.picture} />
            ) : (
              // drawing the world for each row would make a long list stutter
              <span className={classes.tile}>
                <TypeIcon type={item.type} size={20} />
              </span>
            )}
            <div className={classes.words}>
              {isBinned(item) ? (
                <span className={classes.name} title={item.title} dir="auto">
                  {item.title}
                </span>
              ) : (
                <Link to={paths.item(item.id)} className={classes.name} tabIndex={inner} title={item.title} draggable={false} dir="auto">
                  {item.title}
                </Link>
              )}
              {item.protected && (
                <span title={t('content.protected')} className={classes.protected}>
                  <IconLock size={14} role="img" aria-label={t('content.protected')} />
                </span>
              )}
              {item.status === undefined ? (
                <span className={classes.under}>
                  <TypeIcon type={item.type} size={14} />
                  <span className={classes.kind}>{typeLabel(item.type, item)}</span>
                  {isBinned(item) ? t('content.days-left', { count: daysLeft(item) }) : <AccessBadge access={item.access} />}
                </span>
              ) : (
                <span className={classes.work}>
                  <WorkBadge item={item} />
                </span>
              )}
            </div>
          </td>
          {COLUMNS.filter(({ name }) => columns.includes(name)).map(({ name, isNumber }) => (
            <td key={name} className={isNumber ? classes.number : classes.cell}>
              <Cell name={name} item={item} folderTitle={props.folderTitle} />
            </td>
          ))}
          <td className={classes.menu}>{menu(item, inner)}</td>
        </>
      ) : (
        <td className={classes.title}>
          <Skeleton className={classes.picture} radius={4} />
          <Skeleton height={13} width="60%" />
        </td>
      )}
    </tr>
  );
});

function isBinned(item: Item): item is BinnedItem {
  return 'inRecycleBin' in item;
}

/** Begun days until the item goes for good. */
function daysLeft({ expires }: BinnedItem): number {
  return Math.max(0, Math.ceil((expires - Date.now()) / 86_400_000));
}

/** Words of the owner, cut at their own end when they are too long. */
function Own({ text }: { text: string }) {
  return (
    <span className={classes.own} dir="auto" title={text}>
      {text}
    </span>
  );
}

function Cell({ name, item, folderTitle }: { name: Column; item: Item; folderTitle: Props['folderTitle'] }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  switch (name) {
    case 'type':
      return (
        <span className={classes.type}>
          <TypeIcon type={item.type} size={16} />
          <span className={classes.kind}>{typeLabel(item.type, item)}</span>
        </span>
      );
    case 'access':
      return <AccessBadge access={item.access} />;
    case 'folder':
      return <Own text={isBinned(item) ? (item.recycledFrom ?? folderTitle(null)) : folderTitle(item.ownerFolder)} />;
    case 'tags':
      return <Own text={item.tags.join(', ')} />;
    case 'modified':
    case 'created':
      return (
        <time dateTime={new Date(item[name]).toISOString()} title={format.dateTime(item[name])}>
          {format.ago(item[name])}
        </time>
      );
    case 'recycled':
      return isBinned(item) ? <time title={format.dateTime(item.recycled)}>{format.ago(item.recycled)}</time> : '';
    case 'expires':
      return isBinned(item) ? <span title={format.dateTime(item.expires)}>{t('content.days-left', { count: daysLeft(item) })}</span> : '';
    case 'size':
      return item.size > 0 ? format.size(item.size) : '';
    case 'numviews':
      return format.number(item.numViews);
    case 'avgrating':
      return item.numRatings > 0 ? (
        <span title={t('shell.stars', { rating: format.number(item.avgRating), count: item.numRatings })}>
          {format.number(item.avgRating, { maximumFractionDigits: 1 })}
        </span>
      ) : (
        ''
      );
  }
}
