// Forms of edits with faults, sent to the listening portal, which answers them without the framework: refused in its words, and never half done.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BesideFramework } from '../../../testing/beside-framework.ts';
import { HOSTILE, PAIRS } from '../../../testing/corpus/forms.ts';
import { faults, urlEncoded, withFaults } from '../../../testing/made-forms.ts';
import { refusalFault } from '../../../testing/refusals.ts';
import { makeSpots, type SpotsLayer } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const OPERATIONS = ['addFeatures', 'updateFeatures'] as const;
type Operation = (typeof OPERATIONS)[number];
/** More with FUZZ_RUNS, for a long search. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

let t: TestPortal;
let spots: SpotsLayer;
let portal: BesideFramework;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  spots = await makeSpots(t, 'petra', { name: 'malformed' });
  await spots.post('addFeatures', { features: [{ attributes: { name: 'first' }, geometry: { x: 1, y: 1 } }] });
  portal = await BesideFramework.listen(t);
});
afterAll(async () => {
  portal.stop();
  await t.close();
});

/** What is right but for its faults. */
const right = (operation: Operation): Record<string, unknown> => ({
  features: [{ attributes: { ...(operation === 'updateFeatures' ? { OBJECTID: 1 } : {}), name: 'x' }, geometry: { x: 1, y: 2 } }],
  rollbackOnFailure: false,
  useGlobalIds: false,
});
const text = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encoded = (form: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(form).map(([name, value]) => [name, text(value)])).toString();

/** A reply without the ids of new features, and the moment. */
const lasting = (body: Buffer): string =>
  body.toString().replace(/"(objectId|uniqueId|globalId|editMoment)":\s*("[^"]*"|-?\d+|null)/g, '"$1":0');

/** Sends the body as petra's; the framework alone has to say the same. */
async function holds(operation: Operation, body: string): Promise<void> {
  const path = `${spots.layer}/${operation}`;
  const headers = { ...FORM, authorization: `Bearer ${t.as('petra').token}` };
  const sent = `${operation} ${body.slice(0, 500)}`;
  const asked = await portal.ask(path, headers, 'POST', [body]);
  expect([200, 400, 413], sent).toContain(asked.status);
  if (/json/.test(String(asked.headers['content-type'])))
    expect(refusalFault(JSON.parse(asked.body.toString()).error, sent), sent).toBeUndefined();
  const plain = await portal.byFramework(path, headers, body);
  expect([asked.status, asked.headers['content-type'], lasting(asked.body)], sent).toEqual([
    plain.status,
    plain.headers['content-type'],
    lasting(plain.body),
  ]);
}

describe.each(OPERATIONS)('forms for %s', (operation) => {
  it('that are right are answered without the framework, which says the same', async () => {
    const body = encoded(right(operation));
    const headers = { ...FORM, authorization: `Bearer ${t.as('petra').token}` };
    const asked = await portal.ask(`${spots.layer}/${operation}`, headers, 'POST', [body]);
    expect([asked.framework, asked.status]).toEqual([false, 200]);
    expect(asked.body.toString()).toContain('"success":true');
    await holds(operation, body);
  });

  it('with faults made by chance are answered or refused', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(faults, (list) => holds(operation, encoded(withFaults(right(operation), list)))),
      { numRuns: RUNS },
    );
    for (const value of HOSTILE) {
      for (const name of ['features', 'rollbackOnFailure']) await holds(operation, encoded({ ...right(operation), [name]: value }));
      await holds(operation, encoded({ features: [value] }));
      await holds(operation, encoded({ features: [{ attributes: value, geometry: value }] }));
    }
  });

  it('of pairs made by chance are answered or refused', { timeout: 120_000 }, async () => {
    const behind = `&${encoded(right(operation))}`;
    await fc.assert(
      fc.asyncProperty(urlEncoded, fc.boolean(), (pairs, isComplete) => holds(operation, `${pairs}${isComplete ? behind : ''}` || '&')),
      { numRuns: RUNS },
    );
    for (const pairs of PAIRS) for (const more of ['', behind]) await holds(operation, `${pairs}${more}`);
  });

  it('of bytes that are no text are refused', async () => {
    const headers = { ...FORM, authorization: `Bearer ${t.as('petra').token}` };
    for (const bytes of [[0xff], [0xc3], [0x66, 0x3d, 0xed, 0xa0, 0x80], [0, 0, 0]]) {
      const asked = await portal.ask(`${spots.layer}/${operation}`, headers, 'POST', [Buffer.from(bytes)]);
      expect(JSON.parse(asked.body.toString()).error.code).toBe(400);
    }
  });
});

it('a layer that got them is read and edited as before', async () => {
  const { features } = await t.as('petra').get(`${spots.layer}/query`, { objectIds: '1', outFields: '*' });
  expect(features).toHaveLength(1);
  expect((await spots.post('addFeatures', { features: [{ attributes: { name: 'last' } }] })).addResults).toMatchObject([{ success: true }]);
});
