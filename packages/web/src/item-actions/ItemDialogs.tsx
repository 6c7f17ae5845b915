// The dialog that is open for some items, loaded when it opens.
import type { Item } from '@graticule/contract/content/item';
import { lazy, Suspense } from 'react';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));
const MoveDialog = lazy(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./DeleteDialog.tsx')).DeleteDialog }));
const EditDialog = lazy(async () => ({ default: (await import('./EditDialog.tsx')).EditDialog }));
const CreateAppDialog = lazy(async () => ({ default: (await import('./CreateAppDialog.tsx')).CreateAppDialog }));
const PublishDialog = lazy(async () => ({ default: (await import('./PublishDialog.tsx')).PublishDialog }));

/** What is to be done, and with which items. */
export interface OpenDialog {
  action: 'share' | 'move' | 'delete' | 'edit' | 'publish' | 'create-app';
  items: readonly Item[];
}

interface Props {
  open: OpenDialog | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Nothing while no dialog is open. */
export function ItemDialogs({ open, onClose, onDeleted = onClose }: Props) {
  const [first] = open?.items ?? [];
  if (!open || !first) return null;
  return (
    <Suspense>
      {open.action === 'share' && <ShareDialog items={open.items} onClose={onClose} />}
      {open.action === 'move' && <MoveDialog items={open.items} onClose={onClose} />}
      {open.action === 'delete' && <DeleteDialog items={open.items} onClose={onClose} onDone={onDeleted} />}
      {open.action === 'edit' && <EditDialog item={first} onClose={onClose} />}
      {open.action === 'create-app' && <CreateAppDialog item={first} onClose={onClose} />}
      {open.action === 'publish' && <PublishDialog item={first} onClose={onClose} />}
    </Suspense>
  );
}
