// Publishes a file that is in the portal already.
import type { Item } from '@graticule/contract/content/item';
import { useTranslate } from '../language/use-language.ts';
import { GuardedModal } from './GuardedModal.tsx';
import { PublishSteps } from './PublishSteps.tsx';

/** May be closed at any time; the job goes on. */
export function PublishDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const t = useTranslate();
  return (
    <GuardedModal onClose={onClose} title={t('item.publish.title')} size={820} closeOnClickOutside={false}>
      <PublishSteps item={item} />
    </GuardedModal>
  );
}
