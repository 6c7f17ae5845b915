// Loads into a layer that are killed at any moment: readers see the layer before or after, whole, and nothing is left over.
import { describe, inject, it } from 'vitest';
import { loadCrashRun } from '../testing/crash/load-run.ts';

/** A job of a killed process on an external server is taken up after some seconds, so there are fewer kills there. */
const PLANS =
  inject('testDatabase').engine === 'embedded'
    ? ([['embedded', 6]] as const)
    : ([
        ['embedded', 6],
        ['postgres', 3],
      ] as const);

// Both engines at once: most of the time goes by waiting for what was killed to come back.
describe.concurrent.each(PLANS)('append, merge and replace killed on the %s engine', (engine, kills) => {
  it('leave the layer as it was or as it is to be', { timeout: 900_000 }, async ({ expect }) => {
    const { faults, orphanTables, ...figures } = await loadCrashRun({ engine, kills, seed: 4_711 });
    console.log(`${engine}: ${JSON.stringify(figures)}`);
    expect(faults).toEqual([]);
    expect(orphanTables).toEqual([]);
    expect(figures).toEqual({ kills, completed: kills, failed: 0 });
  });
});
