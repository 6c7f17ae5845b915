// One row of the table.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import { DataCell } from './DataCell.tsx';
import classes from './DataTable.module.css';
import { isTypedField } from './edit-rights.ts';
import { RowFault } from './RowFault.tsx';
import { RowTools } from './RowTools.tsx';
import type { RelatedLayer } from './related-rows.ts';
import { saveValue, type TypedValue } from './save-value.ts';
import type { Change } from './use-undo.ts';

interface Props {
  index: number;
  /** Missing until it is fetched. */
  feature: WireFeature | undefined;
  columns: readonly WireField[];
  layer: LayerInfo;
  item: Item;
  service: string;
  isEditable: boolean;
  /** There is a column of tools. */
  hasTools: boolean;
  /** Identifiers of the rows that were chosen. */
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  related: readonly RelatedLayer[];
  onRelated: ((related: RelatedLayer, feature: WireFeature) => void) | undefined;
  /** A value was saved. */
  onChanged: (change: Change) => void;
}

/** A change that the portal refuses stays in its row, with the reason. */
export function DataRow(props: Props) {
  const { index, feature, columns, layer, item, service, isEditable, hasTools, chosen, onChoose, related, onRelated, onChanged } = props;
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
                isEditable={isEditable}
                isChosen={chosen.has(objectId)}
                onChoose={(isChosen) => onChoose(new Set(isChosen ? [...chosen, objectId] : [...chosen].filter((id) => id !== objectId)))}
              />
            )}
          </td>
        )}
        {columns.map((field) => (
          <DataCell
            key={`${field.name} ${objectId}`}
            field={field}
            value={feature?.attributes[field.name]}
            isLoaded={feature !== undefined}
            isEditable={isEditable && isTypedField(field)}
            pending={pendingOf(field)}
            onSave={(value, before) => saving.mutate({ field, value, before, isMeant: false })}
          />
        ))}
      </tr>
      {saving.error && (
        <tr>
          <td colSpan={columns.length + 1} className={classes.failed} role="alert">
            <RowFault objectId={objectId} error={saving.error} onSave={saving.mutate} onGiveUp={giveUp} />
          </td>
        </tr>
      )}
    </>
  );
}
