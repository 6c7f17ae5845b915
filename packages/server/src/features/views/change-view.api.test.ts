// What a view shows is changed: its area, and who may do it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let source: string;
let view: string;
let viewItem: string;
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');

async function create(name: string, more: object = {}): Promise<{ path: string; id: string }> {
  const petra = t.as('petra');
  const createParameters = { name, capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters, ...more });
  await petra.post(`content/users/${petra.username}/items/${made.itemId}/share`, { everyone: true });
  return { path: new URL(made.serviceurl).pathname, id: made.itemId };
}

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', otto: 'publisher', boss: 'admin' } });
  const petra = t.as('petra');
  ({ path: source } = await create('places'));
  const fields = ['name', 'note'].map((name) => ({ name, type: 'esriFieldTypeString', alias: name }));
  const layers = [{ name: 'places', geometryType: 'esriGeometryPoint', fields }];
  const tables = [{ name: 'visits', fields }];
  await petra.post(`${admin(source)}/addToDefinition`, { addToDefinition: { layers, tables } });
  const features = ['near', 'far'].map((name, at) => ({ attributes: { name, note: 'n' }, geometry: { x: at * 1000, y: 0 } }));
  await petra.post(`${source}/0/addFeatures`, { features });
  ({ path: view, id: viewItem } = await create('shown_places', { isView: true }));
  const shown = { adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'places', sourceLayerId: 0, sourceLayerFields: 'name' } } };
  const table = { adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'places', sourceLayerId: 1 } } };
  await petra.post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers: [shown], tables: [table] } });
});
afterAll(() => t.close());

const change = (updateDefinition: object, who = 'petra', layer = 0, service = view): Promise<AnyReply> =>
  t.as(who).post(`${admin(service)}/${layer}/updateDefinition`, { updateDefinition });
const names = async (): Promise<string[]> =>
  (await t.as('petra').get(`${view}/0/query`, { where: '1=1', outFields: 'name', orderByFields: 'OBJECTID' })).features.map(
    (one: AnyReply) => one.attributes.name,
  );
const box = (xmin: number, xmax: number): object => ({
  operator: 'esriSpatialRelIntersects',
  value: {
    geometryType: 'esriGeometryEnvelope',
    geometry: { xmin, ymin: -1, xmax, ymax: 1, spatialReference: { wkid: 102_100 } },
  },
});
const OK = { success: true };
const described = (): Promise<AnyReply> => t.as('petra').get(`${admin(view)}/0`);

describe('the area of a view', () => {
  it('is changed and cleared, beside the rest or where the description for administrators has it', async () => {
    expect(await change({ viewLayerDefinition: { filter: box(-1, 1) } })).toEqual(OK);
    expect(await names()).toEqual(['near']);
    expect((await described()).extent).toMatchObject({ xmax: 0 });
    expect(await change({ adminLayerInfo: { viewLayerDefinition: { filter: box(999, 1001) } } })).toEqual(OK);
    expect(await names()).toEqual(['far']);
    const { adminLayerInfo } = await described();
    expect(adminLayerInfo.viewLayerDefinition.filter.value.geometry).toMatchObject({ xmin: 999 });
    expect(adminLayerInfo.viewLayerDefinition).toMatchObject({ sourceServiceName: 'places', sourceLayerId: 0 });
    const { tables } = await t.as('petra').get(admin(view));
    expect(tables[0].adminLayerInfo.viewLayerDefinition).toMatchObject({ sourceServiceName: 'places', sourceLayerId: 1 });
    // Clients send whole descriptions back.
    expect(await change({ adminLayerInfo, description: 'the same' })).toEqual(OK);
    expect(await names()).toEqual(['far']);
    expect(await change({ viewLayerDefinition: { table: { filter: null } } })).toEqual(OK);
    expect(await names()).toEqual(['near', 'far']);
    expect(
      await change({ adminLayerInfo: { viewLayerDefinition: { viewDefinitionQuery: "name = 'near'", filter: box(-1, 2000) } } }),
    ).toEqual(OK);
    expect(await names()).toEqual(['near']);
    expect(await change({ viewDefinitionQuery: '' })).toEqual(OK);
    expect(await names()).toEqual(['near', 'far']);
  });

  it('in another projected system is projected when it is said, and not by each statement', async () => {
    const around = (x: number, y: number): number[][] => [
      [x - 5, y - 5],
      [x - 5, y + 5],
      [x + 5, y + 5],
      [x + 5, y - 5],
      [x - 5, y - 5],
    ];
    // the point 0, 0 of the map, in the zone of the meridian of 3 degrees
    const rings = [around(166_021.44, 0)];
    const filter = { value: { geometryType: 'esriGeometryPolygon', geometry: { rings, spatialReference: { wkid: 32_631 } } } };
    expect(await change({ viewLayerDefinition: { filter } })).toEqual(OK);
    expect(await names()).toEqual(['near']);
    const { adminLayerInfo } = await described();
    expect(adminLayerInfo.viewLayerDefinition.filter.value.geometry).toMatchObject({ rings, spatialReference: { wkid: 32_631 } });
    const layer = t.portal.db.selectFrom('feature_layer').select('table_name').where('item_id', '=', viewItem).where('layer_id', '=', 0);
    const { table_name } = await layer.executeTakeFirstOrThrow();
    const { rows } = await sql<{ text: string }>`select pg_get_viewdef(${`hosted.${table_name}`}::regclass) as text`.execute(t.portal.db);
    expect(rows[0]?.text).toMatch(/st_intersects/i);
    expect(rows[0]?.text).not.toMatch(/st_(transform|segmentize|makevalid)/i);
    expect(await change({ viewLayerDefinition: { filter: null } })).toEqual(OK);
  });

  it('is refused where it cannot be used, and nothing is changed', async () => {
    const unknown = { value: { geometry: { x: 1, y: 1, spatialReference: { wkid: 9 } } } };
    expect(await change({ viewLayerDefinition: { filter: unknown } })).toMatchObject({ error: { code: 400 } });
    expect(await change({ viewLayerDefinition: { filter: box(0, 1) } }, 'petra', 1)).toMatchObject({ error: { code: 400 } });
    expect(await change({ viewLayerDefinition: { filter: box(0, 1) } }, 'petra', 0, source)).toMatchObject({
      error: { code: 400, message: expect.stringContaining('goes with views') },
    });
    expect(await names()).toEqual(['near', 'far']);
  });
});

