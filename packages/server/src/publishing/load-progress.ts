// How the loading of a file tells how far it is.
import type { JobProgress } from '../schema/platform.ts';

/** Rows done so far, and their number where it is known; then what is done after the last of a layer. */
export type ReportProgress = (rows: number, total: number | null, phase?: JobProgress['phase']) => Promise<void>;
