// What somebody brings along into an organisation. The app hands this to the people domain.
import type { Db } from '../platform/db/database.ts';
import { moveItemsOf } from './joining.store.ts';

/** The items of an account that belonged to no organisation belong to the one that it joins. */
export const itemsOfMember = {
  onJoin: (db: Db, username: string, orgId: string): Promise<void> => moveItemsOf(db, username, orgId),
};
