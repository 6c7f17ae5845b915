// Reads the rows of a table anew, how many they are, and the description of their layer.
import { Loader, VisuallyHidden } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ToolButton } from './ToolButton.tsx';

/** Keeps the focus while it is busy; that the reading failed is said by the table. */
export function RefreshButton({ itemId }: { itemId: string }) {
  const t = useTranslate();
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: () => client.invalidateQueries({ queryKey: keys.item(itemId) }, { throwOnError: true }),
  });
  return (
    <>
      <ToolButton
        icon={reading.isPending ? Busy : IconRefresh}
        label={t('item.data.refresh')}
        isWordless
        aria-busy={reading.isPending || undefined}
        onClick={() => reading.isPending || reading.mutate()}
      />
      <VisuallyHidden role="status">{reading.isSuccess && t('item.data.refreshed')}</VisuallyHidden>
    </>
  );
}

function Busy() {
  return <Loader size={18} color="gray" aria-hidden />;
}
