// Endpoints of the recycle bin: what was deleted, and bringing it back. The bin itself is listed with `inRecycleBin=true`.
import { endpoint } from '../endpoint.ts';
import { csv, required, text } from '../param.ts';
import type { BulkResult } from './user-content.ts';
import type { ItemIdReply } from './user-items.ts';

const users = '/sharing/rest/content/users/:username';

export const restoreItem = endpoint<ItemIdReply>()(
  `${users}/items/:id/restore`,
  { folder: text() },
  {
    method: 'change',
    needs: 'user',
    summary: 'Takes an item out of the recycle bin, with its sharing, to where it lay or into the folder named',
  },
);

export const canRestoreItem = endpoint<BulkResult>()(
  `${users}/items/:id/canRestore`,
  {},
  { needs: 'user', summary: 'Whether an item can be taken out of the recycle bin, and what stands in the way' },
);

export const restoreItems = endpoint<{ results: BulkResult[] }>()(
  `${users}/restoreItems`,
  { items: required(csv()), folder: text() },
  { method: 'change', needs: 'user', summary: 'Takes items out of the recycle bin' },
);

export const emptyRecycleBin = endpoint<{ success: true; deleted: number }>()(
  `${users}/emptyRecycleBin`,
  {},
  { method: 'change', needs: 'user', summary: 'Deletes everything in the recycle bin for good' },
);
