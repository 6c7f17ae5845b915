import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFolder } from './folder-owner.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-owner-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** A process whose command line looks like that of the database of a folder. */
function database(lifeMs: number, folder = join(dir, 'any')) {
  return spawn(process.execPath, ['-e', `setTimeout(() => {}, ${lifeMs})`, 'embedded-child.ts', folder], { stdio: 'ignore' });
}

/** Tries to own the folder and keeps it until it is ended. */
function newcomerScript(module: string, folder: string): string {
  return `
    import { ownFolder } from ${JSON.stringify(pathToFileURL(module).href)};
    const owned = await ownFolder(${JSON.stringify(folder)}, { others: 3_000, orphans: 60_000 }).catch(() => undefined);
    process.stdout.write(owned === undefined ? 'other' : 'owner');
    if (owned !== undefined) setTimeout(() => {}, 600_000);
  `;
}

describe('the owner of a database folder', () => {
  it('marks the folder until it is released', async () => {
    const folder = join(dir, 'free');
    const owner = await ownFolder(folder);
    expect(await readFile(`${folder}.pid`, 'utf8')).toBe(`${process.pid} ${process.ppid}`);
    owner.release();
    await expect(readFile(`${folder}.pid`)).rejects.toThrow('ENOENT');
  });

  it('waits for the database of a killed portal to end', async () => {
    const folder = join(dir, 'ending');
    await writeFile(`${folder}.pid`, String(database(600).pid));
    (await ownFolder(folder)).release();
  });

  it('refuses a folder that another portal keeps using', async () => {
    const folder = join(dir, 'used');
    const other = database(60_000);
    await writeFile(`${folder}.pid`, `${other.pid} ${process.pid}`);
    await expect(ownFolder(folder, { others: 300, orphans: 0 })).rejects.toThrow(`Another portal (process ${other.pid})`);
    other.kill();
  });

  it('ends a database that has lost its portal and does not notice', async () => {
    const folder = join(dir, 'orphan');
    const orphan = database(60_000, folder);
    const ended = once(orphan, 'exit');
    await writeFile(`${folder}.pid`, `${orphan.pid} ${process.pid + 1}`);
    (await ownFolder(folder, { others: 20_000, orphans: 100 })).release();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('ends nothing that only has the number of what it looks for', async () => {
    const folder = join(dir, 'renumbered');
    const another = database(60_000, join(dir, 'of-another-portal'));
    await writeFile(`${folder}.pid`, `${another.pid} ${process.pid + 1}`);
    await expect(ownFolder(folder, { others: 300, orphans: 0 })).rejects.toThrow(`Another portal (process ${another.pid})`);
    expect(another.exitCode ?? another.signalCode).toBeNull();
    another.kill();
  });

  it('lets only one of two newcomers have what a killed one left', async () => {
    const folder = join(dir, 'contended');
    await writeFile(`${folder}.pid`, '1 1');
    const newcomer = join(import.meta.dirname, 'folder-owner.ts');
    const race = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', newcomerScript(newcomer, folder), 'embedded-child.ts'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const outcomes = await Promise.all(race.map(async (child) => String((await once(child.stdout, 'data'))[0])));
    for (const child of race) child.kill();
    expect(outcomes.sort()).toEqual(['other', 'other', 'other', 'owner']);
  });

  it('takes no notice of a number that now belongs to another program', async () => {
    const folder = join(dir, 'reused');
    await writeFile(`${folder}.pid`, '1');
    (await ownFolder(folder, { others: 0, orphans: 0 })).release();
  });
});
