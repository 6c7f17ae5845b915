// The rows of the table that are drawn, and the room of those that are not.
import type { WireFeature } from '@graticule/contract/services/layer';
import type { ComponentProps } from 'react';
import { useSession } from '../../api/session.ts';
import { isOfSomebodyElse } from '../../features/edit-rights.ts';
import type { CellEdit, RowEdits } from './cell-edits.ts';
import { DataRow } from './DataRow.tsx';
import type { Choice } from './use-chosen.ts';
import { rowKeys } from './use-rows.ts';
import type { VisibleRows } from './visible-rows.ts';

type RowProps = ComponentProps<typeof DataRow>;

interface Props
  extends Omit<RowProps, 'index' | 'feature' | 'isTabbed' | 'mayChoose' | 'isChosen' | 'onChoose' | 'edits' | 'sought' | 'files'> {
  visible: VisibleRows;
  rows: ReadonlyMap<number, WireFeature>;
  /** The row that the tab key reaches. */
  tabbed: number;
  choice: Pick<Choice, 'chosen' | 'choose' | 'mayChoose'>;
  edits: ReadonlyMap<number, RowEdits>;
  sought: CellEdit | undefined;
  files: ReadonlyMap<number, number>;
}

/** A row that moves among the others stays itself. */
export function TableRows({ visible: { first, end, before, after }, rows, tabbed, choice, edits, sought, files, ...each }: Props) {
  const { objectIdField } = each.layer;
  const session = useSession();
  const isOthers = (feature: WireFeature | undefined) =>
    feature !== undefined && isOfSomebodyElse(each, feature.attributes, 'allowOthersToUpdate', session);
  return (
    <tbody>
      {before > 0 && <tr aria-hidden style={{ blockSize: before }} />}
      {rowKeys(rows, each.layer, first, end).map((key, i) => {
        const feature = rows.get(first + i);
        const objectId = Number(feature?.attributes[objectIdField]);
        return (
          <DataRow
            key={key}
            {...each}
            isEditable={each.isEditable && !isOthers(feature)}
            mayChoose={feature === undefined || choice.mayChoose(feature)}
            index={first + i}
            feature={feature}
            isTabbed={first + i === tabbed}
            isChosen={choice.chosen.has(objectId)}
            onChoose={choice.choose}
            edits={edits.get(objectId)}
            sought={sought?.objectId === objectId ? sought : undefined}
            files={files.get(objectId)}
          />
        );
      })}
      {after > 0 && <tr aria-hidden style={{ blockSize: after }} />}
    </tbody>
  );
}
