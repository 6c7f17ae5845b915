// Whether the database has the bundled places, all of them and in the version of this program.
import { putSecret, readSecret } from '../identity/index.ts';
import type { Db } from '../platform/db/database.ts';

/** Rises when the file or the way it is loaded changes. */
const VERSION = '1';
const SECRET = 'gazetteer-version';

/** False before and while they are loaded. */
export async function arePlacesLoaded(db: Db): Promise<boolean> {
  return (await readSecret(db, SECRET)) === VERSION;
}

/** Said once all of them are there. */
export async function notePlacesLoaded(db: Db): Promise<void> {
  await putSecret(db, SECRET, VERSION);
}
