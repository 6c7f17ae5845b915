// Forgets the records of jobs that ended long ago; what the pages list first of each item and layer stays.
import { deleteOldLoads } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import { forgetOldJobs } from './old-jobs.store.ts';

const DAY_MS = 86_400_000;
/** Days after their end for which jobs about items and others are kept in any case. */
const KEPT_DAYS = 90;
/** The same for those that nobody can ask about, such as mails. */
const KEPT_DAYS_ABOUT_NOTHING = 30;
/** Jobs of each kind and end that an item keeps, and loads that a layer keeps, however old they are: those that are listed first. */
const KEPT = 20;

/** Called now and then; gives how many were forgotten. */
export async function sweepJobs(portal: Portal): Promise<number> {
  const daysAgo = (days: number): Date => new Date(portal.clock.now().getTime() - days * DAY_MS);
  const [before, aboutNothing] = [daysAgo(KEPT_DAYS), daysAgo(KEPT_DAYS_ABOUT_NOTHING)];
  while ((await deleteOldLoads(portal.db, { before, kept: KEPT })) > 0);
  let all = 0;
  const wanted = { before, aboutNothing, kept: KEPT };
  for (let count = -1; count !== 0; all += count) count = await forgetOldJobs(portal.db, wanted);
  return all;
}
