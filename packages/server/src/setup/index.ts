// The door of setup: what happens when a portal starts for the first time.
export { bootstrapAdmin, newSetupCode } from './first-admin.ts';
export { sampleContentJob } from './sample-content.job.ts';
export { setupRoutes } from './setup.routes.ts';
