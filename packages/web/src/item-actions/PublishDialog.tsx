// Publishes a file that is in the portal already.
import type { Item } from '@graticule/contract/content/item';
import { Modal } from '@mantine/core';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import { PublishSteps } from './PublishSteps.tsx';

/** May be closed at any time; the job goes on. */
export function PublishDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  useFocusBack();
  const t = useTranslate();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('item.publish.title')}
      size={820}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <PublishSteps item={item} />
    </Modal>
  );
}
