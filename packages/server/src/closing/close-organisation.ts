// Closing an organisation: its people are locked out at once, and a job removes everything.
import { fail } from '@graticule/contract/errors';
import type { OrganisationContents } from '@graticule/contract/portals/organisations';
import { lockMembers } from '../identity/index.ts';
import { closeTenant, forgetKept, requireOperator } from '../organisation/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { CLOSE_JOB, type ClosePayload } from './close-job.ts';
import { contentsOf } from './contents.store.ts';

/** How much would go with an organisation. @throws OPERATION_NOT_SUPPORTED, FORBIDDEN for everybody but the operator, INVALID_PARAMETER for an unknown one */
export async function organisationContents(portal: Portal, caller: Caller, id: string): Promise<OrganisationContents> {
  await requireOperator(portal, caller);
  const contents = await contentsOf(portal.db, id);
  if (contents === undefined) throw fail('INVALID_PARAMETER', { values: ['id', 'is not known'] });
  return contents;
}

/**
 * Closes an organisation of the install; the operator repeats its name, because this cannot be undone.
 * @throws OPERATION_NOT_SUPPORTED, FORBIDDEN for everybody but the operator, INVALID_PARAMETER for an unknown or the home organisation and a wrong name
 */
export async function closeOrganisation(portal: Portal, caller: Caller, input: { id: string; name: string }): Promise<void> {
  await requireOperator(portal, caller);
  const now = portal.clock.now();
  await portal.db.transaction().execute(async (db) => {
    const organisation = await closeTenant(db, input.id, now);
    if (organisation.name.trim() !== input.name.trim())
      throw fail('INVALID_PARAMETER', { values: ['name', 'is not the name of this organisation'] });
    await lockMembers(db, organisation.id);
    const payload: ClosePayload = { orgId: organisation.id };
    await portal.queue.enqueue(db, { name: CLOSE_JOB, payload, subject: organisation.id, owner: caller.username ?? undefined });
  });
  forgetKept(portal);
  portal.log.warn({ organisation: input.id, by: caller.username }, 'closed an organisation');
}
