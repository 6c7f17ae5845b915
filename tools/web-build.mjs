// Builds the pages when there is no build, or when a source differs from those it was made of.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from './run-program.ts';

const SOURCES = ['packages/web', 'packages/contract', 'packages/geo', 'packages/i18n', 'package-lock.json'];
const NOT_BUILT_FROM = /(^|\/)(node_modules|dist|fixtures|testing|\.cache)(\/|$)|\.test\.tsx?$|README\.md$/;
const DIST = join(ROOT, 'packages/web/dist');
/** Kept in the build, so that both are copied and removed together. */
const STAMP = join(DIST, '.built-from');
/** Of larger files only the size counts: they are data that is replaced as a whole. */
const HASHED_BYTES = 1_000_000;

/** One value that changes whenever a source of the pages does. */
export async function webFingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of await filesBelow(source)) {
      const { size } = await stat(join(ROOT, path));
      hash.update(`${path}\n${size}\n`);
      if (size <= HASHED_BYTES) hash.update(await readFile(join(ROOT, path)));
    }
  }
  return hash.digest('hex');
}

/** Whether the build is there and made of the sources as they are. */
export async function isBuilt() {
  const built = await readFile(STAMP, 'utf8').catch(() => '');
  return built !== '' && built === (await webFingerprint());
}

/**
 * Builds the pages now.
 * @returns {Promise<{ code: number; output: string; seconds: number }>}
 */
export async function buildWeb() {
  const fingerprint = await webFingerprint();
  await rm(STAMP, { force: true });
  const result = await run(['vite', 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'packages/web'), env: { NODE_ENV: 'production' } });
  if (result.code === 0) await writeFile(STAMP, fingerprint);
  return result;
}

async function filesBelow(path) {
  const info = await stat(join(ROOT, path));
  if (info.isFile()) return [path];
  const entries = await readdir(join(ROOT, path), { withFileTypes: true });
  const lists = await Promise.all(
    entries
      .filter((entry) => (entry.isDirectory() || entry.isFile()) && !NOT_BUILT_FROM.test(`${path}/${entry.name}`))
      .map((entry) => (entry.isDirectory() ? filesBelow(`${path}/${entry.name}`) : [`${path}/${entry.name}`])),
  );
  return lists.flat().sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { code, output, seconds } = await buildWeb();
  if (output.trim() !== '') console.log(output.trim());
  console.log(code === 0 ? `The pages were built in ${seconds.toFixed(1)} s.` : 'The pages could not be built.');
  process.exit(code);
}
