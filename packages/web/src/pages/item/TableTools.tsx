// Above the table: what can be done with its rows.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { useSession } from '../../api/session.ts';
import { type EditRights, ownRowsClause } from '../../features/edit-rights.ts';
import { CalculateTool } from './CalculateTool.tsx';
import { ColumnStatistics } from './ColumnStatistics.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import { RowsBar } from './RowsBar.tsx';
import type { RowScope } from './related-rows.ts';
import { UndoButton } from './UndoButton.tsx';
import type { EditActions } from './use-cell-edits.ts';
import type { Choice } from './use-chosen.ts';
import type { Undo } from './use-undo.ts';

interface Props {
  item: Item;
  service: string;
  layer: LayerInfo;
  scope: RowScope | undefined;
  where: string;
  rights: EditRights;
  undo: Undo;
  choice: Choice;
  actions: EditActions;
}

/** Only what the person may do. */
export function TableTools({ item, service, layer, scope, where, rights, undo, choice, actions }: Props) {
  const own = ownRowsClause({ item, layer }, useSession());
  const rows = { rights, service, layer, scope };
  // what is done with chosen rows comes in the place of other tools: a line more would move the rows while they are chosen
  const isChoosing = rights.remove && choice.chosen.size > 0;
  const goOn = (objectIds: readonly number[]) => {
    choice.drop(objectIds);
    actions.forget(objectIds);
  };
  return (
    <>
      {!isChoosing && (
        <>
          <RefreshButton itemId={item.id} />
          <ColumnStatistics itemId={item.id} service={service} layer={layer} where={where} />
          {rights.update && <CalculateTool itemId={item.id} service={service} layer={layer} own={own} shown={where} />}
        </>
      )}
      {undo.last && <UndoButton last={undo.last} isBusy={undo.isBusy} onUndo={undo.undo} />}
      {(rights.create || rights.remove) && <RowsBar {...rows} chosen={choice.chosen} onGone={goOn} onClear={choice.clear} />}
    </>
  );
}
