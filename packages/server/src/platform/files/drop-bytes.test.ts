import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail } from '@graticule/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Portal } from '../context.ts';
import { dropUnlessKept } from './drop-bytes.ts';
import { openFileStore } from './file-store.ts';

let dir: string;
let portal: Pick<Portal, 'files' | 'log'>;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-drop-'));
  portal = { files: await openFileStore(dir), log: { warn: () => undefined } as unknown as Portal['log'] };
});
afterAll(() => rm(dir, { recursive: true }));

const driver = (message: string, code?: string): Error => Object.assign(new Error(message), code === undefined ? {} : { code });

describe('bytes of a transaction that failed', () => {
  it.each([
    ['a statement was refused', driver('duplicate key', '23505'), false],
    ['a rule said no', fail('FORBIDDEN'), false],
    ['code failed before the commit', new TypeError('x is undefined'), false],
    ['the connection was lost', driver('Connection terminated unexpectedly'), true],
    ['the server was ended', driver('terminating connection due to administrator command', '57P01'), true],
    ['the portal was told that the database is away', fail('UNAVAILABLE'), true],
    ['no answer came in time', driver('Query read timeout'), true],
  ])('when %s: kept for the sweep is %s', async (_why, error, isKept) => {
    const { key } = await portal.files.put(new TextEncoder().encode('bytes'));
    await dropUnlessKept(portal, [key], error);
    expect(await portal.files.sizeOf(key).catch(() => -1)).toBe(isKept ? 5 : -1);
  });
});
