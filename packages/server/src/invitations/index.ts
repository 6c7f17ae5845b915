// The door of invitations: inviting people to an organisation, and signing up.
export { holderRoutes } from './holder.routes.ts';
export { invitationRoutes } from './invitations.routes.ts';
export { mailInvitationsJob } from './mail-invitations.job.ts';
