// Saving, with what others do meanwhile.
import { told } from '@graticule/contract/refusals/refusal';
import { CHANGED_SINCE } from '@graticule/contract/services/feature-server';
import type { LayerInfo, WireFeature, WireField } from '@graticule/contract/services/layer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query-client.ts';
import { type Draft, draftOf, isChanged, newDraft, typedAttributes } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import { ChangedByOthers, conflictOf, deleteFeature, saveDraft, takeBack } from './save-draft.ts';

const field = (name: string, type: WireField['type'], more: Partial<WireField> = {}): WireField => ({
  name,
  type,
  alias: name,
  sqlType: '',
  domain: null,
  defaultValue: null,
  ...more,
});
const target: EditableLayer = {
  layerId: 'l1',
  title: 'Trees',
  service: 'Trees',
  layer: {
    id: 0,
    name: 'Trees',
    objectIdField: 'objectid',
    globalIdField: 'globalid',
    fields: [
      field('objectid', 'esriFieldTypeOID', { editable: false }),
      field('globalid', 'esriFieldTypeGlobalID', { editable: false }),
      field('name', 'esriFieldTypeString'),
      field('height', 'esriFieldTypeDouble', { defaultValue: 3 }),
      field('editor', 'esriFieldTypeString', { editable: false }),
    ],
    editFieldsInfo: { editorField: 'editor' },
  } as unknown as LayerInfo,
  item: { id: 'i', owner: 'ada' },
  rights: { create: true, update: true, remove: true },
  frame: { geometryType: 'esriGeometryPoint', wkid: 4326, hasZ: false, hasM: false },
  mayMove: true,
};
const oak: WireFeature = {
  attributes: { objectid: 7, globalid: '{A}', name: 'Oak', height: 5, editor: 'ada' },
  geometry: { x: 1, y: 2 },
};
const by = (name: string, attributes: WireFeature['attributes'], geometry = oak.geometry): WireFeature => ({
  attributes: { ...oak.attributes, editor: name, ...attributes },
  geometry: geometry ?? null,
});

interface Now {
  feature: WireFeature | undefined;
  losesAnswer?: boolean;
  addFails?: { description: string };
  /** What others make of it between a look and the edit that follows. */
  slipsIn?: WireFeature[];
}

/** A layer with one feature, or none; every edit is noted, and the first may be lost on its way back. */
function portal(now: Now) {
  const edits: Record<string, unknown>[] = [];
  let version = 1;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('returnVersion')) {
      const gone = { error: { code: 404, message: 'Feature not found.' } };
      const reply = now.feature ? { feature: now.feature, version: String(version) } : gone;
      const quicker = now.slipsIn?.shift();
      if (quicker) [now.feature, version] = [quicker, version + 1];
      return new Response(JSON.stringify(reply));
    }
    if (!url.includes('/applyEdits')) return new Response(JSON.stringify({ features: now.feature ? [now.feature] : [] }));
    const sent = Object.fromEntries(new URLSearchParams(String(init?.body)));
    edits.push({
      ...(sent.adds ? { adds: JSON.parse(sent.adds) } : {}),
      ...(sent.updates ? { updates: JSON.parse(sent.updates) } : {}),
      ...(sent.deletes ? { deletes: sent.deletes } : {}),
      rollbackOnFailure: sent.rollbackOnFailure,
    });
    if (now.losesAnswer) throw new TypeError('connection lost');
    const meantFor = sent.ifUnchanged === undefined ? undefined : JSON.parse(sent.ifUnchanged)['7'];
    const changedSince = { objectId: 7, globalId: null, success: false, error: { code: CHANGED_SINCE, description: 'changed' } };
    const isLate = meantFor !== undefined && meantFor !== String(version);
    if (isLate) edits.pop();
    const result = isLate
      ? changedSince
      : now.addFails
        ? { objectId: -1, globalId: null, success: false, error: { code: 1000, ...now.addFails } }
        : { objectId: 7, globalId: '{A}', success: true };
    return new Response(
      JSON.stringify({
        addResults: sent.adds ? [result] : [],
        updateResults: sent.updates ? [result] : [],
        deleteResults: sent.deletes ? [result] : [],
      }),
    );
  });
  return edits;
}

const changed = (values: Record<string, string>): Draft => {
  const draft = draftOf(target, oak);
  return { ...draft, values: { ...draft.values, ...values } };
};

beforeEach(() => queryClient.clear());
afterEach(() => vi.unstubAllGlobals());

