// One row of the table.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { memo } from 'react';
import { isTypedField } from '../../features/edit-rights.ts';
import { isFigure } from '../../features/field-kinds.ts';
import { fieldInAnyType, fieldInRow } from '../../features/subtypes.ts';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import type { CellEdit, RowEdits } from './cell-edits.ts';
import { DataCell } from './DataCell.tsx';
import classes from './DataTable.module.css';
import { FaultRow } from './FaultRow.tsx';
import { RowTools } from './RowTools.tsx';
import type { RelatedLayer } from './related-rows.ts';
import { type EditActions, unsavedOf } from './use-cell-edits.ts';
import type { VisibleColumns } from './visible-columns.ts';

interface Props {
  index: number;
  /** Missing until it is fetched. */
  feature: WireFeature | undefined;
  /** The tab key reaches what is in it. */
  isTabbed: boolean;
  shown: VisibleColumns;
  layer: LayerInfo;
  item: Item;
  service: string;
  isEditable: boolean;
  /** Rows are chosen to be deleted. */
  isChoosable: boolean;
  /** This one too, which may be somebody else's. */
  mayChoose: boolean;
  /** There is a column of tools. */
  hasTools: boolean;
  isChosen: boolean;
  onChoose: (objectId: number, isChosen: boolean, isRange: boolean) => void;
  related: readonly RelatedLayer[];
  onRelated: ((related: RelatedLayer, feature: WireFeature) => void) | undefined;
  /** How many files the row has, where that is known. */
  files: number | undefined;
  /** What was typed into it and is not saved. */
  edits: RowEdits | undefined;
  actions: EditActions;
  /** One of them that somebody wants to see. */
  sought: CellEdit | undefined;
  onFound: () => void;
}

/** A change that the portal refuses stays in its row, with the reason. */
export const DataRow = memo(function DataRow(props: Props) {
  const { index, feature, shown, layer, item, service, isEditable, hasTools, isChosen, onChoose, related } = props;
  const { isTabbed, isChoosable, mayChoose, onRelated, files, edits, actions, sought, onFound } = props;
  const objectId = Number(feature?.attributes[layer.objectIdField]);
  const refused = unsavedOf(edits);
  // who is in a row that goes out of sight goes on from the table
  const ref = useFocusHeir<HTMLTableRowElement>((going) => going.closest<HTMLElement>('[data-rows]'));
  return (
    <>
      <tr ref={ref} tabIndex={-1} aria-rowindex={index + 2} data-failed={refused.length > 0 || undefined} aria-busy={!feature || undefined}>
        {hasTools && (
          <td className={classes.tool} data-tools>
            {feature && (
              <RowTools
                item={item}
                service={service}
                layer={layer}
                feature={feature}
                related={related}
                onRelated={(each) => onRelated?.(each, feature)}
                files={files}
                isTabbed={isTabbed}
                isEditable={isEditable}
                isChoosable={isChoosable}
                mayChoose={mayChoose}
                isChosen={isChosen}
                onChoose={(isNow, isRange) => onChoose(objectId, isNow, isRange)}
              />
            )}
          </td>
        )}
        {shown.before > 0 && <td aria-hidden className={classes.gap} />}
        {shown.columns.map((column, i) => {
          const field = fieldInRow(layer, column, feature?.attributes);
          return (
            <DataCell
              key={`${field.name} ${objectId}`}
              field={field}
              isFigures={isFigure(fieldInAnyType(layer, column))}
              index={shown.isWide ? shown.first + i + 1 : undefined}
              value={feature?.attributes[field.name]}
              isLoaded={feature !== undefined}
              isTabbed={isTabbed}
              isEditable={isEditable && isTypedField(field)}
              edit={edits?.get(field.name)}
              onSave={(value, before) => actions.change(objectId, { field, value, before })}
              onWrong={(text, before) => actions.keep(objectId, field, before, text)}
            />
          );
        })}
        {(shown.after > 0 || shown.isSized) && <td aria-hidden className={classes.gap} />}
      </tr>
      {refused.map((edit) => (
        <FaultRow
          key={edit.typed.field.name}
          edit={edit}
          actions={actions}
          columns={shown.columns.length + 3}
          isInSight={shown.columns.some(({ name }) => name === edit.typed.field.name)}
          isSought={edit === sought}
          onFound={onFound}
        />
      ))}
    </>
  );
});
