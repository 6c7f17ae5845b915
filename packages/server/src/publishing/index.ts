// The door of publishing.
export { appendRoutes } from './append/append.routes.ts';
export { appendRowsJob } from './append/append-rows.job.ts';
export { exportLayersJob } from './export-layers.job.ts';
export { sweepJobs } from './old-jobs.ts';
export { publishFile } from './publish.ts';
export { publishFeaturesJob } from './publish-features.job.ts';
export { publishingRoutes } from './publishing.routes.ts';
