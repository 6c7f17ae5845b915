// What `npm test` runs, in order: from what fails quickest to what takes longest.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesOfLostHost, type ReportedFile } from './once-more.ts';
import { NODE, ROOT } from './run-program.ts';

/** How many tests a step ran, by outcome. */
interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** One step of the run. */
export interface Step {
  name: string;
  command: string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Reads the report after the step; undefined when the step wrote none. Steps without a report count as one test. */
  tally?(): Tally | undefined;
  /** After a run that failed: what to run once more, why, and what of the tally that takes the place of. */
  onceMore?: ((output: string) => { step: Step; why: string; instead: Tally } | undefined) | undefined;
}

const REPORTS = join(ROOT, 'test-results');

function vitest(name: string, args: string[], env: Record<string, string> = {}): Step {
  const report = join(REPORTS, `${name.replaceAll(' ', '-')}.json`);
  return {
    name,
    command: ['vitest', 'run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`],
    env,
    tally: () => {
      const result = readReport(report);
      return (
        result && { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests + result.numTodoTests }
      );
    },
    onceMore: (output) => {
      const { reasons, again } = filesOfLostHost(output, readReport(report)?.testResults ?? []);
      if (again.length === 0) return undefined;
      const names = again.map(({ name: file }) => relative(ROOT, file));
      return {
        step: { ...vitest(`${name} once more`, [...args.slice(0, 2), ...names], env), onceMore: undefined },
        why: `The process of the embedded databases ended (${reasons.join(', ')}). Run once more: ${names.join(', ')}.`,
        instead: counted(again),
      };
    },
  };
}

/** How the tests of failed files ended. */
function counted(files: readonly ReportedFile[]): Tally {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const of = (...states: string[]): number => tests.filter(({ status }) => states.includes(status)).length;
  // Where what comes before the tests fails, none of them has.
  return { passed: of('passed'), failed: Math.max(1, of('failed')), skipped: of('skipped', 'pending', 'todo', 'disabled') };
}

/** Tests with outside clients that need no second run: they start both engines themselves, or have nothing to do with hosted layers. */
const ONE_RUN_IS_ENOUGH = ['crash', 'killed-stages', 'load-crash', 'every-function', 'content', 'groups', 'sign-in'];

/** The files in which outside clients read and edit hosted layers. */
function hostedLayerClients(): string[] {
  const folder = 'packages/server/conformance';
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.conformance.ts'));
  return names.filter((name) => !ONE_RUN_IS_ENOUGH.includes(name.replace('.conformance.ts', ''))).map((name) => `${folder}/${name}`);
}

const JOURNEYS_REPORT = join(REPORTS, 'journeys.json');

/** The steps of `npm test`. */
export const STEPS: readonly Step[] = [
  { name: 'check', command: [NODE, 'tools/check.mjs'] },
  vitest('unit', ['--project', 'unit']),
  vitest('web', ['--project', 'web']),
  vitest('server', ['--project', 'server'], { GRATICULE_TEST_ENGINE: 'postgres' }),
  vitest('server embedded', ['--project', 'server'], { GRATICULE_TEST_ENGINE: 'embedded' }),
  vitest('conformance', ['--project', 'conformance']),
  vitest('conformance embedded', ['--project', 'conformance', ...hostedLayerClients()], { GRATICULE_TEST_ENGINE: 'embedded' }),
  { name: 'build', command: [NODE, 'tools/web-build.mjs'] },
  {
    name: 'journeys',
    command: ['playwright', 'test', '--reporter=list,json'],
    cwd: join(ROOT, 'e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEYS_REPORT },
    tally: () => {
      const stats = readReport(JOURNEYS_REPORT)?.stats;
      return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  },
];

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults?: ReportedFile[];
  stats?: { expected: number; flaky: number; unexpected: number; skipped: number };
}

function readReport(path: string): Report | undefined {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
