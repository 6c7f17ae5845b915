// What `npm run check` looks at, in order of how quickly a fault is mended.
import { NODE } from './run-program.ts';

/** @type {{ name: string; command: string[]; shows?: boolean }[]} `shows` prints the report of a check that passed, too */
export const CHECKS = [
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=40', '.'] },
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'types of the pages', command: ['tsc', '-p', 'packages/web'] },
  {
    name: 'directions of imports',
    command: [
      NODE,
      '--import',
      './tools/direction/older-compiler.mjs',
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'packages',
      'e2e',
      'bench',
      'tools',
    ],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'messages', command: [NODE, 'tools/message-coverage.mjs'], shows: true },
  { name: 'sizes', command: [NODE, 'tools/file-sizes.mjs'], shows: true },
  { name: 'generated pages', command: [NODE, 'tools/generate-docs.mjs', '--check'] },
  { name: 'safety tests', command: ['vitest', 'run', '--project', 'safety', '--reporter=dot'] },
];
