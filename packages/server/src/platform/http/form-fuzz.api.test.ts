// Bodies made by chance: whatever comes, the answer is a reply or a refusal, and nothing of it is left on the disk.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAIRS, PARTS } from '../../../testing/corpus/forms.ts';
import { head, spoilt, urlEncoded } from '../../../testing/made-forms.ts';
import { refusalFault } from '../../../testing/refusals.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
/** More with FUZZ_RUNS, for a long search. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const PATHS = ['content/features/generate', 'portals/self', 'search', 'generateToken'] as const;
const MULTIPART = 'multipart/form-data; boundary=b';
const URL_ENCODED = 'application/x-www-form-urlencoded';

beforeAll(async () => {
  t = await testPortal();
});
afterAll(() => t.close());

const received = (): Promise<string[]> => readdir(join(t.portal.config.dataDir, 'files/receiving'));

async function holds(path: string, type: string, payload: Buffer): Promise<void> {
  const response = await t.app.inject({ method: 'POST', url: `/sharing/rest/${path}?f=json`, headers: { 'content-type': type }, payload });
  const sent = `${path} ${type} ${payload.toString('latin1').slice(0, 300)}`;
  expect([200, 400, 413, 415], sent).toContain(response.statusCode);
  // The form may ask for a page, or for a script that calls back.
  if (/json/.test(String(response.headers['content-type']))) expect(refusalFault(response.json().error, sent), sent).toBeUndefined();
  // After a refusal the file goes when the answer has been sent.
  await expect.poll(received, { timeout: 30_000, message: sent }).toEqual([]);
}

describe('forms made by chance', () => {
  it('in parts are answered or refused', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), spoilt, (path, body) => holds(path, MULTIPART, body)),
      { numRuns: RUNS },
    );
  });

  it.each(PARTS)('of the corpus are answered or refused, number %# too', async (body) => {
    for (const path of PATHS) await holds(path, MULTIPART, Buffer.from(body, 'latin1'));
  });

  it('as pairs are answered or refused', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), urlEncoded, (path, body) => holds(path, URL_ENCODED, body)),
      { numRuns: RUNS },
    );
  });

  it.each(PAIRS)('as pairs of the corpus are answered or refused: %s', async (body) => {
    for (const path of PATHS) await holds(path, URL_ENCODED, Buffer.from(body));
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(5_000)}`,
    'multipart/form-data; boundary="b',
    'multipart/mixed; boundary=b',
    'application/x-www-form-urlencoded; charset=utf-7',
    'application/json',
    'text/plain',
    ';',
  ])('are answered or refused when they are said to be %s', async (type) => {
    for (const path of PATHS) await holds(path, type, Buffer.from(`--b\r\n${head('name="f"')}json\r\n--b--\r\n`));
  });

  it('leave the portal as it was', async () => {
    expect(({} as { a?: unknown }).a).toBeUndefined();
    expect((await t.stranger.get('info')).authInfo).toBeDefined();
  });
});
