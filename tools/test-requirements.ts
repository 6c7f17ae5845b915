// What the tests need beyond npm: a browser, PostgreSQL with PostGIS, GDAL, QGIS. Found, or installed where that is possible.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasChromium, installedChromium } from '../e2e/chromium.ts';
import { run } from './run-program.ts';

const POSTGRES_HOME = '/usr/lib/postgresql';

interface Requirement {
  name: string;
  debianPackages: string[];
  isThere(): boolean;
  /** What a person does where it cannot be installed from here. */
  advice: string;
  /** Nothing else waits for it: where it can be installed its own tests fail without it, elsewhere they are skipped, with a word about it. */
  isOptional?: boolean;
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'Chromium',
    debianPackages: ['chromium'],
    isThere: hasChromium,
    advice: 'Install Chromium or Chrome, or set CHROMIUM_PATH to its program.',
  },
  {
    name: 'PostgreSQL with PostGIS',
    debianPackages: ['postgresql', 'postgresql-postgis'],
    isThere: () => Boolean(process.env.TEST_DATABASE_URL) || hasPostgis(),
    advice: 'Install PostgreSQL 15 or newer with PostGIS 3, or set TEST_DATABASE_URL to a server whose user may create databases.',
  },
  {
    name: 'GDAL (ogrinfo, ogr2ogr)',
    debianPackages: ['gdal-bin'],
    isThere: () => isOnPath('ogrinfo') && isOnPath('ogr2ogr'),
    advice: 'Install the command line programs of GDAL.',
  },
  {
    name: 'QGIS for Python',
    debianPackages: ['python3-qgis'],
    isThere: () => existsSync('/usr/lib/python3/dist-packages/qgis'),
    advice: 'Install QGIS with its Python package (python3-qgis on Debian); without it no test opens layers with QGIS.',
    isOptional: true,
  },
];

/**
 * Makes sure that everything is there.
 * @returns one sentence per thing that is missing and could not be installed
 */
export async function ensureTestRequirements(): Promise<string[]> {
  const missing = REQUIREMENTS.filter((requirement) => !requirement.isThere());
  if (missing.length === 0) return [];
  if (canInstallPackages()) {
    // What tests can do without must not keep the rest from being installed.
    for (const optional of [false, true]) {
      const packages = missing.filter((each) => (each.isOptional ?? false) === optional).flatMap(({ debianPackages }) => debianPackages);
      if (packages.length > 0) await installDebianPackages(packages);
    }
  } else if (missing.some(({ name }) => name === 'Chromium')) {
    console.log('Installing Chromium with Playwright …');
    await run(['playwright', 'install', 'chromium']);
  }
  const left = missing.filter((requirement) => !requirement.isThere());
  const outcome = canInstallPackages() ? 'Its tests will fail.' : 'Its tests are skipped.';
  for (const { name, advice } of left.filter(({ isOptional }) => isOptional)) console.log(`MISSING: ${name}. ${advice} ${outcome}`);
  return left.filter(({ isOptional }) => !isOptional).map(({ name, advice }) => `${name} is missing. ${advice}`);
}

async function installDebianPackages(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, output } = await run(['apt-get', '-q', ...args], { env });
    if (code !== 0) console.log(output);
  }
}

/** Whether packages of Debian can be installed from here. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && isOnPath('apt-get');
}

function hasPostgis(): boolean {
  if (!existsSync(POSTGRES_HOME)) return false;
  const hasServer = readdirSync(POSTGRES_HOME).some((version) => existsSync(join(POSTGRES_HOME, version, 'bin/initdb')));
  const hasExtension = readdirSync(POSTGRES_HOME).some((version) =>
    existsSync(`/usr/share/postgresql/${version}/extension/postgis.control`),
  );
  return hasServer && hasExtension;
}

function isOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, program)));
}

/** Versions for the first line of a test run. */
export function versionsLine(): string {
  const versionOf = (program: string): string => {
    try {
      return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')[0] ?? '';
    } catch {
      return '';
    }
  };
  return [`Node ${process.version}`, versionOf('ogrinfo'), versionOf(installedChromium() ?? 'chromium').trim()].filter(Boolean).join(', ');
}
