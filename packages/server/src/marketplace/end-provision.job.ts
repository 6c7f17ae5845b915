// Ends a trial or purchase on its last day.
import { PortalError } from '@graticule/contract/errors';
import type { JobHandler } from '../platform/queue/queue.ts';
import { END_PROVISION_JOB, endProvision } from './provisions.ts';

/** A provision that is gone or ended already is left alone. */
export const endProvisionJob: JobHandler<{ id: string }> = {
  name: END_PROVISION_JOB,
  run: async (portal, { id }) => {
    await endProvision(portal, 'any', id).catch((error: unknown) => {
      if (!(error instanceof PortalError && error.code === 'LISTING_NOT_FOUND')) throw error;
    });
    return undefined;
  },
};
