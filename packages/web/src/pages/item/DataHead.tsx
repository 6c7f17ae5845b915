// The names of the columns; each sorts the rows by its own, and its edge is moved.
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type CSSProperties, memo, useCallback } from 'react';
import { isFigure } from '../../features/field-kinds.ts';
import { fieldInAnyType } from '../../features/subtypes.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ColumnEdge } from './ColumnEdge.tsx';
import { type ColumnWidths, TOOLS } from './column-widths.ts';
import classes from './DataTable.module.css';
import { hasAny, type ToolsRoom } from './tools-room.ts';
import type { RowsRequest } from './use-rows.ts';
import { COLUMN_WIDTH, type VisibleColumns } from './visible-columns.ts';

interface Props extends ToolsRoom {
  layer: LayerInfo;
  shown: VisibleColumns;
  sort: RowsRequest['sort'];
  onSort: (sort: RowsRequest['sort']) => void;
  /** Undefined until somebody changed one. */
  widths: ColumnWidths | undefined;
  onWidths: (changed: ColumnWidths) => void;
}

/** Stays in sight; gives the columns their widths in very wide tables, and once people changed one. */
export const DataHead = memo(function DataHead({ layer, shown, sort, onSort, widths, onWidths, ...tools }: Props) {
  const { columns, first, before, after, isWide, isSized } = shown;
  const isFixed = isWide || isSized;
  const resize = useCallback(
    (head: HTMLElement, width: number) => {
      // the others stay as they are, instead of sharing what this one leaves
      const others = isFixed ? {} : widthsNow(head.closest('tr'));
      onWidths({ ...others, [head.dataset.column ?? '']: width });
    },
    [isFixed, onWidths],
  );
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasAny(tools) && <ToolsHead {...tools} width={widths?.[TOOLS]} />}
        {before > 0 && <td aria-hidden className={classes.gap} style={{ inlineSize: before }} />}
        {columns.map((field, i) => (
          <Head
            key={field.name}
            field={fieldInAnyType(layer, field)}
            index={isWide ? first + i + 1 : undefined}
            width={isFixed ? (widths?.[field.name] ?? COLUMN_WIDTH) : undefined}
            sort={sort}
            onSort={onSort}
            onWidth={resize}
          />
        ))}
        {(after > 0 || isSized) && <td aria-hidden className={classes.gap} style={{ inlineSize: isWide ? after : undefined }} />}
      </tr>
    </thead>
  );
});

function ToolsHead({ isChoosable, buttons, hasMenu, width }: ToolsRoom & { width: number | undefined }) {
  const room = { '--boxes': Number(isChoosable), '--buttons': buttons } as CSSProperties;
  return <td className={classes.tool} data-menu={hasMenu || undefined} style={{ ...room, inlineSize: width }} />;
}

/** As the browser made them. */
function widthsNow(row: HTMLTableRowElement | null): ColumnWidths {
  const cells = [...(row?.querySelectorAll<HTMLElement>('th, td') ?? [])];
  return Object.fromEntries(cells.map((cell) => [cell.dataset.column ?? TOOLS, cell.offsetWidth]));
}

interface HeadProps extends Pick<Props, 'sort' | 'onSort'> {
  field: WireField;
  /** Among all columns, from 1, where not all are drawn. */
  index: number | undefined;
  /** Undefined where the browser finds it. */
  width: number | undefined;
  onWidth: (head: HTMLElement, width: number) => void;
}

function Head({ field, index, width, sort, onSort, onWidth }: HeadProps) {
  const t = useTranslate();
  const isSorted = sort?.field === field.name;
  return (
    <th
      className={isFigure(field) ? classes.number : undefined}
      style={{ inlineSize: width }}
      data-column={field.name}
      // the edge has a name of its own, which is none of the column
      aria-label={field.alias}
      aria-colindex={index}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" title={t('item.data.sort', { name: field.alias })} onClick={() => onSort(nextSort(sort, field.name))}>
        <bdi>{field.alias}</bdi>
        {isSorted && (sort.isDescending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
      </button>
      <ColumnEdge name={field.alias} onWidth={onWidth} />
    </th>
  );
}

/** Upwards, downwards, not at all. */
function nextSort(sort: RowsRequest['sort'], field: string): RowsRequest['sort'] {
  if (sort?.field !== field) return { field, isDescending: false };
  return sort.isDescending ? undefined : { field, isDescending: true };
}
