// Services that prevent scripts refuse edits that bring some; others keep every text as it is sent.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;

/** As definitions of other servers have it. */
const COPIED = { xssPreventionEnabled: true, xssPreventionRule: 'InputOnly', xssInputRule: 'rejectInvalid' };
const OK = { success: true };
const ACTIVE = 'Oak <img src=x onerror=alert(1)>';
const HARMLESS = ['height < 5 m', 'Una <una@example.org>', '<b>Oak</b>, <a href="https://example.org/">more</a>'];
const FAULT = { success: false, error: { code: 1000, description: expect.stringContaining('note may not hold markup that can run') } };

const post = (operation: string, params: object, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(`${service}/${operation}`, params as never);
const prevent = (xssPreventionInfo: object | null): Promise<AnyReply> =>
  t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition: { xssPreventionInfo } });
const told = async (path = service): Promise<AnyReply> => (await t.as('petra').get(path)).xssPreventionInfo;
const create = (name: string, xssPreventionInfo?: object): Promise<AnyReply> =>
  t.as('petra').post(`content/users/${t.as('petra').username}/createService`, {
    createParameters: { name, capabilities: 'Query,Editing', ...(xssPreventionInfo ? { xssPreventionInfo } : {}) },
  });
const add = (note: unknown, more: object = {}): Promise<AnyReply> =>
  post('0/addFeatures', { features: [{ attributes: { note, ...more } }] });
const notes = async (): Promise<string[]> => {
  const { features } = await t.as('petra').get(`${service}/0/query`, { where: '1=1', outFields: 'note', orderByFields: 'OBJECTID' });
  return features.map((one: AnyReply) => one.attributes.note);
};

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const made = await create('Prevented');
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const fields = [
    { name: 'note', type: 'esriFieldTypeString', length: 1000 },
    { name: 'frame', type: 'esriFieldTypeString', length: 1000, defaultValue: '<iframe src="https://example.org/"></iframe>' },
    { name: 'height', type: 'esriFieldTypeInteger' },
  ];
  const tables = [{ name: 'notes', fields }];
  expect(await t.as('petra').post(`${admin}/addToDefinition`, { addToDefinition: { tables } })).toMatchObject(OK);
  await t.as('petra').post(`content/items/${made.itemId}/share`, { org: true });
});
beforeEach(async () => {
  await post('0/deleteFeatures', { where: '1=1' });
});
afterAll(() => t.close());

describe('the prevention of scripts', () => {
  it('is off in a new service that says nothing of it, and what is sent is kept', async () => {
    expect(await told()).toEqual({ ...COPIED, xssPreventionEnabled: false });
    expect((await add(ACTIVE)).addResults).toMatchObject([OK]);
    expect(await notes()).toEqual([ACTIVE]);
  });

  it('is switched on and off by definitions that are copied whole, and told', async () => {
    expect(await prevent(COPIED)).toEqual(OK);
    expect(await told()).toEqual(COPIED);
    for (const nothing of [null, {}, { xssPreventionEnabled: null }, { xssInputRule: 'rejectInvalid' }]) {
      expect(await prevent(nothing)).toEqual(OK);
      expect(await told()).toEqual(COPIED);
    }
    expect((await add(ACTIVE)).addResults).toMatchObject([FAULT]);
    expect(await prevent({ xssPreventionEnabled: false })).toEqual(OK);
    expect(await told()).toEqual({ ...COPIED, xssPreventionEnabled: false });
    expect((await add(ACTIVE)).addResults).toMatchObject([OK]);
  });

  it('comes with a new service whose definition has it', async () => {
    const made = await create('Copied', COPIED);
    expect(await told(new URL(made.serviceurl).pathname)).toEqual(COPIED);
  });

  it.each([
    ['xssPreventionRule', 'InputOutput'],
    ['xssInputRule', 'sanitizeInvalid'],
    ['xssPreventionEnabled', 'yes'],
  ])('has no %s of %s, in a change or a new service', async (name, value) => {
    const before = await told();
    const wish = { ...COPIED, [name]: value };
    for (const reply of [await prevent(wish), await create('NotMade', wish)]) {
      expect(reply.error).toMatchObject({ code: 400 });
      expect(JSON.stringify(reply.error)).toContain(name);
    }
    expect(await told()).toEqual(before);
    expect((await t.as('petra').get('/rest/services/Hosted/NotMade/FeatureServer')).error.code).toBe(404);
  });
});

