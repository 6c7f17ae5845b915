// The door of closing: removing an organisation with everything in it.
export { closeOrganisationJob } from './close-organisation.job.ts';
export { closingRoutes } from './closing.routes.ts';
