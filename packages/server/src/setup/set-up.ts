// The first set-up of the organisation, and the sample maps that it may add.
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { SampleStatus, setUpPortal } from '@graticule/contract/portals/portals';
import { changeOrganisation, markSetUp, ownOrganisation } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { JobStatus } from '../platform/queue/job-queue.ts';
import { SAMPLE_JOB, type SamplePayload, type SampleReport } from './sample-job.ts';

/**
 * Writes the first settings and, if asked, starts the job that adds the sample maps.
 * @shape the id of the sample job, or null
 */
export async function finishSetUp(portal: Portal, caller: Caller, input: ServerInput<typeof setUpPortal>): Promise<string | null> {
  const organisation = await ownOrganisation(portal, caller, input.portal);
  if (caller.username === null) throw fail('FORBIDDEN');
  await changeOrganisation(
    portal,
    organisation.id,
    {
      name: input.name,
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.access === undefined ? {} : { access: input.access }),
      ...(input.culture === undefined ? {} : { culture: input.culture }),
    },
    new Set(),
  );
  await markSetUp(portal, organisation.id);
  if (input.addSampleMaps !== true) return null;
  const [latest] = await portal.queue.about(sampleSubject(organisation.id), 1);
  if (latest?.state === 'waiting' || latest?.state === 'running') return latest.id;
  const payload: SamplePayload = { username: caller.username, baseUrl: caller.baseUrl };
  return portal.queue.enqueue(portal.db, { name: SAMPLE_JOB, payload, subject: sampleSubject(organisation.id), owner: caller.username });
}

function sampleSubject(orgId: string): string {
  return `samples:${orgId}`;
}

/** How far the sample maps are: the layers are published by jobs of their own. */
export async function readSampleStatus(portal: Portal, caller: Caller, name: string): Promise<SampleStatus> {
  const organisation = await ownOrganisation(portal, caller, name);
  const [latest] = await portal.queue.about(sampleSubject(organisation.id), 1);
  if (latest === undefined) return { status: 'none', statusMessage: '', done: 0, total: 0 };
  const steps = (latest.progress.report as SampleReport | undefined) ?? { jobs: [] };
  const jobs = await Promise.all(steps.jobs.map((id) => portal.queue.status(id)));
  // Jobs that ended long ago are forgotten.
  const isDone = (job: JobStatus | undefined): boolean => job === undefined || job.state === 'completed';
  const done = (latest.progress.done ?? 0) + jobs.filter(isDone).length;
  const total = (latest.progress.total ?? 0) + jobs.length;
  const failed = [latest, ...jobs].find((job) => job?.state === 'failed' || job?.state === 'cancelled');
  if (failed !== undefined) return { status: 'failed', statusMessage: failed.message ?? '', done, total };
  const isOver = latest.state === 'completed' && jobs.every(isDone);
  return { status: isOver ? 'completed' : 'processing', statusMessage: '', done, total };
}
