// Changes that lie beside a GeoPackage which was copied while a program had it open.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import type { ByteSource } from './format-reader.ts';
import { geoPackageReader } from './geopackage.ts';
import { holdsChanges } from './geopackage-wal.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('changes beside a file that was copied while it was open', () => {
  /** A database with changes beside it, as they lie on the disk at the moments that are asked for. */
  function states(name: string): Record<'empty' | 'changed' | 'written' | 'begunAnew', [Uint8Array, Uint8Array]> {
    const path = join(folder, name);
    const db = new DatabaseSync(path);
    db.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
      create table gpkg_contents (table_name TEXT, data_type TEXT); insert into gpkg_contents values ('t', 'attributes');
      create table t (fid INTEGER PRIMARY KEY, s TEXT); insert into t values (1, 'a'); pragma wal_checkpoint(truncate)`);
    const now = (): [Uint8Array, Uint8Array] => [readFileSync(path), readFileSync(`${path}-wal`)];
    const empty = now();
    // One change of several pages.
    db.exec('insert into t values (2, hex(zeroblob(9000)))');
    const changed = now();
    db.exec('pragma wal_checkpoint(passive)');
    const written = now();
    // Shorter than before: behind it stand pages of the earlier time.
    db.exec("update t set s = 'd' where fid = 1; pragma wal_checkpoint(passive)");
    const begunAnew = now();
    db.close();
    return { empty, changed, written, begunAnew };
  }

  const isTold = async (name: string, [bytes, beside]: readonly [Uint8Array, Uint8Array]): Promise<boolean> => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const source = { main: { ...memorySource(name, bytes), path }, companions: { wal: memorySource(`${name}-wal`, beside) } };
    return (await geoPackageReader.describe(source)).warnings.some(({ code }) => code === 'changes-left');
  };

  it('are told of where the file does not have them', async () => {
    const { empty, changed, written, begunAnew } = states('open.gpkg');
    expect(await isTold('a.gpkg', changed)).toBe(true);
    for (const state of [empty, written, begunAnew]) expect(await isTold('a.gpkg', state)).toBe(false);
    // The changes of a later time, and a change of which the end is missing.
    expect(await isTold('a.gpkg', [changed[0], begunAnew[1]])).toBe(true);
    expect(await isTold('a.gpkg', [empty[0], changed[1].subarray(0, 32 + 24 + 4096)])).toBe(false);
    for (const bytes of [0, 16, 32, 4152]) expect(await isTold('a.gpkg', [empty[0], new Uint8Array(bytes)])).toBe(false);
  });

  it('are asked for up to a page that has no number', async () => {
    const { written, changed } = states('zero.gpkg');
    const frame = 24 + 4096;
    const withZero = (wal: Uint8Array, at: number): Uint8Array => {
      const bytes = Uint8Array.from(wal);
      bytes.fill(0, 32 + at * frame, 36 + at * frame);
      return bytes;
    };
    for (const [bytes, wal] of [written, changed]) expect(await isTold('z.gpkg', [bytes, withZero(wal, 0)])).toBe(false);
    // A change of its own before it counts.
    const single = Uint8Array.from(changed[1].subarray(0, 32 + 2 * frame));
    new DataView(single.buffer).setUint32(36, changed[0].length / 4096);
    expect(await isTold('z.gpkg', [changed[0], withZero(single, 1)])).toBe(true);
  });

  it('are looked at once, and told of with the first table', async () => {
    const path = join(folder, 'two.gpkg');
    const db = new DatabaseSync(path);
    db.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = 0;
      create table gpkg_contents (table_name TEXT, data_type TEXT); insert into gpkg_contents values ('t', 'attributes'), ('u', 'attributes');
      create table t (fid INTEGER PRIMARY KEY, s TEXT); insert into t values (1, 'a');
      create table u (fid INTEGER PRIMARY KEY, s TEXT); insert into u values (1, 'b'); pragma wal_checkpoint(truncate)`);
    db.exec("insert into u values (2, 'c')");
    const [bytes, beside] = [readFileSync(path), readFileSync(`${path}-wal`)];
    db.close();
    writeFileSync(path, bytes);
    let begun = 0;
    const memory = memorySource('two.gpkg-wal', beside);
    const read: ByteSource['read'] = (at, length) => {
      if (at === 0) begun++;
      return memory.read(at, length);
    };
    const source = { main: { ...memorySource('two.gpkg', bytes), path }, companions: { wal: { ...memory, read } } };
    const codes: string[][] = [];
    for (const part of ['t', 'u', undefined]) {
      const description = await geoPackageReader.describe({ ...source, part });
      codes.push(description.warnings.map(({ code }) => code));
      await readAll(geoPackageReader, { ...source, part }, { description });
    }
    expect({ codes, begun }).toEqual({ codes: [['changes-left'], [], ['changes-left']], begun: 1 });
  });

  it('may be there where the file beside it cannot be read', async () => {
    const { written } = states('unread.gpkg');
    const path = join(folder, 'u.gpkg');
    writeFileSync(path, written[0]);
    const main = { ...memorySource('u.gpkg', written[0]), path };
    const broken = memorySource('u.gpkg-wal', written[1]);
    const failing: ByteSource[] = [
      { ...broken, read: () => Promise.reject(new Error('gone')) },
      // Cut off since its size was told.
      { ...broken, read: async (at, length) => (await broken.read(at, length)).slice(0, 1000) },
    ];
    for (const wal of failing) {
      const { warnings } = await geoPackageReader.describe({ main, companions: { wal } });
      expect(warnings).toMatchObject([{ code: 'changes-left' }]);
    }
  });
});

describe('many changes', () => {
  const PAGE = 4096;

  /** A file of so many frames, each with a page of zeros, and how often it was read; the bytes are made as they are asked for. */
  function many(frames: number, pageOf: (frame: number) => number): { wal: ByteSource; database: ByteSource; reads: { count: number } } {
    const reads = { count: 0 };
    const size = 24 + PAGE;
    const read = async (at: number, length: number): Promise<Uint8Array> => {
      reads.count++;
      const bytes = new Uint8Array(length);
      const view = new DataView(bytes.buffer);
      if (at === 0) {
        view.setUint32(0, 0x377f0682);
        view.setUint32(8, PAGE);
        return bytes;
      }
      for (let from = 0; from + 24 <= length; from += size) {
        const frame = (at - 32 + from) / size;
        view.setUint32(from, pageOf(frame));
        view.setUint32(from + 4, frame === frames - 1 ? frames : 0);
      }
      return bytes;
    };
    const database = {
      ...memorySource('m.gpkg', new Uint8Array()),
      size: frames * PAGE,
      read: async (_: number, length: number) => {
        reads.count++;
        return new Uint8Array(length);
      },
    };
    return { wal: { ...memorySource('m.gpkg-wal', new Uint8Array()), size: 32 + frames * size, read }, database, reads };
  }

  it('are read in pieces', async () => {
    const { wal, database, reads } = many(20_000, (frame) => frame + 1);
    expect(await holdsChanges(wal, database)).toBe(false);
    expect(reads.count).toBeLessThan(300);
  });

  it('are said to be there where they are too many to look at', async () => {
    const { wal, database, reads } = many(10_000_000, (frame) => frame + 1);
    expect(await holdsChanges(wal, database)).toBe(true);
    expect(reads.count).toBeLessThan(300);
  });
});
