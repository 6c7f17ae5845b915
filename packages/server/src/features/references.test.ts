import { expect, it } from 'vitest';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { sridOfWkt } from './references.store.ts';

const WKT = 'GEOGCS["Ours",DATUM["D",SPHEROID["S",6378137.0,298.257]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

it('a coordinate system that the role of the portal may not add is refused in words that help, not as a fault', async () => {
  const query = async (text: unknown): Promise<{ rows: [] }> => {
    if (String(text).startsWith('insert')) throw Object.assign(new Error('permission denied for table spatial_ref_sys'), { code: '42501' });
    return { rows: [] };
  };
  const database = { pool: { query } } as unknown as DatabaseHandle;
  await expect(sridOfWkt(database, WKT)).rejects.toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringContaining('Choose the coordinate system'),
  });
});
