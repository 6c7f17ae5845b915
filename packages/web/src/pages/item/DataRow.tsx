// One row of the table.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { keys } from '../../api/keys.ts';
import { isTypedField } from '../../features/edit-rights.ts';
import { DataCell } from './DataCell.tsx';
import classes from './DataTable.module.css';
import { RowFault } from './RowFault.tsx';
import { RowTools } from './RowTools.tsx';
import type { RelatedLayer } from './related-rows.ts';
import { saveValue, type TypedValue } from './save-value.ts';
import type { Change } from './use-undo.ts';
import type { VisibleColumns } from './visible-columns.ts';

interface Props {
  index: number;
  /** Missing until it is fetched. */
  feature: WireFeature | undefined;
  shown: VisibleColumns;
  layer: LayerInfo;
  item: Item;
  service: string;
  isEditable: boolean;
  /** Rows are chosen to be deleted. */
  isChoosable: boolean;
  /** There is a column of tools. */
  hasTools: boolean;
  isChosen: boolean;
  onChoose: (objectId: number, isChosen: boolean) => void;
  related: readonly RelatedLayer[];
  onRelated: ((related: RelatedLayer, feature: WireFeature) => void) | undefined;
  /** How many files the row has, where that is known. */
  files: number | undefined;
  /** A value was saved. */
  onChanged: (change: Change) => void;
}

/** A change that the portal refuses stays in its row, with the reason. */
export const DataRow = memo(function DataRow(props: Props) {
  const {
    index,
    feature,
    shown,
    layer,
    item,
    service,
    isEditable,
    isChoosable,
    hasTools,
    isChosen,
    onChoose,
    related,
    onRelated,
    onChanged,
    files,
  } = props;
  const client = useQueryClient();
  const objectId = Number(feature?.attributes[layer.objectIdField]);
  const refresh = () => client.invalidateQueries({ queryKey: keys.itemPart(item.id, `rows-${layer.id}`) });
  const saving = useMutation({
    mutationFn: (typed: TypedValue) => saveValue(service, layer, objectId, typed),
    onSuccess: (_, { field, before, value }) => {
      onChanged({ objectId, field, before, after: value });
      return refresh();
    },
  });
  const giveUp = () => {
    saving.reset();
    void refresh();
  };
  const pendingOf = (field: WireField) =>
    (saving.isPending || saving.isError) && saving.variables.field.name === field.name ? saving.variables.value : undefined;
  return (
    <>
      <tr aria-rowindex={index + 2} data-failed={saving.isError || undefined} aria-busy={!feature || undefined}>
        {hasTools && (
          <td className={classes.tool}>
            {feature && (
              <RowTools
                item={item}
                service={service}
                layer={layer}
                feature={feature}
                related={related}
                onRelated={(each) => onRelated?.(each, feature)}
                files={files}
                isEditable={isEditable}
                isChoosable={isChoosable}
                isChosen={isChosen}
                onChoose={(isNow) => onChoose(objectId, isNow)}
              />
            )}
          </td>
        )}
        {shown.before > 0 && <td aria-hidden className={classes.gap} />}
        {shown.columns.map((field, i) => (
          <DataCell
            key={`${field.name} ${objectId}`}
            field={field}
            index={shown.isWide ? shown.first + i + 1 : undefined}
            value={feature?.attributes[field.name]}
            isLoaded={feature !== undefined}
            isEditable={isEditable && isTypedField(field)}
            pending={pendingOf(field)}
            onSave={(value, before) => saving.mutate({ field, value, before, isMeant: false })}
          />
        ))}
        {shown.after > 0 && <td aria-hidden className={classes.gap} />}
      </tr>
      {saving.error && (
        <tr>
          <td colSpan={shown.columns.length + 3} className={classes.failed} role="alert">
            <RowFault objectId={objectId} error={saving.error} onSave={saving.mutate} onGiveUp={giveUp} />
          </td>
        </tr>
      )}
    </>
  );
});