describe('the fields of a view', () => {
  const shownBy = async (who = 'petra'): Promise<[string, string][]> =>
    (await t.as(who).get(`${view}/0`)).fields.map((one: AnyReply) => [one.name, one.alias]);
  const shown = async (): Promise<string[]> =>
    (await shownBy()).map(([name]) => name).filter((name) => !/^(OBJECTID|GlobalID)$/.test(name));
  const listed = (sourceLayerFields: unknown): object => ({ adminLayerInfo: { viewLayerDefinition: { sourceLayerFields } } });

  it('are those that a change lists, in each way of listing them', async () => {
    for (const [list, now] of [
      [[{ name: 'note', source: 'note' }], ['note']],
      ['name,note', ['name', 'note']],
      [
        [
          { name: 'name', source: 'name', visible: false },
          { name: 'NOTE', source: 'note', visible: true },
        ],
        ['note'],
      ],
      ['*', ['name', 'note']],
      [['name'], ['name']],
    ] as const) {
      expect(await change(listed(list)), JSON.stringify(list)).toEqual(OK);
      expect(await shown()).toEqual(now);
    }
    expect(await change({ viewLayerDefinition: { table: { sourceLayerFields: [{ name: 'note' }] } } })).toEqual(OK);
    expect(await shown()).toEqual(['note']);
    const { features } = await t.as('petra').get(`${view}/0/query`, { where: '1=1', outFields: '*' });
    expect(Object.keys(features[0].attributes)).not.toContain('name');
  });

  it('are taken out of a description that is sent back, though it has them among its fields', async () => {
    expect(await change(listed('*'))).toEqual(OK);
    const { fields, adminLayerInfo } = await described();
    const { sourceLayerFields } = adminLayerInfo.viewLayerDefinition;
    expect(await change({ fields, adminLayerInfo })).toEqual(OK);
    expect(await shown()).toEqual(['name', 'note']);
    const less = sourceLayerFields.filter((one: AnyReply) => one.name !== 'note');
    expect(await change({ fields, ...listed(less) })).toEqual(OK);
    expect(await shown()).toEqual(['name']);
    // What the list says again is no wish: the field that is named comes back.
    expect(await change({ fields: [{ name: 'note', visible: true }], ...listed(less) })).toEqual(OK);
    expect(await shown()).toEqual(['name', 'note']);
    const hidden = fields.map((one: AnyReply) => ({ ...one, visible: one.name !== 'name' }));
    expect(await change({ fields: hidden, ...listed('*') })).toEqual(OK);
    expect(await shown()).toEqual(['note']);
  });

  it('may be as many as a file has columns: the whole description comes back, of the view and of its source', async () => {
    const petra = t.as('petra');
    const columns = [...Array(400).keys()].map((at) => `c${at}`);
    const reply = await petra.post(`content/users/${petra.username}/publish`, {
      text: `${columns.join(',')},lat,lon\n${columns.map(() => 'x').join(',')},1,2\n`,
      fileType: 'csv',
      publishParameters: { name: 'wide_source' },
    });
    await t.runJobs();
    const wide = new URL(reply.services[0].serviceurl).pathname;
    const { path } = await create('wide_view', { isView: true });
    const viewLayerDefinition = { sourceServiceName: 'wide_source', sourceLayerId: 0, sourceLayerFields: columns.slice(0, 350) };
    const added = await petra.post(`${admin(path)}/addToDefinition`, {
      addToDefinition: { layers: [{ adminLayerInfo: { viewLayerDefinition } }] },
    });
    expect(added).toMatchObject({ success: true });
    const { fields, adminLayerInfo } = await petra.get(`${admin(path)}/0`);
    expect(fields.length).toBeGreaterThan(349);
    expect(adminLayerInfo.viewLayerDefinition.sourceLayerFields.length).toBeGreaterThan(349);
    expect(await change({ fields, adminLayerInfo }, 'petra', 0, path)).toEqual(OK);
    const whole = (await petra.get(`${admin(wide)}/0`)).fields;
    const named = whole.map((one: AnyReply) => (one.name === 'c399' ? { ...one, alias: 'The last' } : one));
    expect(await change({ fields: named }, 'petra', 0, wide)).toEqual(OK);
    expect((await petra.get(`${wide}/0`)).fields).toContainEqual(expect.objectContaining({ name: 'c399', alias: 'The last' }));
    const more = [...Array(1_601).keys()].map((at) => ({ name: `c${at}` }));
    expect((await change({ fields: more }, 'petra', 0, wide)).error).toMatchObject({ code: 400 });
    expect((await change({ viewLayerDefinition: { sourceLayerFields: more } }, 'petra', 0, path)).error).toMatchObject({ code: 400 });
  });

  it('take the alias of the list, and no other name', async () => {
    expect(await change(listed([{ name: 'name', source: 'name', alias: 'Place' }]))).toEqual(OK);
    expect(await shownBy()).toContainEqual(['name', 'Place']);
    const both = { fields: [{ name: 'name', alias: 'Town' }], ...listed([{ name: 'name', alias: 'Place' }]) };
    expect(await change(both)).toEqual(OK);
    expect(await shownBy()).toContainEqual(['name', 'Town']);
    expect(await change(listed([{ name: 'place', source: 'name' }]))).toMatchObject({
      error: { code: 400, message: expect.stringContaining('have the names of their source') },
    });
    expect(await change(listed('name,lost'))).toMatchObject({ error: { message: expect.stringContaining('lost') } });
    expect(await change(listed('name'), 'petra', 0, source)).toMatchObject({
      error: { message: expect.stringContaining('goes with views') },
    });
    expect(await shown()).toEqual(['name']);
    expect(await change(listed([{ name: 'name', alias: 'name' }]))).toEqual(OK);
  });
});

