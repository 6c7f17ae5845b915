// Every dependency is pinned, permissively licensed and named with its reason.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, textOf } from '../repository.ts';
import { ROOT } from '../run-program.ts';

const PAGE = 'docs/decisions/0008-dependencies.md';
const PERMISSIVE =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|MPL-2\.0|OFL-1\.1|CC-BY-4\.0|CC0-1\.0|Public Domain)( OR [\w.-]+)?\)?$/;

interface Dependency {
  name: string;
  version: string;
  folder: string;
}

const dependencies: Dependency[] = repositoryFiles()
  .filter((path) => /(^|\/)package\.json$/.test(path))
  .flatMap((path) => {
    const manifest: Record<'dependencies' | 'devDependencies', Record<string, string> | undefined> = JSON.parse(textOf(path));
    return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(([name, version]) => ({
      name,
      version,
      folder: dirname(path),
    }));
  })
  .filter(({ name }) => !name.startsWith('@graticule/'));

function licenceOf({ name, folder }: Dependency): string {
  const manifest = [join(folder, 'node_modules', name), join('node_modules', name)].find((path) => existsSync(join(ROOT, path)));
  return manifest === undefined ? 'not installed' : JSON.parse(textOf(join(manifest, 'package.json'))).license;
}

describe('dependencies', () => {
  it('have exact versions, the same in every package', () => {
    expect(dependencies.filter(({ version }) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const versions = new Map(dependencies.map(({ name, version }) => [name, version]));
    const twice = dependencies.filter(({ name, version, folder }) => versions.get(name) !== version && folder !== 'tools/direction');
    expect(twice.filter(({ name }) => name !== 'typescript')).toEqual([]);
  });

  it('have permissive licences', () => {
    const strict = dependencies
      .map((one) => `${one.name}: ${licenceOf(one)}`)
      .filter((line) => !PERMISSIVE.test(line.split(': ')[1] ?? ''));
    expect(strict).toEqual([]);
  });

  it('are named with their reason, and nothing else is', () => {
    const named = new Map(
      [...textOf(PAGE).matchAll(/^\| `([^`]+)` \| .* \| (.*?) \|$/gm)].map(([, name = '', reason = '']) => [name, reason]),
    );
    const real = new Set(dependencies.map(({ name }) => name).filter((name) => !name.startsWith('@types/')));
    expect([...real].filter((name) => (named.get(name) ?? '').length < 3)).toEqual([]);
    expect([...named.keys()].filter((name) => !real.has(name))).toEqual([]);
  });
});
