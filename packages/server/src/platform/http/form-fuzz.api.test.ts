// Bodies made by chance: whatever comes, the answer is a reply or a refusal, and nothing of it is left on the disk.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  const { error } = response.json();
  if (error !== undefined) expect(error.code, `${sent} → ${JSON.stringify(error)}`).toBeLessThan(500);
  // After a refusal the file goes when the answer has been sent.
  await expect.poll(received, { timeout: 30_000, message: sent }).toEqual([]);
}

const head = (disposition: string, more = ''): string => `Content-Disposition: form-data; ${disposition}\r\n${more}\r\n`;
const fields = [
  'fileType',
  'publishParameters',
  'text',
  'username',
  'q',
  'num',
  'f',
  'token',
  'callback',
  'é"',
  '__proto__',
  'constructor',
];
const values = [
  'csv',
  '{}',
  '{"__proto__":{"a":1}}',
  'a,lat,lon\n1,2,3\n',
  '',
  '\0',
  '-1',
  '9'.repeat(400),
  '[[[[',
  '\ud800',
  '💥',
  '%',
  '{"a":',
];
const anyText = fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 40 }));

/** Parts that are right in form, and some that nearly are. */
const part = fc.oneof(
  fc.tuple(fc.constantFrom(...fields), anyText).map(([name, value]) => `${head(`name="${name}"`)}${value}`),
  fc
    .tuple(
      fc.constantFrom('file', 'other', 'thumbnail'),
      fc.constantFrom('a.csv', '../../x', 'a\\b', '', '.', '\u202etxt.exe', 'x'.repeat(3_000)),
      anyText,
    )
    .map(([name, file, value]) => `${head(`name="${name}"; filename="${file}"`, 'Content-Type: text/csv\r\n')}${value}`),
  fc.constantFrom(
    head('name=file; filename*=UTF-8%%x'),
    head('filename="only.csv"'),
    head('name="a"', 'Content-Transfer-Encoding: base64\r\n'),
    `${head('name="a"', `${'X-H: y\r\n'.repeat(200)}`)}v`,
    `${head('name="a"', 'Content-Type: multipart/mixed; boundary=c\r\n')}--c\r\n\r\nx\r\n--c--`,
    'no head at all',
  ),
);
const multipart = fc
  .array(part, { maxLength: 6 })
  .map((parts) => Buffer.from(`${parts.map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`));

/** A body with bytes changed, left out or said twice, or cut off. */
const spoilt = fc
  .tuple(
    multipart,
    fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }), fc.constantFrom('change', 'drop', 'twice', 'cut')), { maxLength: 4 }),
  )
  .map(([body, faults]) =>
    faults.reduce((bytes, [where, byte, fault]) => {
      const at = bytes.length === 0 ? 0 : where % bytes.length;
      const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
      if (fault === 'cut') return Buffer.from(before);
      if (fault === 'drop') return Buffer.concat([before, after.subarray(1)]);
      if (fault === 'twice') return Buffer.concat([before, after, after]);
      return Buffer.concat([before, Buffer.of(byte), after.subarray(1)]);
    }, body),
  );

const NAMES = ['f', 'F', 'f%00', 'token', 'callback', 'q', 'a[b][c]', '%', '%zz', '%C3', '+', '__proto__', 'text', 'expiration', ''];
const urlEncoded = fc
  .array(
    fc.tuple(
      fc.constantFrom(...NAMES),
      fc.oneof(fc.constantFrom('json', 'html', '%', '%E0%A4', 'a=b', '%00', '&&', '💥'), fc.string({ unit: 'binary', maxLength: 30 })),
    ),
    { maxLength: 8 },
  )
  .map((pairs) => Buffer.from(pairs.map(([name, value]) => `${name}=${value}`).join('&')));

describe('forms made by chance', () => {
  it('in parts are answered or refused', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), spoilt, (path, body) => holds(path, MULTIPART, body)),
      { numRuns: RUNS },
    );
  });

  it('as pairs are answered or refused', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), urlEncoded, (path, body) => holds(path, URL_ENCODED, body)),
      { numRuns: RUNS },
    );
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