describe('a view that would show nothing', () => {
  const refusal = (words: string): object => ({ error: { code: 400, message: expect.stringContaining(words) } });

  it('is refused when no field but the ids is left, in each way of saying so', async () => {
    const before = (await described()).fields;
    for (const nothing of [
      { viewLayerDefinition: { sourceLayerFields: [] } },
      { adminLayerInfo: { viewLayerDefinition: { table: { sourceLayerFields: [{ name: 'name', visible: false }] } } } },
      { viewLayerDefinition: { sourceLayerFields: 'OBJECTID' } },
      { fields: [{ name: 'name', visible: false }] },
    ]) {
      expect(await change(nothing), JSON.stringify(nothing)).toMatchObject(
        refusal("The view of 'places' would show no field but its ids."),
      );
    }
    expect((await described()).fields).toEqual(before);
    const definition = { sourceServiceName: 'places', sourceLayerId: 1, sourceLayerFields: [] };
    const layers = [{ adminLayerInfo: { viewLayerDefinition: definition } }];
    expect(await t.as('petra').post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject(
      refusal("The view of 'visits' would show no field but its ids."),
    );
  });

  it('is refused when its area is no place', async () => {
    const filter = { value: { geometry: { rings: [], spatialReference: { wkid: 102_100 } } } };
    expect(await change({ viewLayerDefinition: { filter } })).toMatchObject(refusal('an area without a place'));
    expect(await names()).toEqual(['near', 'far']);
  });

  it('is made where its source has nothing else to show', async () => {
    const { path } = await create('only_places');
    await t.as('petra').post(`${admin(path)}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'bare', geometryType: 'esriGeometryPoint', fields: [] }] },
    });
    const { path: shown } = await create('only_places_shown', { isView: true });
    const layers = [{ adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'only_places', sourceLayerId: 0 } } }];
    expect(await t.as('petra').post(`${admin(shown)}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject({ success: true });
    expect(await change({ description: 'bare' }, 'petra', 0, shown)).toEqual(OK);
  });
});

describe('a view that would join layers', () => {
  it('is refused, instead of showing the first alone', async () => {
    const relatedTables = [{ sourceServiceName: 'places', sourceLayerId: 1, type: 'LEFT', parentKeyFields: ['name'], keyFields: ['name'] }];
    const refusal = { error: { code: 400, message: "'relatedTables' join layers, and a view shows one." } };
    const main = { sourceServiceName: 'places', sourceLayerId: 0 };
    for (const viewLayerDefinition of [{ table: { ...main, relatedTables } }, { ...main, relatedTables }]) {
      const layers = [{ adminLayerInfo: { viewLayerDefinition } }];
      expect(await t.as('petra').post(`${admin(view)}/addToDefinition`, { addToDefinition: { layers } })).toMatchObject(refusal);
    }
    expect(await change({ viewLayerDefinition: { table: { relatedTables } } })).toMatchObject(refusal);
    // Whole descriptions of the vendor's services hold the empty list.
    expect(await change({ viewLayerDefinition: { table: { relatedTables: [] } } })).toEqual(OK);
  });
});

describe('a view that shows fewer features than before', () => {
  it('is not drawn any more by the values of its source', async () => {
    const renderer = { type: 'uniqueValue', field1: 'name', uniqueValueInfos: [{ value: 'near' }, { value: 'far' }] };
    expect(await change({ drawingInfo: { renderer } }, 'petra', 0, source)).toEqual(OK);
    const { path } = await create('all_places', { isView: true });
    const all = { adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'places', sourceLayerId: 0 } } };
    await t.as('petra').post(`${admin(path)}/addToDefinition`, { addToDefinition: { layers: [all] } });
    const drawn = async (): Promise<string> => (await t.as('petra').get(`${path}/0`)).drawingInfo.renderer.type;
    expect(await drawn()).toBe('uniqueValue');
    expect(await change({ viewDefinitionQuery: "name = 'near'" }, 'petra', 0, path)).toEqual(OK);
    expect(await drawn()).toBe('simple');
    expect(await change({ viewDefinitionQuery: "name = 'far'", drawingInfo: { renderer } }, 'petra', 0, path)).toEqual(OK);
    expect(await drawn()).toBe('uniqueValue');
  });
});

