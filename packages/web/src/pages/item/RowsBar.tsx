// Adds rows to a layer and deletes the chosen ones.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useErrorWords } from '../../api/error-words.ts';
import type { EditRights } from '../../features/edit-rights.ts';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { useFocusHeir } from '../../ui/focus-heir.ts';
import { AddRowDialog } from './AddRowDialog.tsx';
import { deleteRows, refusals } from './delete-rows.ts';
import { mayJoin, type RowScope } from './related-rows.ts';
import { ToolButton } from './ToolButton.tsx';

interface Props {
  rights: Pick<EditRights, 'create' | 'remove'>;
  service: string;
  layer: LayerInfo;
  /** The table shows only these rows; what is added belongs to them. */
  scope?: RowScope | undefined;
  chosen: ReadonlySet<number>;
  /** Rows that are no longer there. */
  onGone: (objectIds: readonly number[]) => void;
  /** None is chosen any more. */
  onClear: () => void;
}

/** Rows with a place are added on the map; tables get them here. */
export function RowsBar({ rights, service, layer, scope, chosen, onGone, onClear }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const [open, setOpen] = useState<'add' | 'delete'>();
  const close = () => setOpen(undefined);
  const removal = useItemChange(() => deleteRows(service, layer, [...chosen]), {
    isQuiet: true,
    onDone: ({ gone, refused }) => {
      onGone(gone);
      if (refused.length > 0) return;
      close();
      notifications.show({ message: t('item.data.rows-deleted', { count: gone.length }), color: 'lichen' });
    },
  });
  const refused = refusals(removal.data?.refused ?? [], (why) => words(why).text).map(({ ids, more, reason }) =>
    t('item.data.rows-refused', {
      count: ids.length + more,
      ids: format.list(more > 0 ? [...ids, t('item.data.rows-more', { shown: format.number(more) })] : ids),
      reason,
    }),
  );
  // the buttons go with what was chosen
  const heir = useFocusHeir<HTMLButtonElement>(tableOf);
  const table = useRef<HTMLElement | null>(null);
  useEffect(() => (open === 'delete' ? () => goOnFrom(table.current) : undefined), [open]);
  return (
    <>
      {rights.create && (scope === undefined || mayJoin(scope)) && (
        <ToolButton icon={IconPlus} label={t('item.data.add-row')} onClick={() => setOpen('add')} />
      )}
      {chosen.size > 0 && rights.remove && (
        <>
          <Button
            ref={heir}
            color="vermilion"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={({ currentTarget }) => {
              table.current = tableOf(currentTarget);
              removal.reset();
              setOpen('delete');
            }}
          >
            {t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
          </Button>
          <ToolButton ref={heir} icon={IconX} label={t('item.data.choose-none', { shown: format.number(chosen.size) })} onClick={onClear} />
        </>
      )}
      {open === 'add' && <AddRowDialog service={service} layer={layer} scope={scope} onClose={close} />}
      {open === 'delete' && (
        <ActionDialog
          title={t('item.data.delete-rows', { count: chosen.size, shown: format.number(chosen.size) })}
          submit={t('shell.delete')}
          isDestructive
          isBusy={removal.isPending}
          error={removal.error ?? (refused.length > 0 ? new ApiError(400, refused.join(' ')) : undefined)}
          onSubmit={() => removal.mutate(undefined)}
          onClose={close}
        >
          <Text size="sm">{t('item.data.delete-rows-text', { count: chosen.size })}</Text>
        </ActionDialog>
      )}
    </>
  );
}

/** The rows that the bar stands above. */
function tableOf(button: HTMLElement): HTMLElement | null {
  return button.closest('section')?.querySelector<HTMLElement>('[data-rows]') ?? null;
}

/** The button that opened the dialog is gone with the rows: once the dialog is gone too, nothing has the focus. */
function goOnFrom(table: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) table?.focus({ preventScroll: true });
  });
}
