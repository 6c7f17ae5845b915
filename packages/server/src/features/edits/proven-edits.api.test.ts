// Single edits whose right is decided by the statement that makes them: what is refused, and that nothing is written then.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { makeSpots, type SpotsLayer } from '../../../testing/spots-layer.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { claimCaller } from '../../identity/index.ts';
import { editProven } from './proven-edits.ts';

let t: TestPortal;
let spots: SpotsLayer;
let objectId = 0;

const FACTS = { address: '127.0.0.1', baseUrl: 'http://localhost' };
const claimOf = (name: string): ReturnType<typeof claimCaller> =>
  claimCaller(t.portal, { token: String(t.as(name).token), via: 'header' }, FACTS);
const rename = (name: string, to: string): Promise<AnyReply> =>
  t.as(name).post(`${spots.layer}/updateFeatures`, { features: [{ attributes: { OBJECTID: objectId, name: to } }] });
/** The edit with what was known before, without the ordinary way behind it. */
const tried = (name: string, claim: ReturnType<typeof claimOf>, to: string): Promise<unknown> => {
  if (claim === undefined) throw new Error(`${name} is not known.`);
  const address = { service: spots.service.split('/').at(-2) ?? '', layer: '0' };
  return editProven(t.portal, claim, address, { updates: [{ attributes: { OBJECTID: objectId, name: to } }] });
};
/**
 * Has somebody edit in both ways, until nothing was in between: some seconds after edits the item of the layer follows them, and what was
 * remembered of it is not true any more.
 */
const provenBy = (name: string, to = 'before'): Promise<ReturnType<typeof claimOf>> =>
  vi.waitFor(
    async () => {
      expect(codeOf(await rename(name, to))).toBe(200);
      const claim = claimOf(name);
      expect(await tried(name, claim, to)).toBeDefined();
      return claim;
    },
    { timeout: 60_000 },
  );
const nameNow = async (): Promise<string> => {
  const { features } = await t.as('petra').get(`${spots.layer}/query`, { objectIds: `${objectId}`, outFields: 'name' });
  return features[0].attributes.name;
};
const codeOf = ({ error, updateResults }: AnyReply): number =>
  error?.code ?? (updateResults[0].success ? 200 : updateResults[0].error.code);
const account = (name: string, set: string): Promise<unknown> =>
  sql`update account set ${sql.raw(set)} where username = ${t.as(name).username}`.execute(t.portal.db);
/** How often somebody asks who calls or what they see. */
const asked = (): { times(): number } => {
  const spy = vi.spyOn(t.portal.database.lookups, 'ask');
  return { times: () => spy.mock.calls.length };
};

beforeAll(async () => {
  t = await testPortal({
    people: { petra: 'publisher', una: 'user', vera: 'user', wanda: 'user', xenia: 'user', yara: 'user', zora: 'user' },
  });
  spots = await makeSpots(t, 'petra', { name: 'proven' });
  const made = await spots.post('addFeatures', { features: [{ attributes: { name: 'first' }, geometry: { x: 1, y: 1 } }] });
  objectId = made.addResults[0].objectId;
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await t.as('petra').post(`content/items/${spots.itemId}/share`, { org: true });
});
afterAll(() => t.close());

