// Sends the links of invitations by mail, where the portal sends mail.
import { organisationWithId } from '../organisation/index.ts';
import { isOfOneMail } from '../platform/mail/mailer.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { tenantUrl } from '../platform/tenants.ts';
import { invitationMail } from './invitation.mail.ts';
import { invitationById, updateInvitationRow } from './invitations.store.ts';

/** The job. What was sent is noted one by one, so that an interrupted run goes on where it was; one address that is refused holds up no other. */
export const mailInvitationsJob: JobHandler<{ ids: string[] }> = {
  name: 'mail-invitations',
  run: async (portal, { ids }, run) => {
    const { publicUrl, multiTenant } = portal.config;
    if (portal.mailer === undefined || publicUrl === undefined) return undefined;
    let failure: unknown;
    for (const id of ids) {
      const row = await invitationById(portal.db, id);
      const isOpen = row?.state === 'pending' && row.expires > portal.clock.now();
      if (!isOpen || row.mailed !== null || row.email === null) continue;
      const organisation = await organisationWithId(portal, row.org_id);
      const base = tenantUrl({ publicUrl, multiTenant }, organisation.url_key);
      try {
        await portal.mailer.send(await invitationMail({ ...row, email: row.email }, { organisation, base }));
        await updateInvitationRow(portal.db, id, { mailed: portal.clock.now() });
      } catch (error) {
        failure = error;
        // A server that is away would be waited for once for each of them.
        if (!isOfOneMail(error)) break;
      }
      await run.progress({});
    }
    if (failure !== undefined) throw failure;
    return undefined;
  },
};
