// Asks whether the portal has an administrator yet.
import { portalAdmin } from '@graticule/contract/info';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

/** False only when the portal says that nobody administers it yet; when it cannot say, it is taken to have one. */
export async function hasAdministrator(): Promise<boolean> {
  try {
    await call(portalAdmin, { ts: String(Date.now()) }, { quiet: true });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return !(error.status === 498 && error.details.includes('no user'));
    throw error;
  }
}
