// Changes of a definition that are meant for what somebody saw: whoever comes second is refused, however close behind.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
const OK = { success: true };
const ofService = (): string => service.replace('/rest/services', '/rest/admin/services');
const admin = (): string => `${ofService()}/0`;
const change = (updateDefinition: object, more: Record<string, string | number | boolean> = {}): Promise<AnyReply> =>
  t.as('petra').post(`${admin()}/updateDefinition`, { updateDefinition, ...more });
const told = (): Promise<AnyReply> => t.as('petra').get(`${service}/0`);
const seen = async (): Promise<number> => (await told()).editingInfo.schemaLastEditDate;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const { username } = t.as('petra');
  const made = await t.as('petra').post(`content/users/${username}/createService`, { createParameters: { name: 'Guarded' } });
  service = new URL(made.serviceurl).pathname;
  const fields = [{ name: 'kind', type: 'esriFieldTypeInteger' }];
  const addToDefinition = { tables: [{ name: 'trees', fields }] };
  await t.as('petra').post(`${ofService()}/addToDefinition`, { addToDefinition });
});
afterAll(() => t.close());

describe('a change of a definition that is meant for a moment', () => {
  it('goes through once, and the next that was meant for the same is refused and changes nothing', async () => {
    const ifUnchanged = await seen();
    expect(await change({ description: 'mine' }, { ifUnchanged })).toEqual(OK);
    const { error } = await change({ description: 'theirs' }, { ifUnchanged });
    expect(error).toMatchObject({ code: 409, message: 'The layer was changed by somebody else since it was read.' });
    expect(error.details).toContain('Read it again, and make your change to what it is now.');
    expect(error.reasons).toMatchObject([{ code: 'definition-changed' }]);
    expect((await told()).description).toBe('mine');
    expect(await change({ description: 'theirs' }, { ifUnchanged: await seen() })).toEqual(OK);
  });

  it('is not held up where nothing is said, as other clients do', async () => {
    expect(await change({ description: 'again' })).toEqual(OK);
    expect((await told()).description).toBe('again');
  });

  it('goes through for one of many that come at once, and no more', async () => {
    const ifUnchanged = await seen();
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => change({ description: `try ${n}` }, { ifUnchanged })));
    expect(replies.filter(({ success }) => success)).toHaveLength(1);
    expect(replies.filter(({ error }) => error?.code === 409)).toHaveLength(7);
    expect((await told()).description).toBe(`try ${replies.findIndex(({ success }) => success)}`);
  });

  it('knows a field that was added or deleted meanwhile', async () => {
    const first = await seen();
    const addToDefinition = { fields: [{ name: 'height', type: 'esriFieldTypeDouble' }] };
    expect(await t.as('petra').post(`${admin()}/addToDefinition`, { addToDefinition })).toEqual(OK);
    expect((await change({ typeIdField: 'kind', types: [] }, { ifUnchanged: first })).error.code).toBe(409);
    const second = await seen();
    const deleteFromDefinition = { fields: [{ name: 'height' }] };
    expect(await t.as('petra').post(`${admin()}/deleteFromDefinition`, { deleteFromDefinition })).toEqual(OK);
    expect((await change({ typeIdField: 'kind', types: [] }, { ifUnchanged: second })).error.code).toBe(409);
  });

  it('is two moments for two changes, however fast they follow', async () => {
    const moments: number[] = [];
    for (let n = 0; n < 5; n++) {
      await change({ description: `quick ${n}` });
      moments.push(await seen());
    }
    expect(new Set(moments).size).toBe(5);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
  });

  it('is not held up by rows that came meanwhile', async () => {
    const ifUnchanged = await seen();
    await t.as('petra').post(`${service}/0/addFeatures`, { features: [{ attributes: { kind: 1 } }] });
    expect(await change({ description: 'after rows' }, { ifUnchanged })).toEqual(OK);
  });

  it('is refused by the job, too, where nobody waits for the answer', async () => {
    const ifUnchanged = await seen();
    const begun = await change({ description: 'of the job' }, { ifUnchanged, async: true });
    await change({ description: 'in between' });
    await t.runJobs();
    const job = await t.as('petra').get(new URL(begun.statusURL).pathname);
    expect([job.status, job.statusMessage]).toEqual(['Failed', expect.stringContaining('changed by somebody else')]);
    expect((await told()).description).toBe('in between');
  });

  it('must be a number', async () => {
    expect((await change({ description: 'x' }, { ifUnchanged: 'yesterday' })).error.code).toBe(400);
  });

  it('tells nobody anything who may not administer the layer', async () => {
    const updateDefinition = { description: 'x' };
    expect((await t.as('una').post(`${admin()}/updateDefinition`, { updateDefinition, ifUnchanged: 1 })).error.code).toBe(403);
  });
});