describe('an edit by somebody who was seen before', () => {
  it('asks nobody who calls or what they may see, and is made, noted and told as any other', async () => {
    const { before, updated, added } = await vi.waitFor(
      async () => {
        expect(codeOf(await rename('una', 'one'))).toBe(200);
        const { lastEditDate } = (await t.as('petra').get(`${spots.layer}`)).editingInfo;
        const looks = asked();
        const two = await rename('una', 'two');
        const more = await t
          .as('una')
          .post(`${spots.layer}/applyEdits`, { adds: [{ attributes: { name: 'more' } }], updates: [], returnEditMoment: true });
        const times = looks.times();
        vi.restoreAllMocks();
        // The item of the layer may have followed the edits in between.
        expect(times).toBe(0);
        return { before: lastEditDate, updated: two, added: more };
      },
      { timeout: 60_000 },
    );
    expect(updated.updateResults[0]).toMatchObject({ objectId, success: true });
    expect(added).toMatchObject({ addResults: [{ success: true }], updateResults: [], deleteResults: [] });
    expect(added.editMoment).toBeGreaterThan(0);
    expect(await nameNow()).toBe('two');
    expect((await t.as('petra').get(`${spots.layer}`)).editingInfo.lastEditDate).toBeGreaterThanOrEqual(before);
    const deletes = `${added.addResults[0].objectId}`;
    expect((await t.as('una').post(`${spots.layer}/deleteFeatures`, { objectIds: deletes })).deleteResults[0].success).toBe(true);
    const gone = await t.as('una').post(`${spots.layer}/deleteFeatures`, { objectIds: deletes });
    expect(gone.deleteResults[0]).toMatchObject({ success: false, error: { code: 1019 } });
  });

  it.each([
    ['the account is locked', 'disabled = true', 'disabled = false', 498],
    ['its tokens have ended', 'token_epoch = token_epoch + 1', 'token_epoch = token_epoch - 1', 498],
    ['its role allows no edits any more', "role = 'viewer'", "role = 'user'", 403],
    ['it has left the organisation', 'org_id = null', '', 403],
  ])('writes nothing when %s', async (_why, change, back, code) => {
    const claim = await provenBy('vera');
    await account('vera', change);
    expect(await tried('vera', claim, 'by statement')).toBeUndefined();
    expect(await nameNow()).toBe('before');
    expect(codeOf(await rename('vera', 'by call'))).toBe(code);
    expect(await nameNow()).toBe('before');
    await account('vera', back === '' ? `org_id = '${t.orgId}'` : back);
    expect(codeOf(await rename('vera', 'after'))).toBe(200);
  });

  it('writes nothing when the token was signed out', async () => {
    const claim = await provenBy('wanda');
    await t.as('wanda').post('oauth2/revokeToken', { auth_token: String(t.as('wanda').token) });
    expect(await tried('wanda', claim, 'by statement')).toBeUndefined();
    expect(codeOf(await rename('wanda', 'by call'))).toBe(498);
    expect(await nameNow()).toBe('before');
  });

  it('writes nothing when a role of the organisation has lost the privilege', async () => {
    const role = { id: 'editors-role', org_id: t.orgId, name: 'Editors', description: null };
    await t.portal.db
      .insertInto('role')
      .values({ ...role, privileges: ['portal:user:viewOrgItems', 'features:user:edit'], base_role: 'user' })
      .execute();
    await account('yara', `role = '${role.id}'`);
    const claim = await provenBy('yara');
    await t.portal.db
      .updateTable('role')
      .set({ privileges: ['portal:user:viewOrgItems'] })
      .where('id', '=', role.id)
      .execute();
    expect(await tried('yara', claim, 'by statement')).toBeUndefined();
    expect(codeOf(await rename('yara', 'by call'))).toBe(403);
    expect(await nameNow()).toBe('before');
  });

  it('writes nothing when the layer is not theirs to see any more, also where only a group let them', async () => {
    const { group } = await t.as('petra').post('community/createGroup', { title: 'Together', access: 'private' });
    await t.as('petra').post(`community/groups/${group.id}/addUsers`, { users: t.as('xenia').username ?? '' });
    await t.as('petra').post(`content/items/${spots.itemId}/share`, { org: false, everyone: false, groups: group.id });
    const claim = await provenBy('xenia', 'while it lasts');
    await t.as('petra').post(`community/groups/${group.id}/removeUsers`, { users: t.as('xenia').username ?? '' });
    expect(await tried('xenia', claim, 'by statement')).toBeUndefined();
    expect(await nameNow()).toBe('while it lasts');
    expect(codeOf(await rename('xenia', 'by call'))).toBe(403);
    await t.as('petra').post(`content/items/${spots.itemId}/unshare`, { groups: group.id });
    expect(codeOf(await rename('xenia', 'later'))).toBe(403);
    expect(await nameNow()).toBe('while it lasts');
  });

  it('writes nothing when the service lets nobody edit any more, or only their own', async () => {
    const admin = spots.service.replace('/rest/', '/rest/admin/');
    const define = async (updateDefinition: object): Promise<void> =>
      void expect(await t.as('petra').post(`${admin}/updateDefinition`, { updateDefinition })).toEqual({ success: true });
    const claim = await provenBy('zora');
    await define({ capabilities: 'Query' });
    expect(await tried('zora', claim, 'by statement')).toBeUndefined();
    expect(codeOf(await rename('zora', 'by call'))).toBe(403);
    await define({
      capabilities: 'Query,Editing',
      editorTrackingInfo: { enableEditorTracking: true, enableOwnershipAccessControl: true, allowOthersToUpdate: false },
    });
    expect(await tried('zora', claim, 'by statement')).toBeUndefined();
    expect(codeOf(await rename('zora', 'by call'))).not.toBe(200);
    expect(codeOf(await rename('zora', 'by call again'))).not.toBe(200);
    expect(await nameNow()).toBe('before');
    await define({ editorTrackingInfo: { enableEditorTracking: false, enableOwnershipAccessControl: false } });
  });

  it('writes nothing when the row of another layer has come to the place where that of this layer was', async () => {
    const { serviceurl } = await t.as('petra').post(`content/users/${t.as('petra').username}/createService`, {
      createParameters: { name: 'neighbours', capabilities: 'Query,Editing' },
    });
    const service = new URL(serviceurl).pathname;
    const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name' }];
    const layers = ['one', 'other'].map((name) => ({ name, geometryType: 'esriGeometryPoint', fields }));
    await t.as('petra').post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition: { layers } });
    const { addResults } = await t
      .as('petra')
      .post(`${service}/0/addFeatures`, { features: [{ attributes: { name: 'first' }, geometry: { x: 1, y: 1 } }] });
    const claim = claimOf('petra');
    if (claim === undefined) throw new Error('petra is not known.');
    const edit = (name: string) =>
      editProven(
        t.portal,
        claim,
        { service: service.split('/').at(-2) ?? '', layer: '0' },
        {
          updates: [{ attributes: { OBJECTID: addResults[0].objectId, name } }],
        },
      );
    const rewrite = () => sql`vacuum full feature_layer`.execute(t.portal.db);
    await rewrite();
    await vi.waitFor(
      async () => {
        await t.as('petra').get(`${service}/0`);
        expect(await edit('proven')).toBeDefined();
      },
      { timeout: 60_000 },
    );
    const where = async (layer: number) => {
      const { rows } = await sql<{ ctid: string; xmin: string }>`select l.ctid::text, l.xmin::text from feature_layer l
        join feature_service s on s.item_id = l.item_id where s.name = 'neighbours' and l.layer_id = ${layer}`.execute(t.portal.db);
      return rows[0];
    };
    const before = await where(0);
    await sql`update feature_layer l set definition = definition from feature_service s
      where s.item_id = l.item_id and s.name = 'neighbours' and l.layer_id = 0`.execute(t.portal.db);
    await rewrite();
    expect(await where(1)).toEqual(before);
    expect(await edit('by the place of another')).toBeUndefined();
  });

  it('is made for each of many people by their own right, also when they come at the same moment', async () => {
    const people = ['petra', 'una', 'vera', 'xenia', 'zora'];
    for (const name of people) expect(codeOf(await rename(name, name))).toBe(200);
    await account('xenia', 'disabled = true');
    await account('zora', "role = 'viewer'");
    const answers = await Promise.all(
      people.flatMap((name) =>
        [1, 2].map((n) => t.as(name).post(`${spots.layer}/addFeatures`, { features: [{ attributes: { name: `${name} ${n}` } }] })),
      ),
    );
    expect(answers.map(({ error, addResults }) => error?.code ?? addResults[0].success)).toEqual([
      ...[true, true, true, true, true, true],
      ...[498, 498, 403, 403],
    ]);
    const { features } = await t.as('petra').get(`${spots.layer}/query`, { where: "name like '% _'", outFields: 'name' });
    const names = features.map(({ attributes }: AnyReply) => attributes.name).sort();
    expect(names).toEqual(['petra 1', 'petra 2', 'una 1', 'una 2', 'vera 1', 'vera 2']);
  });

  it('is refused from a page of another site, whose visitor only has a cookie', async () => {
    const una = t.as('una');
    expect(codeOf(await rename('una', 'before'))).toBe(200);
    const features = [{ attributes: { OBJECTID: objectId, name: 'across' } }];
    const reply = await t.stranger.raw(
      'POST',
      `${spots.layer}/updateFeatures`,
      { features },
      {
        cookie: `graticule_session=${una.token}`,
        origin: 'https://elsewhere.example',
      },
    );
    expect(reply.json().error.code).toBeGreaterThan(400);
    expect(await nameNow()).toBe('before');
  });
});