describe('saving a feature', () => {
  test('sends only what was changed, and all of it or nothing', async () => {
    const edits = portal({ feature: oak });
    await saveDraft(target, changed({ name: 'Old oak' }));
    expect(edits).toEqual([{ updates: [{ attributes: { name: 'Old oak', objectid: 7 } }], rollbackOnFailure: 'true' }]);
  });

  test('what others changed beside it is no conflict', async () => {
    const edits = portal({ feature: by('bo', { height: 9 }) });
    await saveDraft(target, changed({ name: 'Old oak' }));
    expect(edits).toHaveLength(1);
  });

  test('the same field changed by somebody else is asked about, and can be written over', async () => {
    const edits = portal({ feature: by('bo', { name: 'Lime' }) });
    const failure = await saveDraft(target, changed({ name: 'Old oak' })).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChangedByOthers);
    expect(failure).toMatchObject({ editor: 'bo', hasShape: false, fields: [{ theirs: 'Lime' }] });
    expect(edits).toEqual([]);
    await saveDraft(target, changed({ name: 'Old oak' }), by('bo', { name: 'Lime' }));
    expect(edits).toHaveLength(1);
  });

  test('what was written after the person looked is asked about again, also when theirs is meant to count', async () => {
    const edits = portal({ feature: by('cy', { name: 'Elm' }) });
    const seen = by('bo', { name: 'Lime' });
    await expect(saveDraft(target, changed({ name: 'Old oak' }), seen)).rejects.toMatchObject({
      fields: [{ theirs: 'Elm' }],
      editor: 'cy',
    });
    expect(edits).toEqual([]);
  });

  test('an edit that slips in between the last look and the save is no match for it, and is looked at', async () => {
    const beside = portal({ feature: oak, slipsIn: [by('bo', { height: 9 })] });
    await saveDraft(target, changed({ name: 'Old oak' }));
    expect(beside).toHaveLength(1);
    const same = portal({ feature: oak, slipsIn: [by('bo', { name: 'Lime' })] });
    await expect(saveDraft(target, changed({ name: 'Old oak' }))).rejects.toMatchObject({ fields: [{ theirs: 'Lime' }] });
    expect(same).toEqual([]);
    const deleting = portal({ feature: oak, slipsIn: [by('bo', { height: 9 })] });
    await expect(deleteFeature(target, oak)).rejects.toBeInstanceOf(ChangedByOthers);
    expect(deleting).toEqual([]);
  });

  test('a feature that never holds still is given up, and the portal says why', async () => {
    const restless = portal({ feature: oak, slipsIn: Array.from({ length: 9 }, (_, i) => by('bo', { height: i })) });
    await expect(saveDraft(target, changed({ name: 'Old oak' }))).rejects.toMatchObject({ status: CHANGED_SINCE });
    expect(restless).toEqual([]);
  });

  test('a feature that somebody else deleted is not written over, however much it is meant', async () => {
    portal({ feature: undefined });
    await expect(saveDraft(target, changed({ name: 'Old oak' }), oak)).rejects.toMatchObject({ now: undefined });
  });

  test('a value that others changed to the same one is no conflict', () => {
    expect(conflictOf(target, oak, by('bo', { name: 'Old oak' }), { attributes: { name: 'Old oak' } })).toBeUndefined();
  });

  test('a shape that others moved is asked about, but not the own one of an earlier try', () => {
    const mine = { attributes: {}, geometry: { x: 1.5, y: 2, spatialReference: { wkid: 4326 } } };
    expect(conflictOf(target, oak, by('bo', {}, { x: 3, y: 2 }), mine)).toMatchObject({ hasShape: true });
    expect(conflictOf(target, oak, by('ada', {}, { x: 1.500000001, y: 2 }), mine)).toBeUndefined();
  });

  test('a new feature has an id of its own, so that it is added once after an answer was lost', async () => {
    const draft: Draft = {
      ...newDraft(target, { name: 'Tree', attributes: { name: 'Elm' } }),
      shape: { kind: 'point', parts: [[{ at: [4, 5] }]] },
    };
    const lost = portal({ feature: undefined, losesAnswer: true });
    await expect(saveDraft(target, draft)).rejects.toMatchObject({ status: 0 });
    const again = portal({ feature: oak, addFails: told('edit-global-id-taken') });
    expect(await saveDraft(target, draft)).toMatchObject({ kind: 'add', after: oak });
    expect(again[0]).toEqual(lost[0]);
    expect(again[0]).toMatchObject({
      adds: [{ attributes: { name: 'Elm', height: 3, globalid: draft.globalId }, geometry: { x: 4, y: 5 } }],
    });
  });

  test('what the portal refuses comes with the sentences that say why in any language', async () => {
    portal({ feature: oak, addFails: told('edit-without-area') });
    const refused = saveDraft(target, newDraft(target, { name: 'Tree', attributes: { name: 'Elm' } }));
    await expect(refused).rejects.toMatchObject({ status: 1000, reasons: told('edit-without-area').reasons });
  });

  test('values that do not fit are not sent', async () => {
    expect(typedAttributes(target, changed({ height: 'high' }))).toBeUndefined();
    expect(isChanged(target, changed({ height: 'high' }))).toBe(true);
    expect(isChanged(target, draftOf(target, oak))).toBe(false);
  });
});

describe('deleting and taking back', () => {
  test('a feature that somebody changed since it was read is not deleted unasked', async () => {
    const edits = portal({ feature: by('bo', { height: 9 }) });
    await expect(deleteFeature(target, oak)).rejects.toBeInstanceOf(ChangedByOthers);
    expect(edits).toEqual([]);
    await deleteFeature(target, oak, by('bo', { height: 9 }));
    expect(edits).toEqual([{ deletes: '7', rollbackOnFailure: 'true' }]);
  });

  test('a deleted feature comes back with its values, its place and its global id', async () => {
    const edits = portal({ feature: oak });
    await takeBack({ kind: 'delete', target, before: oak });
    expect(edits[0]).toMatchObject({
      adds: [{ attributes: { name: 'Oak', height: 5, globalid: '{A}' }, geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } } }],
    });
  });

  test('a change is taken back field by field, and not over what others wrote since', async () => {
    const after = by('ada', { name: 'Old oak' });
    const edits = portal({ feature: after });
    await takeBack({ kind: 'update', target, before: oak, after });
    expect(edits[0]).toMatchObject({ updates: [{ attributes: { name: 'Oak', objectid: 7 } }] });
    portal({ feature: by('bo', { name: 'Lime' }) });
    await expect(takeBack({ kind: 'update', target, before: oak, after })).rejects.toBeInstanceOf(ChangedByOthers);
  });

  test('an added feature that somebody went on with is not taken back', async () => {
    const edits = portal({ feature: by('bo', { height: 20 }) });
    await expect(takeBack({ kind: 'add', target, after: oak })).rejects.toBeInstanceOf(ChangedByOthers);
    expect(edits).toEqual([]);
  });
});
