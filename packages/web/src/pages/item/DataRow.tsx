// One row of the table.
import type { Item } from '@graticule/contract/content/item';
import { updateFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { DataCell } from './DataCell.tsx';
import classes from './DataTable.module.css';
import { isTypedField } from './edit-rights.ts';
import { RowTools } from './RowTools.tsx';

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
}

/** A change that the portal refuses stays in its row, with the reason. */
export function DataRow({ index, feature, columns, layer, item, service, isEditable, hasTools, chosen, onChoose }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const objectId = Number(feature?.attributes[layer.objectIdField]);
  const saving = useMutation({
    mutationFn: async (change: Record<string, string | number | null>) => {
      const features = [{ attributes: { [layer.objectIdField]: objectId, ...change } }];
      const { updateResults } = await call(updateFeatures, { service, layer: String(layer.id), features });
      const [result] = updateResults;
      if (!result?.success) throw new ApiError(result?.error?.code ?? 400, result?.error?.description ?? '');
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.itemPart(item.id, `rows-${layer.id}`) }),
  });
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
                objectId={objectId}
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
            pending={saving.isPending || saving.isError ? saving.variables[field.name] : undefined}
            onSave={(value) => saving.mutate({ [field.name]: value })}
          />
        ))}
      </tr>
      {saving.error && (
        <tr>
          <td colSpan={columns.length + 1} className={classes.failed} role="alert">
            {t('item.data.row-failed', { id: objectId, reason: words(saving.error).text })}
          </td>
        </tr>
      )}
    </>
  );
}
