// The table of a layer's rows: sorted, filtered, edited in place; only the rows in sight are drawn.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { Alert } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { mayEditRows } from '../../features/edit-rights.ts';
import { type RowFilter, whereClause } from '../../features/where-clause.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { CalculateTool } from './CalculateTool.tsx';
import { ColumnStatistics } from './ColumnStatistics.tsx';
import { DataHead } from './DataHead.tsx';
import { DataRow } from './DataRow.tsx';
import classes from './DataTable.module.css';
import { DataTools } from './DataTools.tsx';
import { RowFault } from './RowFault.tsx';
import { RowsBar } from './RowsBar.tsx';
import { type RelatedLayer, type RowScope, scopeClause } from './related-rows.ts';
import { useRowFilter } from './row-filter.ts';
import { UndoButton } from './UndoButton.tsx';
import { useFileCounts } from './use-file-counts.ts';
import { type RowsRequest, useRowCount, useRows } from './use-rows.ts';
import { useUndo } from './use-undo.ts';
import { COLUMN_WIDTH, visibleColumns } from './visible-columns.ts';
import { visibleRows } from './visible-rows.ts';

const ROW_HEIGHT = 40;

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  /** Layers of the service whose rows belong to rows of this one. */
  related?: readonly RelatedLayer[];
  /** Only the rows with this value. */
  scope?: RowScope | undefined;
  onRelated?: (related: RelatedLayer, feature: WireFeature) => void;
}

const NOTHING: readonly RelatedLayer[] = [];

/** Scrolls through any number of rows. */
export function DataTable({ item, service, layer, related = NOTHING, scope, onRelated }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [sort, setSort] = useState<RowsRequest['sort']>();
  const [filter, setFilter] = useRowFilter(layer, scope !== undefined);
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    layer.fields.filter((field) => field.type === 'esriFieldTypeGlobalID').map((field) => field.name),
  );
  const [scrolled, setScrolled] = useState({ top: 0, start: 0 });
  const { ref, height, width } = useElementSize();
  const request = { itemId: item.id, service, layer, where: clauseOf(filter, scope, layer), sort };
  const count = useRowCount(request);
  const total = count.data ?? 0;
  const { first, end, before, after } = visibleRows(total, ROW_HEIGHT, scrolled.top, Math.max(height, ROW_HEIGHT * 10));
  const { rows, error, retry } = useRows(request, first, end);
  const files = useFileCounts(item.id, service, layer, rows);
  const columns = useMemo(() => layer.fields.filter((field) => !hidden.includes(field.name)), [layer, hidden]);
  // rows are drawn again only when other columns come into sight
  const step = Math.floor(scrolled.start / COLUMN_WIDTH) * COLUMN_WIDTH;
  const shown = useMemo(() => visibleColumns(columns, step, width), [columns, step, width]);
  const isEditable = mayEditRows(item, layer, session);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = useCallback(
    (objectId: number, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, objectId] : [...before].filter((id) => id !== objectId))),
    [],
  );
  const hasTools = isEditable || layer.geometryType !== undefined || layer.hasAttachments === true || related.length > 0;
  const undo = useUndo(item.id, service, layer);
  const fault = count.error ?? error;
  const isTouched = useMediaQuery('(hover: none)', false, { getInitialValueInEffect: false });

  return (
    <section>
      <DataTools
        fields={layer.fields}
        hidden={hidden}
        onHidden={setHidden}
        filter={filter}
        onFilter={(next) => {
          setFilter(next);
          // what is chosen lies among the rows that are shown
          setChosen(new Set());
        }}
        count={count.data === undefined ? '' : t('item.data.rows', { count: total, shown: format.number(total) })}
      >
        <ColumnStatistics itemId={item.id} service={service} layer={layer} where={request.where} />
        {undo.last && <UndoButton last={undo.last} isBusy={undo.isBusy} onUndo={undo.undo} />}
        {isEditable && <CalculateTool itemId={item.id} service={service} layer={layer} shown={request.where} />}
        {isEditable && (
          <RowsBar item={item} service={service} layer={layer} scope={scope} chosen={chosen} onDeleted={() => setChosen(new Set())} />
        )}
      </DataTools>
      {undo.failed && (
        <Alert color="vermilion" mb="sm" role="alert">
          <RowFault {...undo.failed} onSave={undo.insist} onGiveUp={undo.giveUp} />
        </Alert>
      )}
      {fault && <ErrorState isInline error={fault} onRetry={() => (count.error ? void count.refetch() : retry())} />}
      {isEditable && <p className={classes.hint}>{t(isTouched ? 'item.data.edit-hint-touch' : 'item.data.edit-hint')}</p>}
      <div
        className={classes.scroll}
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => setScrolled({ top: scrollTop, start: Math.abs(scrollLeft) })}
      >
        <table
          className={classes.table}
          data-wide={shown.isWide || undefined}
          aria-rowcount={total + 1}
          aria-colcount={shown.isWide ? columns.length : undefined}
          aria-label={layer.name}
        >
          <DataHead shown={shown} hasTools={hasTools} sort={sort} onSort={setSort} />
          <tbody>
            {before > 0 && <tr aria-hidden style={{ blockSize: before }} />}
            {Array.from({ length: end - first }, (_, i) => first + i).map((index) => (
              <DataRow
                key={index}
                index={index}
                feature={rows.get(index)}
                shown={shown}
                layer={layer}
                item={item}
                service={service}
                isEditable={isEditable}
                hasTools={hasTools}
                isChosen={chosen.has(Number(rows.get(index)?.attributes[layer.objectIdField]))}
                onChoose={choose}
                related={related}
                onRelated={onRelated}
                onChanged={undo.add}
                files={files.get(Number(rows.get(index)?.attributes[layer.objectIdField]))}
              />
            ))}
            {after > 0 && <tr aria-hidden style={{ blockSize: after }} />}
          </tbody>
        </table>
        {count.data === 0 && <p className={classes.none}>{t(filter ? 'item.data.none' : 'item.data.rows', { count: 0, shown: '0' })}</p>}
      </div>
    </section>
  );
}

/** What is chosen of the rows, within those that are shown at all. */
function clauseOf(filter: RowFilter | undefined, scope: RowScope | undefined, layer: LayerInfo): string {
  const own = whereClause(filter, layer.fields) ?? '1=0';
  if (!scope) return own;
  return filter ? `${scopeClause(scope)} AND (${own})` : scopeClause(scope);
}
