// Builds the pages before the journeys when they are missing or older than their sources.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** `E2E_AS_BUILT=1` takes the build that is there, for quick work on the journeys themselves. */
export default function buildWeb(): void {
  const hasBuild = existsSync(join(ROOT, 'packages/web/dist/index.html'));
  if (hasBuild && process.env.E2E_AS_BUILT === '1') return;
  const check = `import { isBuilt, buildWeb } from '${join(ROOT, 'tools/web-build.mjs')}';
    if (!(await isBuilt())) { const { code, output } = await buildWeb(); if (code !== 0) { console.error(output); process.exit(1); } }`;
  execFileSync(join(ROOT, 'node_modules/.bin/node'), ['--input-type=module', '-e', check], { stdio: 'inherit' });
}
