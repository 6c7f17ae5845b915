// One row of the table.
import type { Item } from '@graticule/contract/content/item';
import { queryLayer, updateFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireExtent, WireFeature, WireField } from '@graticule/contract/services/layer';
import { ActionIcon } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { paths } from '../../paths.ts';
import { DataCell } from './DataCell.tsx';
import classes from './DataTable.module.css';
import { isTypedField } from './edit-rights.ts';

interface Props {
  index: number;
  /** Missing until it is fetched. */
  feature: WireFeature | undefined;
  columns: readonly WireField[];
  layer: LayerInfo;
  item: Item;
  service: string;
  isEditable: boolean;
}

/** A change that the portal refuses stays in its row, with the reason. */
export function DataRow({ index, feature, columns, layer, item, service, isEditable }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const navigate = useNavigate();
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
  const zoom = async () => {
    const query = { service, layer: String(layer.id), objectIds: String(objectId), returnExtentOnly: true, outSR: '4326' };
    const reply: unknown = await call(queryLayer, query);
    void navigate(paths.mapViewer({ layers: item.id, extent: boxAround((reply as { extent: WireExtent }).extent) }));
  };
  return (
    <>
      <tr aria-rowindex={index + 2} data-failed={saving.isError || undefined} aria-busy={!feature || undefined}>
        {layer.geometryType && (
          <td className={classes.tool}>
            {feature && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('item.data.zoom', { id: objectId })}
                onClick={() => void zoom()}
              >
                <IconMapPin size={16} aria-hidden />
              </ActionIcon>
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

/** A point gets some ground around it. */
function boxAround({ xmin, ymin, xmax, ymax }: WireExtent): string | undefined {
  const [west, south, east, north] = [xmin, ymin, xmax, ymax].map(Number);
  if (west === undefined || south === undefined || east === undefined || north === undefined || Number.isNaN(west)) return undefined;
  const edge = east - west < 0.002 && north - south < 0.002 ? 0.1 : 0;
  const box = [Math.max(-180, west - edge), Math.max(-90, south - edge), Math.min(180, east + edge), Math.min(90, north + edge)];
  return box.map((value) => value.toFixed(6)).join(',');
}
