// `npm test`: every check and every test, without questions. `npm test -- unit web` runs only the steps named.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fuzzSeed } from './fuzz-seed.ts';
import { ROOT, run } from './run-program.ts';
import { ensureTestRequirements, versionsLine } from './test-requirements.ts';
import { STEPS } from './test-steps.ts';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${STEPS.map((step) => step.name).join(', ')}.`);
  process.exit(2);
}
const results = join(ROOT, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const missing = await ensureTestRequirements();
if (missing.length > 0) {
  for (const sentence of missing) console.error(sentence);
  console.log(`0 passed, ${missing.length} failed, 0 skipped`);
  process.exit(1);
}
console.log(versionsLine());
// Named once, so that no step that begins after midnight tries others.
const FUZZ_SEED = String(fuzzSeed());
console.log(`Property tests try the cases of FUZZ_SEED=${FUZZ_SEED}.`);

const all = { passed: 0, failed: 0, skipped: 0 };
for (const step of STEPS) {
  if (wanted.length > 0 && !wanted.includes(step.name)) continue;
  const tally = await ran(step);
  for (const outcome of Object.keys(all)) all[outcome] += tally[outcome];
}
console.log(words(all));
process.exitCode = all.failed > 0 ? 1 : 0;

function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Runs a step, and once more what it says has to be; resolves with how many tests ended how. */
async function ran(step) {
  const { code, output, seconds } = await run(step.command, {
    cwd: step.cwd ?? ROOT,
    env: { CI: 'true', NO_COLOR: '1', FUZZ_SEED, ...step.env },
  });
  const tally = step.tally?.() ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A step may fail without a failed test: a file that does not load, a server that does not start.
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  writeFileSync(join(results, `${step.name.replaceAll(' ', '-')}.log`), output);
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${step.name}: ${words(tally)} (${seconds.toFixed(0)} s)`);
  const more = code === 0 ? undefined : step.onceMore?.(output);
  if (more === undefined) return tally;
  console.log(more.why);
  const later = await ran(more.step);
  return Object.fromEntries(Object.keys(all).map((outcome) => [outcome, tally[outcome] - more.instead[outcome] + later[outcome]]));
}
