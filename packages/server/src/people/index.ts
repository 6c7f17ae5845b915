// The door of people: profiles and members.
export { addressChangedJob } from './address-changed.job.ts';
export { askForPasswordJob } from './ask-for-password.job.ts';
export { joinOrganisation, roleNotHeld, rolesInReach } from './joining.ts';
export { type MemberLifecycle, registerMemberLifecycle } from './lifecycle.ts';
export { passwordChangedJob } from './password-changed.job.ts';
export { peopleRoutes } from './people.routes.ts';
export { storageUsed } from './people.store.ts';
export { addMember, findProfile, removeMember } from './people.ts';
