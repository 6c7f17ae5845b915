// The files of the repository: those git knows or would add, without what it ignores.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-program.ts';

/** Paths from the root, sorted, of files that exist. */
export function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(ROOT, path))).sort();
}

/** Program sources: TypeScript and JavaScript, tests included. */
export function isSource(path: string): boolean {
  return /\.(ts|tsx|mjs|cjs|js)$/.test(path) && !/(^|\/)(fixtures|public|dist)\//.test(path) && !path.endsWith('.d.ts');
}

/** Tests of every kind. */
export function isTest(path: string): boolean {
  return /\.(test|conformance|e2e)\.tsx?$/.test(path);
}

/** The text of a file by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
