// A portal that ends in each stage of publishing, loading and exporting: the work is done after the next start, once, and nothing is left over.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { NOTHING_WRONG } from '../testing/crash/audit.ts';
import { StageScene } from '../testing/crash/stage-run.ts';
import { STAGES } from '../testing/crash/stages.ts';

const ENGINES = inject('testDatabase').engine === 'embedded' ? (['embedded'] as const) : (['postgres', 'embedded'] as const);
const SCENES = { postgres: new StageScene(), embedded: new StageScene() };
const CASES = STAGES.flatMap(([mode, stages]) => stages.map((stage) => [mode, stage.name, stage] as const));

beforeAll(async () => {
  await Promise.all(ENGINES.map((engine) => SCENES[engine].open(engine)));
}, 120_000);
afterAll(async () => {
  await Promise.all(ENGINES.map((engine) => SCENES[engine].end()));
}, 120_000);

describe.each(ENGINES)('a portal on the %s engine', (engine) => {
  it.each(CASES)('%s, killed when %s', { timeout: 120_000 }, async (mode, _name, stage) => {
    // Most of the time goes by waiting for a portal to come back: the other engine goes on meanwhile, and is asked later what came of it.
    if (engine === 'postgres') SCENES.embedded.kill(mode, stage).catch(() => undefined);
    expect(await SCENES[engine].kill(mode, stage)).toEqual([]);
  });

  it('leaves no table, file or job behind', { timeout: 120_000 }, async () => {
    expect(await SCENES[engine].leftovers()).toEqual(NOTHING_WRONG);
  });
});
