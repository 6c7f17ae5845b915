// Installs the dependencies when they are missing or belong to another lockfile. Runs on the system's Node (18 or newer).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 18;
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
/** Written by npm at the end of every install. */
const NPM_MARK = join(MODULES, '.package-lock.json');
const STAMP = join(MODULES, '.cache/graticule/installed');
/** npm writes its own mark and the lockfile within this time of each other. */
const SAME_INSTALL_MS = 10_000;

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) stop(`Graticule needs Node.js ${OLDEST_NODE} or newer to start; this is ${process.version}.`);

const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
const installedAt = timeOf(NPM_MARK);
const isPresent = installedAt !== undefined && timeOf(join(MODULES, '.bin/node')) !== undefined;

if (!isPresent) install('Installing the dependencies (first start) …');
else if (readStamp() !== wanted && installedAt < timeOf(LOCK) - SAME_INSTALL_MS) install('The list of dependencies changed; installing …');
writeStamp();
if (!isPresent && !process.env.DATABASE_URL) prepareDatabase();

/**
 * `npm install` with the versions of the lockfile, which it leaves alone. Not `npm ci`: that refuses a lockfile without the
 * optional packages of every other platform, and some registries hold only those of the platforms in use.
 */
function install(words) {
  console.log(words);
  // Under `npm start`, npm names itself and the Node it runs on; that Node is not inside the folder about to be replaced.
  const npm = process.env.npm_execpath;
  const [program, args] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(program, [...args, 'install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: npm === undefined && process.platform === 'win32',
  });
  if (done.error) stop(`npm could not be started: ${done.error.message}`);
  if (done.status !== 0) stop('The dependencies could not be installed. npm says why above.');
  if (timeOf(join(MODULES, '.bin/node')) === undefined)
    stop('The dependencies were installed without Node 24. Run `npm rebuild node`, and see that npm may run install scripts.');
}

/** Makes the empty embedded database while the install is under way, so that the first start only copies it. A failure is left to the start to report. */
function prepareDatabase() {
  console.log('Preparing the embedded database …');
  spawnSync(join(MODULES, '.bin/node'), ['tools/prepare-database.mjs'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

function timeOf(path) {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

function writeStamp() {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted);
}

function stop(words) {
  console.error(words);
  process.exit(1);
}
