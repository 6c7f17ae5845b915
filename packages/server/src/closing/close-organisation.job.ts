// Removes what a closed organisation has, in parts: items with their layers and files, groups, people, and then itself.
import { purgeOrganisation } from '../content/index.ts';
import { deleteGroupsOfOrganisation } from '../groups/index.ts';
import { membersOf } from '../identity/index.ts';
import { removeTenant } from '../organisation/index.ts';
import { removeMember } from '../people/index.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { CLOSE_JOB, type ClosePayload } from './close-job.ts';

/** People that are read at once. */
const BATCH = 100;

/** May run again after it was interrupted anywhere: each step removes what is still there. */
export const closeOrganisationJob: JobHandler<ClosePayload> = {
  name: CLOSE_JOB,
  run: async (portal, { orgId }, run) => {
    await purgeOrganisation(portal, orgId, (done) => run.progress({ done }));
    await deleteGroupsOfOrganisation(portal, orgId);
    for (;;) {
      const names = await membersOf(portal.db, orgId, BATCH);
      for (const username of names) await removeMember(portal, username);
      if (names.length < BATCH) break;
      await run.progress({ done: names.length });
    }
    await removeTenant(portal, orgId);
    return undefined;
  },
};
