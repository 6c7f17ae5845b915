// The table of a layer's rows: sorted, filtered, edited in place; only the rows in sight are drawn.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { Alert } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import type { EditRights } from '../../features/edit-rights.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ErrorState } from '../../shell/ErrorState.tsx';
import { DataHead } from './DataHead.tsx';
import classes from './DataTable.module.css';
import { DataTools } from './DataTools.tsx';
import { EditHint } from './EditHint.tsx';
import { GoToRow } from './GoToRow.tsx';
import { RowFault } from './RowFault.tsx';
import type { RelatedLayer, RowScope } from './related-rows.ts';
import { TableRows } from './TableRows.tsx';
import { TableTools } from './TableTools.tsx';
import { hasAny, toolsRoom } from './tools-room.ts';
import { UnsavedValues } from './UnsavedValues.tsx';
import { useCellEdits } from './use-cell-edits.ts';
import { useCellKeys } from './use-cell-keys.ts';
import { useChosen } from './use-chosen.ts';
import { useEditRights } from './use-edit-rights.ts';
import { useFileCounts } from './use-file-counts.ts';
import { useGoal } from './use-goal.ts';
import { useRowCount, useRows } from './use-rows.ts';
import { useShownLayer } from './use-shown-layer.ts';
import { useTableScroll } from './use-table-scroll.ts';
import { useColumns, useTableView } from './use-table-view.ts';
import { useUndo } from './use-undo.ts';
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
  const { request, search, setSearch, setFilter, ...view } = useTableView(item.id, service, layer, scope);
  const { ref, height, width } = useElementSize();
  const count = useRowCount(request);
  const total = count.data ?? 0;
  const size = { count: total, rowHeight: ROW_HEIGHT, viewHeight: Math.max(height, ROW_HEIGHT * 10) };
  const { element, place, onScroll, goTo } = useTableScroll(size);
  const scroller = useMergedRef(ref, element);
  const visible = visibleRows(size, place);
  const { rows, error, retry, isComing } = useRows(request, visible.first, visible.end);
  const files = useFileCounts(item.id, service, layer, rows);
  const shownLayer = useShownLayer(layer, rows);
  const of = { item, service, layer: shownLayer };
  const { columns, shown, widths, onWidths } = useColumns(item.id, shownLayer, view.hidden, place.start, width);
  const rights = useEditRights(item, service)(layer);
  const choice = useChosen(request, item);
  const tools = toolsRoom(layer, related.length, rights.remove);
  const undo = useUndo(item.id, service, layer);
  const edits = useCellEdits(item.id, service, layer, undo.add);
  const sideOf = (name: string) => (columns.findIndex((column) => column.name === name) < shown.first ? 'start' : 'end');
  const { goal, sought, found, goToCell, goToRow, goToEdit } = useGoal({ element, rows, isComing, shown, goTo, sideOf });
  const top = Math.min(Math.ceil(place.at / ROW_HEIGHT), Math.max(0, total - 1));
  const { tabbed, ...keys } = useCellKeys({ size, columns, visible, top, goal, goToCell });
  const fault = count.error ?? error;

  return (
    <section>
      <DataTools
        {...view}
        layer={shownLayer}
        // what is chosen lies among the rows that are shown
        onFilter={(next) => {
          setFilter(next);
          choice.clear();
        }}
        onSearch={(next) => {
          if (next === search) return;
          setSearch(next);
          choice.clear();
        }}
        count={count.data === undefined ? '' : t('item.data.rows', { count: total, shown: format.number(total) })}
      >
        <TableTools {...of} scope={scope} where={request.where} rights={rights} undo={undo} choice={choice} actions={edits.actions} />
        {/* in short tables too: where it came with the number of rows, it moved the table. On a phone it has a line to itself, and to tools that come and go */}
        <GoToRow count={total} onGo={goToRow} />
      </DataTools>
      {undo.failed && (
        <Alert color="vermilion" mb="sm" role="alert">
          <RowFault edit={undo.failed} onSave={undo.insist} onGiveUp={undo.giveUp} />
        </Alert>
      )}
      {fault && <ErrorState isInline error={fault} onRetry={() => (count.error ? void count.refetch() : retry())} />}
      <UnsavedValues rows={edits.rows} request={request} actions={edits.actions} onShow={goToEdit}>
        {rights.update && count.data !== 0 && <EditHint item={item} layer={layer} />}
      </UnsavedValues>
      <div
        className={classes.scroll}
        data-rows
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard, and go on into its cells
        tabIndex={0}
        onScroll={onScroll}
        {...keys}
      >
        <table
          className={classes.table}
          data-wide={shown.isWide || shown.isSized || undefined}
          aria-rowcount={total + 1}
          aria-colcount={shown.isWide ? columns.length : undefined}
          aria-label={layer.name}
        >
          <DataHead {...{ shown, widths, onWidths, ...tools }} layer={shownLayer} sort={view.sort} onSort={view.onSort} />
          <TableRows
            {...of}
            visible={visible}
            rows={rows}
            shown={shown}
            isEditable={rights.update}
            isChoosable={rights.remove}
            hasTools={hasAny(tools)}
            choice={choice}
            related={related}
            onRelated={onRelated}
            edits={edits.rows}
            actions={edits.actions}
            tabbed={tabbed}
            sought={sought}
            onFound={found}
            files={files}
          />
        </table>
        {count.data === 0 && (
          <p className={classes.none}>{t(whyNone({ search, isFiltered: view.filter !== undefined, scope, rights }), NONE)}</p>
        )}
      </div>
    </section>
  );
}

const NONE = { count: 0, shown: '0' };

/** Rows that belong to another row may be missing while the layer has others. */
function whyNone({
  search,
  isFiltered,
  scope,
  rights,
}: {
  search: string;
  isFiltered: boolean;
  scope: RowScope | undefined;
  rights: Pick<EditRights, 'create'>;
}) {
  if (search) return 'item.data.none-found';
  if (isFiltered) return 'item.data.none';
  if (scope) return 'item.data.rows';
  return rights.create ? 'item.data.empty-adds' : 'item.data.empty-layer';
}
