// A tile of the gallery; its details show when the pointer or the focus rests on it.
import type { Item } from '@graticule/contract/content/item';
import { Popover } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ItemCard } from '../../items/ItemCard.tsx';
import { ItemCounts } from '../../items/ItemCounts.tsx';
import { HOME_SNIPPET, listSnippet } from '../../items/snippet.ts';
import { useTypeLabel } from '../../items/type-label.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './Gallery.module.css';
import { HOVER_MS } from './gallery-page.ts';

/** The popup holds nothing to act on, so that it may go as soon as the pointer leaves. */
export function GalleryTile({ item }: { item: Item }) {
  const t = useTranslate();
  const format = useFormat();
  const typeLabel = useTypeLabel();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rest = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(true), HOVER_MS);
  };
  const leave = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Popover opened={isOpen} position="right-start" width={300} shadow="md" withinPortal trapFocus={false} closeOnEscape={false}>
      <Popover.Target popupType="tooltip">
        <li
          className={classes.tile}
          aria-describedby={isOpen ? id : undefined}
          onPointerEnter={rest}
          onPointerLeave={leave}
          onFocus={rest}
          onBlur={leave}
          onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && leave()}
        >
          <ItemCard item={item} opens="viewer" />
        </li>
      </Popover.Target>
      <Popover.Dropdown id={id} role="tooltip" className={classes.details}>
        <strong dir="auto">{item.title}</strong>
        <p dir="auto">{listSnippet(item, HOME_SNIPPET)}</p>
        <p className={classes.facts}>
          {typeLabel(item.type, item)} · {t('shell.owner', { name: item.owner })}
          <br />
          {t('shell.updated', { when: format.date(item.modified) })}
        </p>
        <ItemCounts item={item} />
        {item.tags.length > 0 && (
          <p className={classes.facts} dir="auto">
            {item.tags.slice(0, 12).join(' · ')}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
