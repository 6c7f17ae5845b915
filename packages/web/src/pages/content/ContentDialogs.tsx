// The dialog that is open for one or many items of the content page.
import type { Folder, Item } from '@graticule/contract/content/item';
import { lazy, Suspense } from 'react';
import { ItemDialogs } from '../../item-actions/ItemDialogs.tsx';
import { type Operation, protecting, restoring } from './bulk/operations.ts';

const MoveItemsDialog = lazy(async () => ({ default: (await import('./bulk/MoveItemsDialog.tsx')).MoveItemsDialog }));
const ShareItemsDialog = lazy(async () => ({ default: (await import('./bulk/ShareItemsDialog.tsx')).ShareItemsDialog }));
const TagItemsDialog = lazy(async () => ({ default: (await import('./bulk/TagItemsDialog.tsx')).TagItemsDialog }));
const DeleteItemsDialog = lazy(async () => ({ default: (await import('./bulk/DeleteItemsDialog.tsx')).DeleteItemsDialog }));
const ReassignItemsDialog = lazy(async () => ({ default: (await import('./bulk/ReassignItemsDialog.tsx')).ReassignItemsDialog }));

/** What can be done from a row or with a selection. */
export type ContentAction =
  | 'publish'
  | 'share'
  | 'edit'
  | 'move'
  | 'tags'
  | 'protect'
  | 'unprotect'
  | 'reassign'
  | 'delete'
  | 'restore'
  | 'erase';

/** An action, and the items it is for. */
export interface OpenAction {
  action: ContentAction;
  items: readonly Item[];
}

interface Props {
  open: OpenAction | undefined;
  username: string;
  folders: readonly Folder[];
  onStart: (operation: Operation, items: readonly Item[]) => void;
  onClose: () => void;
}

/** The action without a dialog, for those that need none. */
export function atOnce({ action }: OpenAction): Operation | undefined {
  if (action === 'restore') return restoring();
  return action === 'protect' || action === 'unprotect' ? protecting(action === 'protect') : undefined;
}

/** Nothing while no dialog is open. */
export function ContentDialogs({ open, username, folders, onStart, onClose }: Props) {
  if (!open || open.items.length === 0) return null;
  const { action, items } = open;
  const start = (operation: Operation) => {
    onClose();
    onStart(operation, items);
  };
  const shared = { items, onStart: start, onClose };
  const isSingle = items.length === 1;
  return (
    <Suspense>
      {action === 'move' && <MoveItemsDialog {...shared} username={username} folders={folders} />}
      {action === 'share' && !isSingle && <ShareItemsDialog {...shared} />}
      {action === 'tags' && <TagItemsDialog {...shared} username={username} />}
      {action === 'delete' && <DeleteItemsDialog {...shared} />}
      {action === 'erase' && <DeleteItemsDialog {...shared} isForEver />}
      {action === 'reassign' && <ReassignItemsDialog {...shared} />}
      {(action === 'publish' || action === 'edit' || (action === 'share' && isSingle)) && (
        <ItemDialogs open={{ action, items }} onClose={onClose} />
      )}
    </Suspense>
  );
}