describe('while scripts are prevented', () => {
  let id = 0;
  beforeEach(async () => {
    await prevent(COPIED);
    id = (await add('plain')).addResults[0].objectId;
  });

  it('each feature that brings one is refused, and says which field', async () => {
    const features = [ACTIVE, 'oak', '<a href="java&#115;cript:alert(1)">x</a>', null].map((note) => ({ attributes: { note } }));
    const { addResults } = await post('0/addFeatures', { features, rollbackOnFailure: false });
    expect(addResults).toMatchObject([FAULT, OK, FAULT, OK]);
    const updates = [{ attributes: { OBJECTID: id, note: ACTIVE } }];
    expect((await post('0/updateFeatures', { features: updates })).updateResults).toMatchObject([{ ...FAULT, objectId: id }]);
    const applied = await post('0/applyEdits', { adds: features.slice(0, 1), updates, rollbackOnFailure: false });
    expect(applied).toMatchObject({ addResults: [FAULT], updateResults: [FAULT] });
    const edits = [{ id: 0, adds: features.slice(0, 2), updates }];
    const [whole] = await post('applyEdits', { edits, rollbackOnFailure: false });
    expect(whole).toMatchObject({ addResults: [FAULT, OK], updateResults: [FAULT] });
    expect(await notes()).toEqual(['plain', 'oak', null, 'oak']);
  });

  it('harmless texts and the defaults of the layer are kept as they are sent', async () => {
    const features = HARMLESS.map((note) => ({ attributes: { note } }));
    expect((await post('0/addFeatures', { features })).addResults).toMatchObject([OK, OK, OK]);
    expect(await notes()).toEqual(['plain', ...HARMLESS]);
    const [own] = (await add('x', { frame: '<iframe src="https://evil.example.org/"></iframe>' })).addResults;
    expect(own.error.description).toContain('frame may not hold');
  });

  it('values and expressions that are set for many features bring none either', async () => {
    const calculate = (part: object): Promise<AnyReply> =>
      post('0/calculate', { where: '1=1', calcExpression: [{ field: 'note', ...part }] });
    const wishes = [
      { value: ACTIVE },
      { sqlExpression: `'${ACTIVE}'` },
      { sqlExpression: "CASE WHEN height > 1 THEN note ELSE '<a href=''javascript:x''>y</a>' END" },
      { sqlExpression: "CONCAT('<scr', 'ipt>')" },
    ];
    for (const wish of wishes) {
      const { error } = await calculate(wish);
      expect(error).toMatchObject({
        code: 400,
        details: [expect.stringContaining('note may not hold markup that can run'), expect.stringMatching(/^Leave /)],
        reasons: [{ code: 'query-calculated-script', values: { why: { code: 'value-script', values: { field: 'note' } } } }],
      });
    }
    expect(await notes()).toEqual(['plain']);
    expect(await calculate({ value: 'a < b' })).toMatchObject({ updatedFeatureCount: 1 });
    expect(await calculate({ sqlExpression: "CASE WHEN height <5 THEN '' ELSE '<b>x</b>' END" })).toMatchObject({ updatedFeatureCount: 1 });
    expect(await notes()).toEqual(['<b>x</b>']);
    await prevent({ xssPreventionEnabled: false });
    expect(await calculate({ value: ACTIVE })).toMatchObject({ updatedFeatureCount: 1 });
    expect(await notes()).toEqual([ACTIVE]);
  });

  it('single edits by people who edited before they were prevented are refused at once', async () => {
    await prevent({ xssPreventionEnabled: false });
    const rename = (note: string): Promise<AnyReply> =>
      post('0/updateFeatures', { features: [{ attributes: { OBJECTID: id, note } }] }, 'una');
    for (const note of ['one', 'two', ACTIVE]) expect((await rename(note)).updateResults).toMatchObject([OK]);
    await prevent(COPIED);
    for (const note of [ACTIVE, `${ACTIVE}!`]) expect((await rename(note)).updateResults).toMatchObject([FAULT]);
    for (const note of ['three', 'four']) expect((await rename(note)).updateResults).toMatchObject([OK]);
    expect((await rename(ACTIVE)).updateResults).toMatchObject([FAULT]);
    expect(await notes()).toEqual(['four']);
  });
});
