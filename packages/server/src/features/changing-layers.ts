// Transactions that change the rows or the files of layers outside a call of edits: each is begun again when it lost to others, and refused
// in words when a layer was replaced meanwhile.
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { untangled } from '../platform/db/untangled.ts';
import { refuseReplaced } from './layer-facts.store.ts';
import { holdLayers } from './sync/change-tracking.store.ts';

/**
 * Holds the tables and changes what is in them; `work` must not leave anything behind when it fails.
 * @throws UNABLE_TO_COMPLETE when one of the layers has another table now
 */
export async function changingLayers<T>(portal: Pick<Portal, 'db'>, tables: readonly string[], work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await untangled(() =>
      portal.db.transaction().execute(async (db) => {
        await holdLayers(db, tables);
        return work(db);
      }),
    );
  } catch (error) {
    refuseReplaced(error);
    throw error;
  }
}
