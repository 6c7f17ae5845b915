// The door of people: profiles and members.
export { peopleRoutes } from './people.routes.ts';
export { storageUsed } from './people.store.ts';
export { findProfile } from './people.ts';
