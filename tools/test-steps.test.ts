// Outside clients that read or edit hosted layers are tried on both engines.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.ts';
import { STEPS } from './test-steps.ts';

const FOLDER = join(ROOT, 'packages/server/conformance');

it('every conformance file that publishes layers, and does not start both engines itself, runs on the embedded engine too', () => {
  const step = STEPS.find(({ name }) => name === 'conformance embedded');
  const wanted = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.conformance.ts'))
    .filter((name) => {
      const text = readFileSync(join(FOLDER, name), 'utf8');
      return /\bpublishAndWait\(|\bcreateFeatureService\(|\bplantPark\(|\/publish`/.test(text) && !text.includes("'postgres'");
    });
  expect(wanted.length).toBeGreaterThan(4);
  expect(wanted.filter((name) => !step?.command.some((part) => part.endsWith(`/${name}`)))).toEqual([]);
  expect(step?.env).toEqual({ GRATICULE_TEST_ENGINE: 'embedded' });
});
