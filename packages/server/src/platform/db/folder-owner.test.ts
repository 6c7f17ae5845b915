import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownFolder } from './folder-owner.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-owner-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** A process whose command line looks like the database's. */
function database(lifeMs: number) {
  return spawn(process.execPath, ['-e', `setTimeout(() => {}, ${lifeMs})`, 'embedded-child.ts'], { stdio: 'ignore' });
}

describe('the owner of a database folder', () => {
  it('marks the folder until it is released', async () => {
    const folder = join(dir, 'free');
    const owner = await ownFolder(folder);
    expect(await readFile(`${folder}.pid`, 'utf8')).toBe(String(process.pid));
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
    await writeFile(`${folder}.pid`, String(other.pid));
    await expect(ownFolder(folder, 300)).rejects.toThrow(`Another portal (process ${other.pid})`);
    other.kill();
  });

  it('takes no notice of a number that now belongs to another program', async () => {
    const folder = join(dir, 'reused');
    await writeFile(`${folder}.pid`, '1');
    (await ownFolder(folder, 0)).release();
  });
});
