// The table of one's content: thousands of rows, of which those in sight are drawn.
import type { Item } from '@graticule/contract/content/item';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Selection } from '../../bulk/use-selection.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { ContentRow } from './ContentRow.tsx';
import classes from './ContentTable.module.css';
import { COLUMNS, type Column, gridTemplate } from './columns.ts';
import { BIN, type ContentChoice, type SortField } from './content-query.ts';
import { nextRow } from './grid-keys.ts';
import type { useContentItems } from './use-content-items.ts';

interface Props {
  choice: ContentChoice;
  content: ReturnType<typeof useContentItems>;
  first: number;
  end: number;
  rowHeight: number;
  columns: readonly Column[];
  folderTitle: (id: string | null | undefined) => string;
  selection: Selection<Item>;
  listRef: RefObject<HTMLTableSectionElement | null>;
  onSort: (field: SortField) => void;
  /** Chooses everything between two rows, both included. */
  onStretch: (from: number, to: number) => void;
  onAll: () => void;
  onDelete: () => void;
  onDrag: (items: readonly Item[] | undefined) => void;
  menu: (item: Item, tabIndex: number | undefined) => ReactNode;
}

/** A grid in which the arrow keys move from row to row. */
export function ContentTable(props: Props) {
  const { content, first, end, rowHeight, columns, selection, listRef, onStretch, onAll, onDelete } = props;
  const t = useTranslate();
  const navigate = useNavigate();
  const count = content.reachable;
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    listRef.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  });

  const goTo = (index: number) => {
    const list = listRef.current;
    if (!list) return;
    const top = list.getBoundingClientRect().top + index * rowHeight;
    const header = 120;
    if (top < header) window.scrollBy({ top: top - header });
    else if (top + rowHeight > window.innerHeight - 16) window.scrollBy({ top: top + rowHeight - window.innerHeight + 16 });
    wantsFocus.current = true;
    setActive(index);
  };

  const press = (event: KeyboardEvent) => {
    // menus and dialogs of a row stand elsewhere in the page, and have their own keys
    if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return;
    if (event.target.closest('[role="menu"], [role="dialog"]')) return;
    if (event.target.closest('button, a, input') && event.key !== 'Escape') return;
    const item = content.items.get(active);
    const target = nextRow(event.key, active, count, Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4));
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey) onStretch(selection.chosen.length === 0 ? active : selection.anchor(), target);
      return goTo(target);
    }
    if (event.key === ' ' && item) {
      event.preventDefault();
      if (event.shiftKey) onStretch(selection.anchor(), active);
      else selection.toggle(item, active);
    } else if (event.key === 'Enter' && item && props.choice.folder !== BIN) void navigate(paths.item(item.id));
    else if (event.key === 'Escape') selection.clear();
    else if (event.key === 'Delete' && selection.chosen.length > 0) onDelete();
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onAll();
    }
  };

  const rows = Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
  const tabStop = active >= first && active < end ? active : first;
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are chosen and moved through with the keyboard
      role="grid"
      aria-label={t('content.table')}
      aria-rowcount={count + 1}
      aria-multiselectable
      aria-busy={content.isStale}
      className={classes.table}
      style={{ '--columns': gridTemplate(columns), '--row-height': `${rowHeight}px` } as CSSProperties}
      onKeyDown={press}
    >
      <Head {...props} />
      <tbody ref={listRef} className={classes.rows} style={{ blockSize: count * rowHeight }} data-stale={content.isStale || undefined}>
        {rows.map((index) => (
          <ContentRow
            key={index}
            index={index}
            item={content.items.get(index)}
            columns={columns}
            isTabStop={index === tabStop}
            isSelected={selection.has(content.items.get(index)?.id ?? '')}
            folderTitle={props.folderTitle}
            onFocus={() => setActive(index)}
            onToggle={(item, isStretch) => (isStretch ? onStretch(selection.anchor(), index) : selection.toggle(item, index))}
            onDragItem={(item) => {
              const dragged = item && selection.has(item.id) ? selection.chosen : item && [item];
              props.onDrag(dragged);
              return dragged ?? [];
            }}
            menu={props.menu}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head({ choice, content, columns, selection, onSort, onAll }: Props) {
  const t = useTranslate();
  const shown = COLUMNS.filter((column) => columns.includes(column.name));
  const chosen = selection.chosen.length;
  const isBin = choice.folder === BIN;
  const isAll = chosen > 0 && chosen >= content.reachable;
  return (
    <thead>
      <tr aria-rowindex={1} className={classes.head}>
        <th className={classes.check}>
          <Checkbox
            aria-label={t('content.select-all')}
            checked={isAll}
            indeterminate={chosen > 0 && !isAll}
            disabled={content.reachable === 0}
            onChange={() => (chosen > 0 ? selection.clear() : onAll())}
          />
        </th>
        {[{ name: 'title', sort: 'title', isNumber: false } as const, ...shown].map(({ name, isNumber, ...column }) => {
          const sort = isBin ? undefined : column.sort;
          const isSorted = sort !== undefined && sort === choice.sortField;
          const Arrow = choice.isDescending ? IconArrowDown : IconArrowUp;
          return (
            <th
              key={name}
              aria-sort={isSorted ? (choice.isDescending ? 'descending' : 'ascending') : undefined}
              className={isNumber ? classes.number : undefined}
            >
              {sort ? (
                <UnstyledButton className={classes.sort} onClick={() => onSort(sort)}>
                  {t(`content.column.${name}`)}
                  {isSorted && <Arrow size={14} aria-hidden />}
                </UnstyledButton>
              ) : (
                t(`content.column.${name}`)
              )}
            </th>
          );
        })}
        <td />
      </tr>
    </thead>
  );
}
