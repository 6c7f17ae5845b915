// Adds rows to a layer and deletes the chosen ones.
import { deleteFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { EditRights } from '../../features/edit-rights.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { AddRowDialog } from './AddRowDialog.tsx';
import { mayJoin, type RowScope } from './related-rows.ts';
import { ToolButton } from './ToolButton.tsx';

interface Props {
  rights: Pick<EditRights, 'create' | 'remove'>;
  service: string;
  layer: LayerInfo;
  /** The table shows only these rows; what is added belongs to them. */
  scope?: RowScope | undefined;
  chosen: ReadonlySet<number>;
  onDeleted: () => void;
}

/** Rows with a place are added on the map; tables get them here. */
export function RowsBar({ rights, service, layer, scope, chosen, onDeleted }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [open, setOpen] = useState<'add' | 'delete'>();
  const close = () => setOpen(undefined);
  const address = { service, layer: String(layer.id) };
  const removal = useItemChange(
    async () => {
      const { deleteResults } = await call(deleteFeatures, { ...address, objectIds: [...chosen].join(',') });
      const refused = deleteResults.find((result) => !result.success);
      if (refused) throw new ApiError(refused.error?.code ?? 400, refused.error?.description ?? '');
    },
    {
      isQuiet: true,
      success: t('item.data.rows-deleted', { count: chosen.size }),
      onDone: () => {
        close();
        onDeleted();
      },
    },
  );
  return (
    <>
      {rights.create && (scope === undefined || mayJoin(scope)) && (
        <ToolButton icon={IconPlus} label={t('item.data.add-row')} onClick={() => setOpen('add')} />
      )}
      {chosen.size > 0 && rights.remove && (
        <Button color="vermilion" leftSection={<IconTrash size={18} aria-hidden />} onClick={() => setOpen('delete')}>
          {t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
        </Button>
      )}
      {open === 'add' && <AddRowDialog service={service} layer={layer} scope={scope} onClose={close} />}
      {open === 'delete' && (
        <ActionDialog
          title={t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error}
          onSubmit={() => removal.mutate(undefined)}
          onClose={close}
        >
          <Text size="sm">{t('item.data.delete-rows-text')}</Text>
        </ActionDialog>
      )}
    </>
  );
}
