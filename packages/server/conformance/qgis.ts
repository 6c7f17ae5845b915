// QGIS without its windows, for the tests that need it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe } from 'vitest';
import { canInstallPackages } from '../../../tools/test-requirements.ts';
import type { AnyReply } from '../testing/agent.ts';

const run = promisify(execFile);
/** Debian's Python, which has the package: another one earlier in the path has not. */
const PYTHON = '/usr/bin/python3';
const MISSING = 'QGIS is not installed (package python3-qgis): no layer was opened with it.';
const hasQgis = await run(PYTHON, ['-c', 'import qgis.core']).then(
  () => true,
  () => false,
);

/** Where `npm test` can install QGIS its absence is a failure; elsewhere the tests are left out, and that is said. */
const isLeftOut = !hasQgis && !canInstallPackages();
if (isLeftOut) console.warn(`Skipped: ${MISSING}`);

/** Tests that need QGIS. */
export const describeWithQgis: typeof describe.skip = isLeftOut ? describe.skip : describe;

/** The number of the version in which its provider of feature servers writes: in none of Debian 12, which has 3.22. */
export const WRITES_SINCE = 32_800;

/** Runs a script with QGIS; gives what it prints as JSON, beginning with `start`. @throws Error where QGIS is not installed */
export async function inQgis(script: string, args: readonly string[], start = '{'): Promise<AnyReply> {
  if (!hasQgis) throw new Error(MISSING);
  const { stdout } = await run(PYTHON, [script, ...args], { timeout: 150_000, maxBuffer: 1 << 24 });
  return JSON.parse(stdout.slice(stdout.indexOf(start)));
}
