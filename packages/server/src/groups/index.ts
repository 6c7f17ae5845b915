// The door of groups: groups, membership, invitations.

export { groupRoutes } from './groups.routes.ts';
export { isGroupManager, mayDoToGroup } from './groups.rules.ts';
export { type GroupForCaller, groupForCaller, groupsForCaller } from './groups.store.ts';
export { createGroup, findGroupsOf, requireGroup, requireGroups } from './groups.ts';
export { groupView } from './groups.view.ts';
export { deleteGroupsOfOrganisation, reassignGroupsOf } from './hand-over.ts';
export { answerInvitation, invitationsOfCaller, requireInvitation } from './invitations.ts';
export { invitationWithGroupView } from './invitations.view.ts';
export { groupsJoinOrganisation, joinAsMember } from './joining.ts';
export { type GroupLifecycle, registerGroupLifecycle } from './lifecycle.ts';
export { memberRoutes } from './members.routes.ts';
