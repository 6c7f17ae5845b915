// Loads a file in the server, or in a process of its own where reading it would keep others waiting.
import { stat } from 'node:fs/promises';
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import type { Portal } from '../platform/context.ts';
import { loadApart } from './load-apart.ts';
import { type LoadedLayer, type LoadTask, loadFile } from './load-file.ts';
import type { ReportProgress } from './load-progress.ts';

/** Files above this size are read by a process of their own. */
const LARGE_BYTES = 1024 * 1024;

/** @throws UNREADABLE_FILE where the file is gone, and what `loadFile` and `loadApart` throw */
export async function loadWhereFits(portal: Portal, task: LoadTask, progress: ReportProgress, signal: AbortSignal): Promise<LoadedLayer[]> {
  const size = (await stat(task.path).catch(() => undefined))?.size;
  if (size === undefined) throw fail('UNREADABLE_FILE', { reasons: [sentence('source-removed')] });
  return size > LARGE_BYTES ? loadApart(portal, task, progress, signal) : loadFile(portal, task, progress);
}
