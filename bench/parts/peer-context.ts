// What the parts of the comparison beside peers share.
import type { startNginx } from '../peers/mapserver.ts';
import type { Started } from '../peers/started.ts';
import type { Bench } from '../portal.ts';

/** How many ask at the same time. */
export const CALLERS = [1, 16] as const;

export interface Context {
  bench: Bench;
  uncachedUrl: string;
  floorUrl: string;
  address: { points: string; cells: string };
  nginx: Awaited<ReturnType<typeof startNginx>>;
  koop: Started | undefined;
  /** Path of the tile that nginx has as a file, below the tiles of the points. */
  tilePath: string;
  pids: Record<'ours' | 'uncached' | 'floor', readonly number[]>;
}
