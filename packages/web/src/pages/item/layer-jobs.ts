// Jobs with the rows of the layers of a service, put into one list.
import type { LoadStatus } from '@graticule/contract/services/append';

/** A job, and the layer in whose list it is. */
export interface LayerJob extends LoadStatus {
  layer: string;
}

/** A job, with the names of all layers that it concerns. */
export interface NamedJob extends LayerJob {
  layerNames: string[];
}

/** The latest first. What concerns several layers stands once. */
export function oncePerJob(jobs: readonly LayerJob[]): NamedJob[] {
  const byId = new Map<string, NamedJob>();
  for (const job of jobs) {
    const known = byId.get(job.jobId);
    if (known === undefined) byId.set(job.jobId, { ...job, layerNames: [job.layerName] });
    else known.layerNames.push(job.layerName);
  }
  return [...byId.values()].sort((a, b) => b.submissionTime - a.submissionTime);
}
