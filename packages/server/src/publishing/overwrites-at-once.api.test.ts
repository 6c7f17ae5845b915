// A layer that rows are being loaded into is not overwritten meanwhile: two loads would clear away what the other has got so far.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

async function publish(name: string, rows: readonly string[], overwrite = false): Promise<AnyReply> {
  const petra = t.as('petra');
  const text = `name,lat,lon\n${rows.map((row, at) => `${row},${at},1`).join('\n')}\n`;
  const reply = await petra.post(`content/users/${petra.username}/publish`, {
    text,
    fileType: 'csv',
    publishParameters: { name },
    overwrite,
  });
  return reply.error ?? reply.services[0];
}

async function names(service: AnyReply): Promise<string[]> {
  const path = `${new URL(service.serviceurl).pathname}/0/query`;
  const { features } = await t.as('petra').get(path, { where: '1=1', outFields: 'name', orderByFields: 'name' });
  return features.map((one: AnyReply) => one.attributes.name);
}

const UNDERWAY = { code: 400, message: expect.stringContaining('being loaded'), reasons: [{ code: 'overwrite-underway' }] };

it('while it is published, and while it is overwritten; of several at once one is taken', async () => {
  const service = await publish('busy', ['first']);
  expect(await publish('busy', ['too early'], true)).toMatchObject(UNDERWAY);
  await t.runJobs();
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((row) => publish('busy', [row], true)));
  const [taken, ...others] = replies.toSorted((one, other) => (one.jobId === undefined ? 1 : 0) - (other.jobId === undefined ? 1 : 0));
  expect(taken).toMatchObject({ serviceItemId: service.serviceItemId });
  for (const other of others) expect(other).toMatchObject(UNDERWAY);
  expect(await names(service)).toEqual(['first']);
  await t.runJobs();
  expect(await names(service)).toEqual([['a', 'b', 'c', 'd'][replies.indexOf(taken)]]);
  expect(await publish('busy', ['last'], true)).toMatchObject({ serviceItemId: service.serviceItemId });
  await t.runJobs();
  expect(await names(service)).toEqual(['last']);
});

it('a load that is stopped gives the layer free', async () => {
  const service = await publish('stopped', ['first']);
  await t.runJobs();
  const { jobId } = await publish('stopped', ['given up'], true);
  await t.portal.queue.cancel(jobId);
  await t.runJobs();
  expect(await publish('stopped', ['second'], true)).toMatchObject({ serviceItemId: service.serviceItemId });
  await t.runJobs();
  expect(await names(service)).toEqual(['second']);
});
