// The indexes of the layers of a service: what they are made of; those that somebody asked for are added and deleted.
import type { Item } from '@graticule/contract/content/item';
import { hasKeyword, TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { deleteFromLayerDefinition } from '@graticule/contract/services/service-admin';
import { ActionIcon, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import { AddIndexDialog } from './AddIndexDialog.tsx';
import { layersQuery } from './hosted-service.ts';
import classes from './ItemTabs.module.css';
import { isOwnIndex, type LayerIndex, wordsOfFields } from './layer-indexes.ts';

/** For people who administer the service. The indexes of a view are those of its source. */
export function LayerIndexes({ item, service }: { item: Item; service: string }) {
  const t = useTranslate();
  const { data } = useQuery(layersQuery(item.id, service));
  if (!data) return null;
  const layers = [...data.layers, ...data.tables];
  if (layers.length === 0) return null;
  const isView = hasKeyword(item, TYPE_KEYWORDS.viewService);
  return (
    <fieldset>
      <legend>{t('item.index.legend')}</legend>
      <Text size="sm" c="dimmed">
        {t(isView ? 'item.index.view' : 'item.index.hint')}
      </Text>
      {!isView && layers.map((layer) => <IndexesOfLayer key={layer.id} service={service} layer={layer} isAlone={layers.length === 1} />)}
    </fieldset>
  );
}

interface Props {
  service: string;
  layer: LayerInfo;
  isAlone?: boolean;
}

function IndexesOfLayer({ service, layer, isAlone }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [open, setOpen] = useState<'add' | LayerIndex>();
  const add = useRef<HTMLButtonElement>(null);
  const focusAfter = useFocusAfter();
  const indexes = (layer.indexes ?? []) as readonly LayerIndex[];
  // the line went with the button that the dialog was opened with
  const close = (isGone: boolean) => {
    if (isGone) focusAfter(() => add.current);
    setOpen(undefined);
  };
  return (
    <div className={classes.choices}>
      <Table
        verticalSpacing={6}
        fz={14}
        captionSide="top"
        className={classes.indexes}
        aria-label={isAlone ? t('item.index.of', { name: layer.name }) : undefined}
      >
        {!isAlone && (
          <Table.Caption ta="start" mt={0} pb={4} fz={14} c="var(--ink)">
            <bdi>{t('item.index.of', { name: layer.name })}</bdi>
          </Table.Caption>
        )}
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('item.index.fields')}</Table.Th>
            <Table.Th>{t('item.index.kind')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('item.field.tools')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {indexes.map((index) => (
            <Table.Tr key={index.name}>
              <Table.Td>
                {format.list(wordsOfFields(index, layer, t('item.index.shape')).map(apart))}
                {isOwnIndex(index, layer) && (
                  <small className={classes.indexName} dir="auto">
                    {index.name}
                  </small>
                )}
              </Table.Td>
              <Table.Td>
                {[
                  ...(index.isUnique ? [t('item.index.unique')] : []),
                  ...(index.isAscending === false ? [t('item.index.descending')] : []),
                  ...(isOwnIndex(index, layer) ? [] : [t('item.index.always')]),
                ].join(' · ')}
              </Table.Td>
              <Table.Td ta="end">
                {isOwnIndex(index, layer) && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={t('item.index.delete', { name: index.name })}
                    onClick={() => setOpen(index)}
                  >
                    <IconTrash size={18} aria-hidden />
                  </ActionIcon>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <div>
        <Button
          ref={add}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('item.index.add-to', { name: layer.name })}
          onClick={() => setOpen('add')}
        >
          {t('item.index.add')}
        </Button>
      </div>
      {open === 'add' && <AddIndexDialog service={service} layer={layer} onClose={() => close(false)} />}
      {open !== undefined && open !== 'add' && <DeleteDialog service={service} layer={layer} index={open} onClose={close} />}
    </div>
  );
}

/** In its own direction, among words of another. */
const apart = (words: string): string => `\u2068${words}\u2069`;

function DeleteDialog({ service, layer, index, onClose }: Props & { index: LayerIndex; onClose: (isGone: boolean) => void }) {
  const t = useTranslate();
  const { name } = index;
  const removing = useItemChange(
    () => call(deleteFromLayerDefinition, { service, layer: String(layer.id), deleteFromDefinition: { indexes: [{ name }] } }),
    { isQuiet: true, success: t('item.index.deleted', { name }), onDone: () => onClose(true) },
  );
  return (
    <ActionDialog
      title={t('item.index.delete', { name })}
      submit={t('shell.delete')}
      isDestructive
      isBusy={removing.isPending}
      error={removing.error}
      onSubmit={() => removing.mutate(undefined)}
      onClose={() => onClose(false)}
    >
      <Text size="sm">{t(index.isUnique ? 'item.index.delete-unique' : 'item.index.delete-text')}</Text>
    </ActionDialog>
  );
}
