// Joins the parts of a large upload.
import type { JobHandler } from '../platform/queue/queue.ts';
import { JOIN_PARTS, joinUpload, reopenUpload } from './commit-upload.ts';

/** The job; after its end in failure the upload can be committed again. */
export const joinPartsJob: JobHandler<{ itemId: string }> = {
  name: JOIN_PARTS,
  run: async (portal, { itemId }, run) => {
    await joinUpload(portal, itemId, (done, total) => run.progress({ done, total }));
    return undefined;
  },
  onGivenUp: async (portal, { itemId }, message) => {
    await reopenUpload(portal, itemId, message);
    return undefined;
  },
};