describe('a change of the settings of a service that is meant for a moment', () => {
  const set = (updateDefinition: object, more: Record<string, string | number | boolean> = {}): Promise<AnyReply> =>
    t.as('petra').post(`${ofService()}/updateDefinition`, { updateDefinition, ...more });
  const settings = (): Promise<AnyReply> => t.as('petra').get(service);
  const since = async (): Promise<number> => (await settings()).editingInfo.schemaLastEditDate;

  it('goes through once, and the next that was meant for the same is refused and changes nothing', async () => {
    const ifUnchanged = await since();
    expect(await set({ capabilities: 'Query,Create,Editing', maxRecordCount: 50 }, { ifUnchanged })).toEqual(OK);
    const { error } = await set({ capabilities: 'Query', description: 'theirs' }, { ifUnchanged });
    expect(error).toMatchObject({ code: 409, message: 'The settings of the service were changed by somebody else since they were read.' });
    expect(error.details).toContain('Read them again, and make your change to what they are now.');
    expect(error.reasons).toMatchObject([{ code: 'settings-changed' }]);
    expect(await settings()).toMatchObject({ capabilities: 'Query,Create,Editing', maxRecordCount: 50, description: '' });
    expect(await set({ description: 'theirs' }, { ifUnchanged: await since() })).toEqual(OK);
  });

  it('goes through for one of many that come at once, and no more', async () => {
    const ifUnchanged = await since();
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => set({ description: `try ${n}` }, { ifUnchanged })));
    expect(replies.filter(({ success }) => success)).toHaveLength(1);
    expect(replies.filter(({ error }) => error?.code === 409)).toHaveLength(7);
    expect((await settings()).description).toBe(`try ${replies.findIndex(({ success }) => success)}`);
  });

  it('is two moments for two changes, however fast they follow, and administrators are told the same', async () => {
    const moments: number[] = [];
    for (let n = 0; n < 5; n++) {
      expect(await set({ description: `quick ${n}` })).toEqual(OK);
      moments.push(await since());
    }
    expect(new Set(moments).size).toBe(5);
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect((await t.as('petra').get(ofService())).editingInfo.schemaLastEditDate).toBe(moments.at(-1));
  });

  it('is not held up by rows and layers that changed meanwhile', async () => {
    const ifUnchanged = await since();
    expect(await change({ description: 'of the layer' })).toEqual(OK);
    await t.as('petra').post(`${service}/0/addFeatures`, { features: [{ attributes: { kind: 2 } }] });
    expect(await set({ copyrightText: 'ours' }, { ifUnchanged })).toEqual(OK);
  });

  it('is refused by the job, too, where nobody waits for the answer', async () => {
    const ifUnchanged = await since();
    const begun = await set({ description: 'of the job' }, { ifUnchanged, async: true });
    await set({ description: 'in between' });
    await t.runJobs();
    const job = await t.as('petra').get(new URL(begun.statusURL).pathname);
    expect([job.status, job.statusMessage]).toEqual(['Failed', expect.stringContaining('changed by somebody else')]);
    expect((await settings()).description).toBe('in between');
  });

  it('tells nobody anything who may not administer the service', async () => {
    const updateDefinition = { description: 'x' };
    expect((await t.as('una').post(`${ofService()}/updateDefinition`, { updateDefinition, ifUnchanged: 1 })).error.code).toBe(403);
  });
});
