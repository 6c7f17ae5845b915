// Editor tracking is switched on and off, and views follow the layers that they show.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
});
afterAll(() => t.close());

const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
const get = (path: string): Promise<AnyReply> => t.as('petra').get(path);

async function create(name: string, more: object = {}): Promise<string> {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
  return new URL(made.serviceurl).pathname;
}

const change = (path: string, updateDefinition: object): Promise<AnyReply> =>
  t.as('petra').post(`${admin(path)}/updateDefinition`, { updateDefinition });
const track = (service: string, editorTrackingInfo: object): Promise<AnyReply> => change(service, { editorTrackingInfo });

/** A service with one layer, and a view of it that shows the fields. */
async function scene(name: string, sourceLayerFields = '*'): Promise<{ source: string; view: string }> {
  const source = await create(name);
  const fields = ['kind', 'note'].map((of) => ({ name: of, type: 'esriFieldTypeString', alias: of }));
  const layers = [{ name: 'things', geometryType: 'esriGeometryPoint', fields }];
  await t.as('petra').post(`${admin(source)}/addToDefinition`, { addToDefinition: { layers } });
  const view = await create(`${name}_view`, { isView: true });
  await showIn(view, name, sourceLayerFields);
  return { source, view };
}

async function showIn(view: string, sourceServiceName: string, sourceLayerFields = '*'): Promise<void> {
  const viewLayerDefinition = { sourceServiceName, sourceLayerId: 0, sourceLayerFields };
  const layers = [{ name: 'shown', adminLayerInfo: { viewLayerDefinition } }];
  expect(await t.as('petra').post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject({ success: true });
}

const addThrough = async (service: string, attributes: object = {}, who = 'una'): Promise<number> => {
  const features = [{ attributes: { kind: 'one', ...attributes }, geometry: { x: 1, y: 1 } }];
  const { addResults } = await t.as(who).post(`${service}/0/addFeatures`, { features });
  expect(addResults[0]).toMatchObject({ success: true });
  return addResults[0].objectId;
};
const rowOf = async (service: string, objectId: number): Promise<AnyReply> =>
  (await t.as('petra').get(`${service}/0/query`, { objectIds: objectId, outFields: '*' })).features[0].attributes;
const editable = async (service: string, name: string): Promise<boolean> =>
  (await get(`${service}/0`)).fields.find((field: AnyReply) => field.name === name)?.editable;

describe('editor tracking', () => {
  it('is switched off: nobody is noted any more, the fields are like others, and the same are used when it is on again', async () => {
    const { source } = await scene('switched');
    expect(await track(source, { enableEditorTracking: true })).toEqual({ success: true });
    const before = await addThrough(source);
    expect(await track(source, { enableEditorTracking: false })).toEqual({ success: true });
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: null });
    expect(await editable(source, 'Creator')).toBe(true);
    const during = await addThrough(source, { Editor: 'the office' });
    await t.as('una').post(`${source}/0/calculate`, { where: '1=1', calcExpression: [{ field: 'kind', value: 'other' }] });
    expect(await rowOf(source, during)).toMatchObject({ kind: 'other', Creator: null, CreationDate: null, Editor: 'the office' });
    expect(await rowOf(source, before)).toMatchObject({ Creator: t.as('una').username });
    expect(await track(source, { enableEditorTracking: true })).toEqual({ success: true });
    const info = { creatorField: 'Creator', creationDateField: 'CreationDate', editorField: 'Editor', editDateField: 'EditDate' };
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: info });
    expect(await editable(source, 'Creator')).toBe(false);
    expect(await rowOf(source, await addThrough(source))).toMatchObject({ Creator: t.as('una').username });
  });

  it('keeps its fields to itself, also where a definition makes them editable, in the layer and in a view', async () => {
    const { source, view } = await scene('kept');
    expect(await track(source, { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToUpdate: false })).toEqual({
      success: true,
    });
    const fields = ['Creator', 'CreationDate', 'Editor', 'EditDate'].map((name) => ({ name, alias: `The ${name}`, editable: true }));
    for (const service of [source, view]) {
      expect(await change(`${service}/0`, { fields })).toEqual({ success: true });
      expect(await editable(service, 'Creator')).toBe(false);
      const added = await addThrough(service, { Creator: 'petra', CreationDate: 1 });
      expect(await rowOf(service, added)).toMatchObject({ Creator: t.as('una').username, Editor: t.as('una').username });
      const taken = { where: '1=1', calcExpression: [{ field: 'Creator', value: 'petra' }] };
      expect((await t.as('una').post(`${service}/0/calculate`, taken)).error.code).toBe(400);
      await t.as('una').post(`${service}/0/updateFeatures`, { features: [{ attributes: { OBJECTID: added, Creator: 'petra' } }] });
      expect(await rowOf(service, added)).toMatchObject({ Creator: t.as('una').username });
    }
  });

  it('leaves fields that may be removed once it is off, and gets new ones after that', async () => {
    const { source } = await scene('removed');
    const remove = (): Promise<AnyReply> =>
      t.as('petra').post(`${admin(source)}/0/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'Editor' }] } });
    await track(source, { enableEditorTracking: true });
    expect((await remove()).error).toMatchObject({ code: 400 });
    await track(source, { enableEditorTracking: false });
    expect(await remove()).toEqual({ success: true });
    await track(source, { enableEditorTracking: true });
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: { creatorField: 'Creator_1', editorField: 'Editor' } });
    await addThrough(source);
  });

  it('stays on while features belong to who made them, here or in a view', async () => {
    const { source, view } = await scene('owned');
    const owners = { enableOwnershipAccessControl: true, allowOthersToUpdate: false };
    const refusal = { error: { code: 400, message: expect.stringContaining('enableOwnershipAccessControl') } };
    await track(source, owners);
    expect(await track(source, { enableEditorTracking: false })).toMatchObject(refusal);
    await track(view, owners);
    const off = { enableEditorTracking: false, enableOwnershipAccessControl: false };
    // Owners alone need it too, so that it goes with the last of them.
    for (const asked of [off, { enableOwnershipAccessControl: false }])
      expect(await track(source, asked)).toMatchObject({ error: { message: expect.stringContaining("in the view 'owned_view'") } });
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: { creatorField: 'Creator' } });
    expect(await track(view, off)).toEqual({ success: true });
    expect(await track(source, off)).toEqual({ success: true });
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: null });
  });

  it('that was switched off before that had an effect is off after the migration, and files of views follow', async () => {
    const { source, view } = await scene('migrated');
    await track(source, { enableEditorTracking: true });
    const shown = await create('migrated_too', { isView: true });
    await showIn(shown, 'migrated');
    const off = sql`jsonb_set(settings, '{editorTrackingInfo,enableEditorTracking}', 'false')`;
    await sql`update feature_service set settings = ${off} where name = 'migrated'`.execute(t.portal.db);
    await sql`update feature_layer set definition = definition || '{"hasAttachments": true}' where name = 'things'`.execute(t.portal.db);
    expect(await get(`${source}/0`)).toMatchObject({ editFieldsInfo: { creatorField: 'Creator' } });
    const migration = await readFile(new URL('../../../migrations/0316-tracking-switched-off.sql', import.meta.url), 'utf8');
    for (let time = 0; time < 2; time++) await sql.raw(migration).execute(t.portal.db);
    for (const service of [source, shown]) {
      expect(await get(`${service}/0`)).toMatchObject({ editFieldsInfo: null, hasAttachments: true });
      expect(await editable(service, 'Creator')).toBe(true);
    }
    expect(await get(`${view}/0`)).toMatchObject({ hasAttachments: true });
    expect(await rowOf(source, await addThrough(shown))).toMatchObject({ Creator: null });
    await track(source, { enableEditorTracking: true });
    expect(await rowOf(source, await addThrough(source))).toMatchObject({ Creator: t.as('una').username });
  });
});

describe('views made before', () => {
  it.each(['*', 'kind'])('note who edits once the layer that they show does, and no more when it does not (fields %s)', async (fields) => {
    const { source, view } = await scene(fields === '*' ? 'whole' : 'partial', fields);
    await track(source, { enableEditorTracking: true });
    const una = t.as('una').username;
    const made = await addThrough(view);
    expect(await rowOf(source, made)).toMatchObject({ Creator: una, Editor: una, EditDate: expect.any(Number) });
    await track(view, { enableOwnershipAccessControl: true, allowOthersToUpdate: false });
    const update = async (objectId: number): Promise<AnyReply> =>
      (await t.as('una').post(`${view}/0/updateFeatures`, { features: [{ attributes: { OBJECTID: objectId, kind: 'two' } }] }))
        .updateResults[0];
    expect(await update(made)).toMatchObject({ success: true });
    expect(await update(await addThrough(source, {}, 'petra'))).toMatchObject({ success: false });
    await track(view, { enableOwnershipAccessControl: false });
    await track(source, { enableEditorTracking: false });
    expect(await get(`${view}/0`)).toMatchObject({ editFieldsInfo: null });
    expect(await rowOf(source, await addThrough(view))).toMatchObject({ Creator: null });
  });

  it('show the fields of the editors as their source does, unless they leave fields out', async () => {
    const { source, view } = await scene('followed');
    const part = await create('followed_part', { isView: true });
    await showIn(part, 'followed', 'kind');
    const shown = async (service: string): Promise<string[]> => (await get(`${service}/0`)).fields.map((field: AnyReply) => field.name);
    const editors = ['CreationDate', 'Creator', 'EditDate', 'Editor'];
    const partly = await shown(part);
    expect(await track(source, { enableEditorTracking: true })).toEqual({ success: true });
    expect(await shown(view)).toEqual(await shown(source));
    expect(await shown(view)).toEqual(expect.arrayContaining(editors));
    expect(await get(`${view}/0`)).toMatchObject({ editFieldsInfo: { creatorField: 'Creator' } });
    expect(await editable(view, 'Creator')).toBe(false);
    const made = await addThrough(view);
    expect(await rowOf(view, made)).toMatchObject({ Creator: t.as('una').username });
    expect(await shown(part)).toEqual(partly);
    // What the view hides stays hidden, also when tracking is on again.
    expect(await change(`${view}/0`, { fields: [{ name: 'Editor', visible: false }] })).toEqual({ success: true });
    expect(await track(source, { enableEditorTracking: false })).toEqual({ success: true });
    expect(await get(`${view}/0`)).toMatchObject({ editFieldsInfo: null });
    expect(await editable(view, 'Creator')).toBe(true);
    expect(await track(source, { enableEditorTracking: true })).toEqual({ success: true });
    expect(await shown(view)).not.toContain('Editor');
    expect(await get(`${view}/0`)).toMatchObject({ editFieldsInfo: null });
    expect(await change(`${view}/0`, { fields: [{ name: 'Editor', visible: true }] })).toEqual({ success: true });
    expect(await get(`${view}/0`)).toMatchObject({ editFieldsInfo: { editorField: 'Editor' } });
  });

  it('have files as long as the layer that they show has them', async () => {
    const { source, view } = await scene('filed');
    const attach = async (objectId: number): Promise<AnyReply> =>
      t.as('petra').upload(`${view}/0/${objectId}/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: 'a' } });
    const id = await addThrough(view);
    expect(await change(`${source}/0`, { hasAttachments: true })).toEqual({ success: true });
    expect(await get(`${view}/0`)).toMatchObject({ hasAttachments: true });
    expect(await attach(id)).toMatchObject({ addAttachmentResult: { success: true } });
    expect(await change(`${source}/0`, { hasAttachments: false })).toEqual({ success: true });
    expect(await get(`${view}/0`)).toMatchObject({ hasAttachments: false, attachmentProperties: [] });
    expect(await attach(id)).toMatchObject({ error: { code: 400 } });
  });
});
