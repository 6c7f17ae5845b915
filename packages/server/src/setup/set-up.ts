// The first set-up of the organisation, and the sample maps that it may add.
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { SampleStatus, setUpPortal } from '@graticule/contract/portals/portals';
import { changeOrganisation, markSetUp, organisationOf } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { SAMPLE_JOB, type SamplePayload } from './sample-content.job.ts';

/**
 * Writes the first settings and, if asked, starts the job that adds the sample maps.
 * @shape the id of the sample job, or null
 */
export async function finishSetUp(portal: Portal, caller: Caller, input: ServerInput<typeof setUpPortal>): Promise<string | null> {
  const organisation = await organisationOf(portal, caller);
  if (organisation.id !== caller.orgId || caller.username === null) throw fail('FORBIDDEN');
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
  const payload: SamplePayload = { username: caller.username, orgId: organisation.id };
  return portal.queue.enqueue(portal.db, { name: SAMPLE_JOB, payload, subject: sampleSubject(organisation.id), owner: caller.username });
}

function sampleSubject(orgId: string): string {
  return `samples:${orgId}`;
}

/** How far the sample maps are. */
export async function readSampleStatus(portal: Portal, caller: Caller): Promise<SampleStatus> {
  const organisation = await organisationOf(portal, caller);
  const [latest] = await portal.queue.about(sampleSubject(organisation.id), 1);
  if (latest === undefined) return { status: 'none', statusMessage: '', done: 0, total: 0 };
  const status =
    latest.state === 'completed' ? 'completed' : latest.state === 'failed' || latest.state === 'cancelled' ? 'failed' : 'processing';
  return { status, statusMessage: latest.message ?? '', done: latest.progress.done ?? 0, total: latest.progress.total ?? 0 };
}
