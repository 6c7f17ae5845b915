// The door of the marketplace.
export { endProvisionJob } from './end-provision.job.ts';
export { marketplaceRoutes } from './marketplace.routes.ts';
export { licencesOfMember } from './provisions.ts';
