// The door of people: profiles and members.
export { joinOrganisation, rolesInReach } from './joining.ts';
export { type MemberLifecycle, registerMemberLifecycle } from './lifecycle.ts';
export { peopleRoutes } from './people.routes.ts';
export { storageUsed } from './people.store.ts';
export { addMember, findProfile, removeMember } from './people.ts';
