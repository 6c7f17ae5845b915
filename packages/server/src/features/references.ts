// The number under which the database knows a reference system.
import { fail } from '@graticule/contract/errors';
import type { KnownReference } from '@graticule/geo/project/spatial-reference';
import type { Portal } from '../platform/context.ts';
import { isKnownSrid } from './query/query.store.ts';
import { sridOfWkt } from './references.store.ts';

/** @throws UNREADABLE_FILE when the database cannot project from it */
export async function sridOfReference(portal: Pick<Portal, 'database'>, reference: KnownReference): Promise<number> {
  if (reference.wkid === undefined) return sridOfWkt(portal.database, reference.wkt);
  if (await isKnownSrid(portal.database, reference.wkid)) return reference.wkid;
  throw fail('UNREADABLE_FILE', { values: [`the coordinate system ${reference.wkid} is not known here.`] });
}
