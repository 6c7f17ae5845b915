// The door of people: profiles and members.
export { type MemberLifecycle, registerMemberLifecycle } from './lifecycle.ts';
export { peopleRoutes } from './people.routes.ts';
export { storageUsed } from './people.store.ts';
export { findProfile } from './people.ts';
