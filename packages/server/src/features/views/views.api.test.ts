// Views of layers: what they leave out is out of reach on every path.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let source: string;
let sourceItem: string;
let view: string;
let viewItem: string;
let ids: { bea: number; cy: number; secret: number };

const SECRET = 'Verborgen';
const admin = (service: string): string => service.replace('/rest/services', '/rest/admin/services');
const post = (path: string, params: Record<string, string | number | boolean | object>, who = 'petra'): Promise<AnyReply> =>
  t.as(who).post(path, params);
const get = (path: string, params: Record<string, string | number | boolean | object> = {}, who = 'una'): Promise<AnyReply> =>
  t.as(who).get(path, params);

async function service(name: string, more: object = {}, who = 'petra'): Promise<{ path: string; id: string; reply: AnyReply }> {
  const { isView, ...rest } = more as { isView?: boolean };
  const reply = await post(
    `content/users/${t.as(who).username}/createService`,
    { createParameters: { name, capabilities: 'Query,Editing,Extract', ...rest }, ...(isView ? { isView } : {}) },
    who,
  );
  return { path: reply.serviceurl ? new URL(reply.serviceurl).pathname : '', id: reply.itemId, reply };
}

const point = (x: number, y: number): object => ({ x, y, spatialReference: { wkid: 4326 } });

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user', otto: 'publisher' } });
  const made = await service('people_src');
  source = made.path;
  sourceItem = made.id;
  const field = (name: string, type = 'esriFieldTypeString'): object => ({ name, type, alias: name });
  await post(`${admin(source)}/addToDefinition`, {
    addToDefinition: {
      layers: [
        {
          name: 'people',
          type: 'Feature Layer',
          geometryType: 'esriGeometryPoint',
          hasAttachments: true,
          fields: [field('name'), field('town'), field('income', 'esriFieldTypeInteger'), field('key', 'esriFieldTypeInteger')],
          drawingInfo: { renderer: { type: 'uniqueValue', field1: 'income', uniqueValueInfos: [{ value: SECRET }] } },
          relationships: [{ id: 0, name: 'visits', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'key' }],
        },
      ],
      tables: [
        {
          name: 'visits',
          fields: [field('person', 'esriFieldTypeInteger'), field('note'), field('open', 'esriFieldTypeInteger')],
          relationships: [{ id: 0, name: 'person', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'person' }],
        },
      ],
    },
  });
  const people = [
    { attributes: { name: 'Bea', town: 'A', income: 10, key: 1 }, geometry: point(1, 1) },
    { attributes: { name: 'Cy', town: 'A', income: 20, key: 2 }, geometry: point(2, 2) },
    { attributes: { name: SECRET, town: 'B', income: 999, key: 3 }, geometry: point(60, 60) },
  ];
  const { addResults } = await post(`${source}/0/addFeatures`, { features: people });
  ids = { bea: addResults[0].objectId, cy: addResults[1].objectId, secret: addResults[2].objectId };
  await post(`${source}/1/addFeatures`, {
    features: [
      { attributes: { person: 1, note: 'ok', open: 1 } },
      { attributes: { person: 1, note: SECRET, open: 0 } },
      { attributes: { person: 3, note: SECRET, open: 1 } },
    ],
  });
  for (const id of [ids.bea, ids.secret]) {
    await t
      .as('petra')
      .upload(`${source}/0/${id}/addAttachment`, {}, { attachment: { name: 'a.txt', bytes: `of ${id}`, type: 'text/plain' } });
  }
  const viewed = await service('people_view', { isView: true });
  view = viewed.path;
  viewItem = viewed.id;
  const of = (sourceLayerId: number, sourceLayerFields: string): object => ({
    viewLayerDefinition: { sourceServiceName: 'people_src', sourceLayerId, sourceLayerFields },
  });
  const added = await post(`${admin(view)}/addToDefinition`, {
    addToDefinition: {
      layers: [{ name: 'people of A', adminLayerInfo: of(0, 'name,town,key'), viewDefinitionQuery: "town = 'A' and income < 500" }],
      tables: [{ name: 'open visits', adminLayerInfo: of(1, '*'), viewDefinitionQuery: 'open = 1' }],
    },
  });
  expect(added).toEqual({ success: true, layers: [{ name: 'people of A', id: 0 }], tables: [{ name: 'open visits', id: 1 }] });
  await post(`content/users/${t.as('petra').username}/items/${viewItem}/share`, { org: true });
});
afterAll(() => t.close());