describe('a view that was handed to somebody', () => {
  it('is widened by those alone who administer the layer that it shows; all else is for its owner', async () => {
    expect(await change({ viewDefinitionQuery: "name = 'near'", viewLayerDefinition: { filter: box(-1, 1) } })).toEqual(OK);
    await t.portal.db
      .updateTable('item')
      .set({ owner: t.as('otto').username as string })
      .where('id', '=', viewItem)
      .execute();
    const refusal = { error: { code: 403, message: expect.stringContaining('Ask its owner'), details: [] } };
    for (const wider of [
      { viewDefinitionQuery: null },
      { viewDefinitionQuery: "name <> 'x'" },
      { viewLayerDefinition: { filter: null } },
      { fields: [{ name: 'note', visible: true }] },
      { adminLayerInfo: { viewLayerDefinition: { sourceLayerFields: 'name,note' } } },
      // What the source has is not told to its owner by what is refused: a field that is hidden is refused like one that is nowhere.
      { viewLayerDefinition: { table: { sourceLayerFields: 'nope' } } },
      { viewLayerDefinition: { sourceLayerFields: [{ name: 'note', visible: true }] } },
      { viewLayerDefinition: { sourceLayerFields: [{ name: 'nope', visible: true }] } },
      { fields: [{ name: 'nope', visible: true }] },
    ])
      expect(await change(wider, 'otto'), JSON.stringify(wider)).toEqual(refusal);
    expect(await names()).toEqual(['near']);
    const { adminLayerInfo, viewDefinitionQuery } = await t.as('otto').get(`${admin(view)}/0`);
    expect(await change({ adminLayerInfo, viewDefinitionQuery, description: 'mine' }, 'otto')).toEqual(OK);
    expect(await change({ fields: [{ name: 'name', alias: 'What it is called' }] }, 'otto')).toEqual(OK);
    expect(await change({ viewDefinitionQuery: null }, 'boss')).toEqual(OK);
    expect(await change({ viewLayerDefinition: { filter: null } }, 'boss')).toEqual(OK);
    expect(await names()).toEqual(['near', 'far']);
  });
});
