// Twenty kills in the middle of writes and of publish jobs: nothing acknowledged is lost, nothing half-made is left.
import { describe, inject, it } from 'vitest';
import { NOTHING_WRONG } from '../testing/crash/audit.ts';
import { crashRun } from '../testing/crash/crash-run.ts';

/** Both engines, unless the run is for the embedded one, as on a machine without a PostgreSQL server. */
const ENGINES = inject('testDatabase').engine === 'embedded' ? (['embedded'] as const) : (['embedded', 'postgres'] as const);
const KILLS = 20 / ENGINES.length;

// Both engines at once: most of the time goes by waiting for what was killed to come back.
describe.concurrent.each(ENGINES)('server and database killed on the %s engine', (engine) => {
  it('keep every acknowledged write, and finish or undo every job', { timeout: 900_000 }, async ({ expect }) => {
    const { audit, faults, ...figures } = await crashRun({ engine, kills: KILLS, seed: 20_240 });
    console.log(`${engine}: ${JSON.stringify(figures)}`);
    expect(faults).toEqual([]);
    expect(audit).toEqual(NOTHING_WRONG);
    // However slow the machine: a run that hardly wrote would show nothing.
    expect(figures.acknowledged).toBeGreaterThan(2 * KILLS);
    expect(figures.layersReady).toBeGreaterThan(0);
  });
});
