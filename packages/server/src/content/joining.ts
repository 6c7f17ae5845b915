// What somebody brings along into an organisation, and the folders that go with an account. The app hands this to the people domain.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { deleteFoldersOf } from './folders.store.ts';
import { moveItemsOf } from './joining.store.ts';

/** The items of an account that belonged to no organisation belong to the one that it joins. Whoever goes leaves empty folders at most. */
export const itemsOfMember = {
  onJoin: (db: Db, username: string, orgId: string): Promise<void> => moveItemsOf(db, username, orgId),
  onDelete: (portal: Portal, username: string): Promise<void> => deleteFoldersOf(portal.db, username),
};
