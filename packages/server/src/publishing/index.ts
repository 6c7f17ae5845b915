// The door of publishing.
export { exportLayersJob } from './export-layers.job.ts';
export { publishFile } from './publish.ts';
export { publishFeaturesJob } from './publish-features.job.ts';
export { publishingRoutes } from './publishing.routes.ts';
