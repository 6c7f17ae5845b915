// Makes a view of a hosted layer: some rows, some fields, with sharing and settings of its own.
import type { Item } from '@graticule/contract/content/item';
import { deleteItem } from '@graticule/contract/content/user-items';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { addToServiceDefinition, createService } from '@graticule/contract/services/service-admin';
import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import type { RowFilter } from '../features/where-clause.ts';
import { useTranslate } from '../language/use-language.ts';
import { paths } from '../paths.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { ownServiceName } from './publish-layer.ts';
import { useItemChange } from './use-item-change.ts';
import { offeredFields, ViewFields } from './ViewFields.tsx';
import { faultOfCondition, useViewRows, ViewRows } from './ViewRows.tsx';

interface Props {
  item: Item;
  service: string;
  layers: readonly LayerInfo[];
  /** What the first layer shows at the moment; the view begins with it. */
  filter?: RowFilter | undefined;
  onClose: () => void;
}

/** The filter that the table has is taken over. */
export function ViewDialog({ item, service, layers, filter, onClose }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [title, setTitle] = useState(t('item.view.title-of', { title: item.title }));
  const [layerId, setLayerId] = useState(String(layers[0]?.id ?? 0));
  const layer = layers.find(({ id }) => String(id) === layerId);
  const rows = useViewRows(layer, filter);
  const { where } = rows;
  const offered = offeredFields(layer);
  const [left, setLeft] = useState<readonly string[]>([]);
  const shown = offered.filter((field) => !left.includes(field.name));
  const making = useItemChange(
    () =>
      layer && where !== undefined
        ? makeView(item, {
            service,
            layer,
            title: title.trim(),
            where,
            fields: left.length > 0 ? shown.map(({ name }) => name) : [],
          })
        : Promise.reject(new Error('no layer')),
    { isQuiet: true, success: t('item.view.done'), onDone: (id) => void navigate(paths.item(id)) },
  );
  const fault = faultOfCondition(making.error);
  return (
    <ActionDialog
      title={t('item.view.new')}
      submit={t('item.view.submit')}
      size={640}
      isBusy={making.isPending}
      isDisabled={title.trim() === '' || shown.length === 0 || where === undefined}
      error={fault === undefined ? making.error : null}
      onSubmit={() => making.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">{t('item.view.hint')}</Text>
        <TextInput label={t('item.title')} maxLength={120} value={title} onChange={(event) => setTitle(event.currentTarget.value)} />
        {layers.length > 1 && (
          <Select
            label={t('item.data.layer')}
            allowDeselect={false}
            value={layerId}
            onChange={(value) => {
              setLayerId(value ?? layerId);
              setLeft([]);
              rows.clear();
            }}
            data={layers.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {layer && <ViewRows itemId={item.id} service={service} layer={layer} rows={rows} fault={fault} />}
        <ViewFields
          fields={offered}
          shown={shown.map(({ name }) => name)}
          onChange={(names) => setLeft(offered.filter(({ name }) => !names.includes(name)).map(({ name }) => name))}
        />
      </Stack>
    </ActionDialog>
  );
}

interface Wishes {
  service: string;
  layer: LayerInfo;
  title: string;
  where: string;
  /** All when empty. */
  fields: readonly string[];
}

/** Makes the service and its layer; a view without a layer is not left behind. Gives the id of the new item. */
async function makeView(item: Item, { service, layer, title, where, fields }: Wishes): Promise<string> {
  const username = item.owner;
  const name = ownServiceName(title, 'view');
  const made = await call(createService, { username, createParameters: { name, capabilities: 'Query' }, isView: true, title });
  const view = {
    name: layer.name,
    adminLayerInfo: {
      viewLayerDefinition: {
        sourceServiceName: service,
        sourceLayerId: layer.id,
        sourceLayerFields: fields.length > 0 ? fields.join(',') : '*',
      },
    },
    ...(where === '' ? {} : { viewDefinitionQuery: where }),
  };
  try {
    const addToDefinition = layer.type === 'Table' ? { tables: [view] } : { layers: [view] };
    await call(addToServiceDefinition, { service: made.name, addToDefinition });
  } catch (error) {
    await call(deleteItem, { username, id: made.itemId, permanentDelete: true }).catch(() => undefined);
    throw error;
  }
  return made.itemId;
}
