// What the job of the sample maps is called, is given and reports.

/** Name of the job in the queue. */
export const SAMPLE_JOB = 'sample-content';

/** Who gets the samples, and the address that the maps use for their layers. */
export interface SamplePayload {
  username: string;
  baseUrl: string;
}

/** What the job reports beyond its own steps. */
export interface SampleReport {
  /** Publish jobs of the layers. */
  jobs: string[];
}
