// What is asked about a feature in hand: giving it up, deleting its files with it, its files.
import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { ActionDialog } from '../../item-actions/ActionDialog.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { EditableLayer } from './editable-layer.ts';
import { objectIdOf } from './save-draft.ts';
import type { useFeatureInHand } from './use-feature-in-hand.ts';

const AttachmentsDialog = lazy(async () => ({ default: (await import('../../features/AttachmentsDialog.tsx')).AttachmentsDialog }));

interface Props {
  target: EditableLayer;
  hand: ReturnType<typeof useFeatureInHand>;
  onDiscard: () => void;
}

/** At most one of them is open. */
export function FeatureDialogs({ target, hand, onDiscard }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { dialog, setDialog, draft, fileCount } = hand;
  const close = () => setDialog(undefined);
  if (dialog === 'discard') {
    return (
      <ActionDialog
        title={t('edit.discard.title')}
        submit={t('edit.discard.go')}
        isDestructive
        isBusy={false}
        onSubmit={onDiscard}
        onClose={close}
      >
        <Text size="sm">{t('edit.discard')}</Text>
      </ActionDialog>
    );
  }
  if (dialog === 'delete') {
    return (
      <ActionDialog
        title={t('edit.delete.title')}
        submit={t('edit.delete')}
        isDestructive
        isBusy={hand.isBusy}
        onSubmit={hand.removeNow}
        onClose={close}
      >
        <Text size="sm">{t('edit.delete.files', { count: fileCount, shown: format.number(fileCount) })}</Text>
      </ActionDialog>
    );
  }
  if (dialog !== 'files' || !draft.read) return null;
  return (
    <Suspense>
      <AttachmentsDialog
        item={target.item}
        service={target.service}
        layer={target.layer}
        objectId={objectIdOf(target, draft.read)}
        isEditable={hand.may.change}
        onClose={close}
      />
    </Suspense>
  );
}
