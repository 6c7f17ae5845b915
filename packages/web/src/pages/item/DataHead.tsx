// The names of the columns; each sorts the rows by its own.
import type { WireField } from '@graticule/contract/services/layer';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { isFigure } from '../../features/field-kinds.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import type { RowsRequest } from './use-rows.ts';
import { COLUMN_WIDTH, type VisibleColumns } from './visible-columns.ts';

interface Props {
  shown: VisibleColumns;
  hasTools: boolean;
  sort: RowsRequest['sort'];
  onSort: (sort: RowsRequest['sort']) => void;
}

/** Stays in sight; gives the columns of very wide tables their width. */
export function DataHead({ shown, hasTools, sort, onSort }: Props) {
  const { columns, first, before, after, isWide } = shown;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasTools && <td className={classes.tool} />}
        {before > 0 && <td aria-hidden className={classes.gap} style={{ inlineSize: before }} />}
        {columns.map((field, i) => (
          <Head key={field.name} field={field} index={isWide ? first + i + 1 : undefined} sort={sort} onSort={onSort} />
        ))}
        {after > 0 && <td aria-hidden className={classes.gap} style={{ inlineSize: after }} />}
      </tr>
    </thead>
  );
}

interface HeadProps extends Pick<Props, 'sort' | 'onSort'> {
  field: WireField;
  /** Among all columns, from 1, where not all are drawn. */
  index: number | undefined;
}

function Head({ field, index, sort, onSort }: HeadProps) {
  const t = useTranslate();
  const isSorted = sort?.field === field.name;
  return (
    <th
      className={isFigure(field) ? classes.number : undefined}
      style={index === undefined ? undefined : { inlineSize: COLUMN_WIDTH }}
      aria-colindex={index}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" title={t('item.data.sort', { name: field.alias })} onClick={() => onSort(nextSort(sort, field.name))}>
        <bdi>{field.alias}</bdi>
        {isSorted && (sort.isDescending ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
      </button>
    </th>
  );
}

/** Upwards, downwards, not at all. */
function nextSort(sort: RowsRequest['sort'], field: string): RowsRequest['sort'] {
  if (sort?.field !== field) return { field, isDescending: false };
  return sort.isDescending ? undefined : { field, isDescending: true };
}