describe('a view', () => {
  it('is made for those who administer the source, says that it is one, and is shared by itself', async () => {
    const described = await get(view);
    expect(described).toMatchObject({ isView: true, serviceItemId: viewItem });
    expect((await get(source)).error.code).toBe(403);
    const layer = await get(`${view}/0`);
    expect(layer).toMatchObject({ isView: true, name: 'people of A', supportsTruncate: false, supportsAppend: false });
    expect(layer.fields.map((field: AnyReply) => field.name)).toEqual(['OBJECTID', 'GlobalID', 'name', 'town', 'key']);
    expect(JSON.stringify([described, layer, await get(`${view}/layers`)])).not.toMatch(new RegExp(`${SECRET}|income`));
    expect(layer.extent.xmax).toBeLessThan(300_000);
    const item = await get(`content/items/${viewItem}`);
    expect(item.typeKeywords).toContain('View Service');
    expect(item.extent[1][0]).toBeCloseTo(2, 4);
    expect(await get(`${view}/sources`, {}, 'petra')).toMatchObject({ services: [{ name: 'people_src', serviceItemId: sourceItem }] });
    expect(await get(`${view}/sources`)).toMatchObject({ error: { code: 403 } });
    const related = await get(
      `content/items/${viewItem}/relatedItems`,
      { relationshipType: 'Service2Data', direction: 'forward' },
      'petra',
    );
    expect(related.relatedItems.map((one: AnyReply) => one.id)).toEqual([sourceItem]);
    const back = await get(
      `content/items/${sourceItem}/relatedItems`,
      { relationshipType: 'Service2Service', direction: 'forward' },
      'petra',
    );
    expect(back.relatedItems.map((one: AnyReply) => one.id)).toEqual([viewItem]);
    const other = await service('otto_view', { isView: true }, 'otto');
    const stolen = { layers: [{ adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'people_src', sourceLayerId: 0 } } }] };
    expect((await post(`${admin(other.path)}/addToDefinition`, { addToDefinition: stolen }, 'otto')).error.code).toBe(403);
    const chained = { layers: [{ adminLayerInfo: { viewLayerDefinition: { sourceServiceName: 'people_view', sourceLayerId: 0 } } }] };
    const again = await service('view_of_view', { isView: true });
    expect((await post(`${admin(again.path)}/addToDefinition`, { addToDefinition: chained })).error).toMatchObject({
      code: 400,
      message: expect.stringContaining('names the view'),
    });
  });

  it('gives only its rows and fields to queries, counts, ids, extents, statistics and every format', async () => {
    const all = await get(`${view}/0/query`, { where: '1=1', outFields: '*' });
    expect(all.features.map((one: AnyReply) => one.attributes.name)).toEqual(['Bea', 'Cy']);
    expect(Object.keys(all.features[0].attributes)).toEqual(['OBJECTID', 'GlobalID', 'name', 'town', 'key']);
    expect(await get(`${view}/0/query`, { returnCountOnly: true })).toEqual({ count: 2 });
    expect((await get(`${view}/0/query`, { where: '1=1', returnIdsOnly: true })).objectIds).toEqual([ids.bea, ids.cy]);
    expect((await get(`${view}/0/query`, { objectIds: String(ids.secret) })).features).toEqual([]);
    expect((await get(`${view}/0/query`, { returnExtentOnly: true, outSR: 4326 })).extent.xmax).toBeCloseTo(2, 5);
    expect((await get(`${view}/0/${ids.secret}`)).error.code).toBe(404);
    expect((await get(`${view}/0/${ids.bea}`)).feature.attributes).not.toHaveProperty('income');
    for (const format of ['geojson', 'pbf']) {
      const raw = await t.as('una').raw('GET', `${view}/0/query`, { where: '1=1', outFields: '*', f: format });
      expect(raw.rawPayload.includes('Bea')).toBe(true);
      expect(raw.rawPayload.includes(SECRET)).toBe(false);
      expect(raw.rawPayload.includes('income')).toBe(false);
    }
    const statistic = (onStatisticField: string, statisticType: string): object[] => [
      { statisticType, onStatisticField, outStatisticFieldName: 'n' },
    ];
    expect((await get(`${view}/0/query`, { outStatistics: statistic('key', 'max') })).features[0].attributes.n).toBe(2);
    expect(
      (await get(`${view}/0/query`, { outStatistics: statistic('OBJECTID', 'count'), groupByFieldsForStatistics: 'town' })).features,
    ).toHaveLength(1);
    expect((await get(`${view}/0/query`, { outFields: 'town', returnDistinctValues: true, returnGeometry: false })).features).toHaveLength(
      1,
    );
  });

  it('does not know the fields it leaves out, wherever they are named', async () => {
    const refusals: Record<string, string | object>[] = [
      { where: 'income > 1' },
      { where: '1=1', outFields: 'name,income' },
      { where: '1=1', orderByFields: 'income' },
      { outStatistics: [{ statisticType: 'sum', onStatisticField: 'income', outStatisticFieldName: 'n' }] },
      {
        outStatistics: [{ statisticType: 'count', onStatisticField: 'name', outStatisticFieldName: 'n' }],
        groupByFieldsForStatistics: 'income',
      },
      {
        outStatistics: [{ statisticType: 'count', onStatisticField: 'name', outStatisticFieldName: 'n' }],
        having: 'max(income) > 1',
        groupByFieldsForStatistics: 'town',
      },
    ];
    for (const refusal of refusals)
      expect((await get(`${view}/0/query`, refusal as Record<string, string>)).error.code, JSON.stringify(refusal)).toBe(400);
    expect((await get(`${view}/0/validateSQL`, { sql: 'income > 1' })).isValidSQL).toBe(false);
    const renderer = { type: 'classBreaksDef', classificationField: 'income', breakCount: 2 };
    expect((await get(`${view}/0/generateRenderer`, { classificationDef: renderer })).error.code).toBe(400);
    const values = await get(`${view}/0/generateRenderer`, { classificationDef: { type: 'uniqueValueDef', uniqueValueFields: ['name'] } });
    expect(values.uniqueValueInfos.map((one: AnyReply) => one.value)).toEqual(['Bea', 'Cy']);
  });

  it('joins its own layers only: neither hidden origins nor hidden related records are found', async () => {
    const related = await get(`${view}/0/queryRelatedRecords`, {
      objectIds: `${ids.bea},${ids.secret}`,
      relationshipId: 0,
      outFields: '*',
    });
    expect(related.relatedRecordGroups).toHaveLength(1);
    expect(related.relatedRecordGroups[0].relatedRecords.map((one: AnyReply) => one.attributes.note)).toEqual(['ok']);
    const reverse = await get(`${view}/1/queryRelatedRecords`, { objectIds: '1,2,3', relationshipId: 0, outFields: '*' });
    expect(reverse.relatedRecordGroups.map((group: AnyReply) => group.objectId)).toEqual([1]);
  });

  it('gives the files of its features only', async () => {
    const groups = await get(`${view}/0/queryAttachments`, { objectIds: `${ids.bea},${ids.secret}` });
    expect(groups.attachmentGroups.map((group: AnyReply) => group.parentObjectId)).toEqual([ids.bea]);
    expect((await get(`${view}/0/${ids.secret}/attachments`)).error.code).toBe(404);
    const [file] = (await get(`${view}/0/${ids.bea}/attachments`)).attachmentInfos;
    expect((await t.as('una').raw('GET', `${view}/0/${ids.bea}/attachments/${file.id}`, { f: '' })).body).toBe(`of ${ids.bea}`);
    const [hidden] = (await get(`${source}/0/${ids.secret}/attachments`, {}, 'petra')).attachmentInfos;
    expect((await t.as('una').raw('GET', `${view}/0/${ids.secret}/attachments/${hidden.id}`, { f: '' })).statusCode).toBe(404);
    const added = await t.as('petra').upload(`${view}/0/${ids.secret}/addAttachment`, {}, { attachment: { name: 'b.txt', bytes: 'x' } });
    expect(added.error.code).toBe(404);
    const mine = await t.as('petra').upload(`${view}/0/${ids.cy}/addAttachment`, {}, { attachment: { name: 'b.txt', bytes: 'x' } });
    expect(mine.addAttachmentResult.success).toBe(true);
    expect((await get(`${source}/0/${ids.cy}/attachments`, {}, 'petra')).attachmentInfos).toHaveLength(1);
  });

  it('draws its rows and fields only, also after its source changed', async () => {
    const tile = async (): Promise<string> => {
      const path = view.replace('FeatureServer', 'VectorTileServer');
      const reply = await t.as('una').raw('GET', `${path}/tile/0/0/0.pbf`, { f: '' });
      return gunzipSync(reply.rawPayload).toString('latin1');
    };
    const before = await tile();
    expect(before).toContain('Bea');
    expect(before).not.toMatch(new RegExp(`${SECRET}|income`));
    const { addResults } = await post(`${source}/0/addFeatures`, {
      features: [{ attributes: { name: 'Dee', town: 'A', income: 1, key: 9 }, geometry: point(5, 5) }],
    });
    expect(await tile()).toContain('Dee');
    expect((await get(`${view}/0`)).extent.xmax).toBeGreaterThan(500_000);
    await post(`${source}/0/deleteFeatures`, { objectIds: String(addResults[0].objectId) });
    expect(await tile()).not.toContain('Dee');
    expect((await get(`${view}/0`)).extent.xmax).toBeLessThan(300_000);
  });

  it('takes edits of its features only, and keeps them in its filter', async () => {
    const edit = (operation: string, params: Record<string, string | boolean | object>): Promise<AnyReply> =>
      post(`${view}/0/${operation}`, params);
    const updated = await edit('updateFeatures', {
      features: [{ attributes: { OBJECTID: ids.secret, name: 'found' } }],
      rollbackOnFailure: false,
    });
    expect(updated.updateResults[0]).toMatchObject({ success: false, error: { code: 1019 } });
    const away = await edit('updateFeatures', { features: [{ attributes: { OBJECTID: ids.bea, town: 'B' } }], rollbackOnFailure: false });
    expect(away.updateResults[0]).toMatchObject({ success: false, error: { description: expect.stringContaining('part of this view') } });
    const outside = await edit('addFeatures', {
      features: [{ attributes: { name: 'Eve', town: 'B', key: 5 }, geometry: point(1, 1) }],
      rollbackOnFailure: false,
    });
    expect(outside.addResults[0]).toMatchObject({ success: false });
    expect((await edit('deleteFeatures', { objectIds: String(ids.secret), rollbackOnFailure: false })).deleteResults[0]).toMatchObject({
      success: false,
    });
    expect((await edit('deleteFeatures', { where: "name = 'Verborgen'" })).deleteResults).toEqual([]);
    const calculated = await edit('calculate', { where: '1=1', calcExpression: [{ field: 'key', value: 7 }] });
    expect(calculated.updatedFeatureCount).toBe(2);
    const hidden = await edit('calculate', { where: '1=1', calcExpression: [{ field: 'income', value: 7 }] });
    expect(hidden.error.code).toBe(400);
    const sneaky = await edit('updateFeatures', { features: [{ attributes: { OBJECTID: ids.bea, name: 'Bea B', income: 0, key: 1 } }] });
    expect(sneaky.updateResults[0].success).toBe(true);
    const rows = (await get(`${source}/0/query`, { where: '1=1', outFields: '*' }, 'petra')).features.map(
      (one: AnyReply) => one.attributes,
    );
    expect(rows.map((row: AnyReply) => [row.name, row.town, row.income, row.key])).toEqual([
      ['Bea B', 'A', 10, 1],
      ['Cy', 'A', 20, 7],
      [SECRET, 'B', 999, 3],
    ]);
    // Editing is the view's own setting.
    await post(`${admin(view)}/updateDefinition`, { updateDefinition: { capabilities: 'Query' } });
    const change = [{ attributes: { OBJECTID: ids.bea, key: 8 } }];
    expect((await post(`${view}/0/updateFeatures`, { features: change }, 'una')).error.code).toBe(403);
    await post(`${admin(view)}/updateDefinition`, { updateDefinition: { capabilities: 'Query,Editing,Extract' } });
  });

  it('exports its rows and fields only', async () => {
    const una = t.as('una');
    const { exportItemId } = await una.post(`content/users/${una.username}/export`, {
      itemId: viewItem,
      exportFormat: 'GeoJson',
      exportParameters: { layers: [{ id: 0 }] },
      title: 'x',
    });
    await t.runJobs();
    const body = (await una.raw('GET', `content/items/${exportItemId}/data`, { f: '' })).body;
    expect(body).toContain('Cy');
    expect(body).not.toMatch(new RegExp(`${SECRET}|income`));
  });

  it('has its table left alone: what would change the source is refused', async () => {
    for (const [operation, params] of [
      ['truncate', {}],
      ['addToDefinition', { addToDefinition: { fields: [{ name: 'more', type: 'esriFieldTypeInteger' }] } }],
      ['deleteFromDefinition', { deleteFromDefinition: { fields: [{ name: 'town' }] } }],
      ['updateDefinition', { updateDefinition: { hasAttachments: false } }],
      ['replaceFeatures', { edits: { features: [] } }],
    ] as const) {
      expect((await post(`${admin(view)}/0/${operation}`, params)).error, operation).toMatchObject({ code: 400 });
    }
    expect((await post(`${view}/0/append`, { edits: { features: [] } })).error.code).toBe(400);
    expect(await get(`${source}/0/query`, { returnCountOnly: true }, 'petra')).toEqual({ count: 3 });
  });

  it('may be given another filter and other fields later', async () => {
    const update = (updateDefinition: object): Promise<AnyReply> => post(`${admin(view)}/0/updateDefinition`, { updateDefinition });
    for (const [query, why] of [
      ['nothing = 1', 'names the field nothing, which is not there'],
      ['name = CURRENT_USER', 'CURRENT_USER'],
      ["name < 'a'; drop table item", 'unexpected character at “;'],
    ] as const) {
      const told = expect.stringContaining(why);
      expect((await update({ viewDefinitionQuery: query })).error).toMatchObject({ code: 400, message: told, reasons: [{ text: told }] });
    }
    expect(
      await update({
        viewDefinitionQuery: "town = 'B' and name <> 'it''s'",
        fields: [
          { name: 'town', visible: false },
          { name: 'income', visible: true },
        ],
      }),
    ).toEqual({ success: true });
    const other = await get(`${view}/0/query`, { where: '1=1', outFields: '*' });
    expect(other.features.map((one: AnyReply) => one.attributes)).toEqual([expect.objectContaining({ name: SECRET, income: 999 })]);
    expect(other.features[0].attributes).not.toHaveProperty('town');
    expect(await get(`${admin(view)}/0`, {}, 'petra')).toMatchObject({ viewDefinitionQuery: "town = 'B' and name <> 'it''s'" });
    const fields = [
      { name: 'income', visible: false },
      { name: 'town', visible: true },
    ];
    expect(await update({ fields })).toEqual({ success: true });
    expect((await get(`${view}/0/query`, { where: "town = 'B'" })).features).toHaveLength(1);
    expect(await update({ viewDefinitionQuery: "town = 'A' and income < 500" })).toEqual({ success: true });
    expect((await get(`${view}/0/query`, { where: '1=1' })).features).toHaveLength(2);
  });

  it('may show a place, and what happened lately', async () => {
    const made = await service('people_near', { isView: true });
    const definition = {
      sourceServiceName: 'people_src',
      sourceLayerId: 0,
      sourceLayerFields: '*',
      filter: {
        operator: 'esriSpatialRelIntersects',
        value: {
          geometryType: 'esriGeometryEnvelope',
          geometry: { xmin: 1.5, ymin: 1.5, xmax: 3, ymax: 3, spatialReference: { wkid: 4326 } },
        },
      },
    };
    const added = await post(`${admin(made.path)}/addToDefinition`, {
      addToDefinition: { layers: [{ name: 'near', adminLayerInfo: { viewLayerDefinition: definition } }] },
    });
    expect(added.success).toBe(true);
    expect(
      (await get(`${made.path}/0/query`, { where: '1=1', outFields: 'name' }, 'petra')).features.map(
        (one: AnyReply) => one.attributes.name,
      ),
    ).toEqual(['Cy']);
    const moved = await post(`${made.path}/0/updateFeatures`, {
      features: [{ attributes: { OBJECTID: ids.cy }, geometry: point(50, 50) }],
      rollbackOnFailure: false,
    });
    expect(moved.updateResults[0].success).toBe(false);
    expect(
      await post(`${admin(made.path)}/0/updateDefinition`, {
        updateDefinition: { viewDefinitionQuery: "CURRENT_TIMESTAMP > TIMESTAMP '2020-01-01 00:00:00'" },
      }),
    ).toEqual({ success: true });
    expect((await get(`${made.path}/0/query`, { returnCountOnly: true }, 'petra')).count).toBe(1);
    await post(`content/users/${t.as('petra').username}/items/${made.id}/delete`, { permanentDelete: true });
  });

  it('follows its source when fields go and when its features are replaced, and keeps it from being deleted', async () => {
    const petra = t.as('petra');
    const refused = await post(`${admin(source)}/0/deleteFromDefinition`, { deleteFromDefinition: { fields: [{ name: 'income' }] } });
    expect(refused.error).toMatchObject({ code: 400 });
    const started = await post(`${admin(source)}/0/replaceFeatures`, {
      edits: {
        geometryType: 'esriGeometryPoint',
        spatialReference: { wkid: 4326 },
        features: [
          { attributes: { name: 'New', town: 'A', income: 1, key: 1 }, geometry: { x: 1, y: 1 } },
          { attributes: { name: SECRET, town: 'B', income: 1, key: 1 }, geometry: { x: 1, y: 1 } },
        ],
      },
    });
    await t.runJobs();
    expect(await petra.get(new URL(started.statusUrl).pathname)).toMatchObject({ status: 'Completed' });
    expect(
      (await get(`${view}/0/query`, { where: '1=1', outFields: 'name' })).features.map((one: AnyReply) => one.attributes.name),
    ).toEqual(['New']);
    const remove = (id: string, permanentDelete = false): Promise<AnyReply> =>
      petra.post(`content/users/${petra.username}/items/${id}/delete`, { permanentDelete });
    expect((await remove(sourceItem)).error).toMatchObject({ code: 400, message: expect.stringContaining('layer: people_view') });
    expect((await remove(sourceItem, true)).error.code).toBe(400);
    expect((await post(`${admin(source)}/deleteFromDefinition`, { deleteFromDefinition: { layers: [{ id: 0 }] } })).error.code).toBe(400);
    expect((await remove(viewItem)).success).toBe(true);
    expect((await get(`${view}/0/query`, { where: '1=1' })).error.code).toBe(404);
    expect((await remove(sourceItem, true)).success).toBe(true);
  });
});
