// Queries of a published layer as clients send them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let towns: string;
let africa: string;

/** 25 trees on a diagonal: kinds A and B, heights 1 to 25, the third without a height, planted one day after the other. */
const TREES = Array.from({ length: 25 }, (_, i) => {
  const height = i === 2 ? '' : String(i + 1);
  return `tree ${i + 1},${i % 2 === 0 ? 'A' : 'B'},${height},2020-01-${String(i + 1).padStart(2, '0')},${(i + 1) / 2},${i + 1}`;
});

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const publish = async (name: string, fileType: string, source: object, files = {}): Promise<string> => {
    const params = { fileType, publishParameters: { name }, ...source };
    const reply = await petra.upload(`content/users/${petra.username}/publish`, params, files);
    await t.runJobs();
    return `${new URL(reply.services[0].serviceurl).pathname}/0`;
  };
  towns = await publish('trees', 'csv', { text: `name,kind,height,planted,lat,lon\n${TREES.join('\n')}\n` });
  const bytes = readFileSync(join(import.meta.dirname, '../../../../geo/fixtures/vector/africa_countries_utf8.zip'));
  africa = await publish('africa', 'shapefile', {}, { file: { name: 'africa.zip', bytes } });
});
afterAll(() => t.close());

const query = (params: Record<string, string | number | boolean | object>, layer = towns): Promise<AnyReply> =>
  t.as('petra').get(`${layer}/query`, params);
const names = (reply: AnyReply): string[] => reply.features.map((one: AnyReply) => one.attributes.name);

describe('feature queries', () => {
  it('answer features with fields, types and geometry', async () => {
    const reply = await query({ where: 'height = 1', outFields: '*' });
    expect(reply).toMatchObject({
      objectIdFieldName: 'OBJECTID',
      globalIdFieldName: 'GlobalID',
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 102100, latestWkid: 3857 },
    });
    expect(reply.fields.map((one: AnyReply) => one.name)).toEqual([
      'OBJECTID',
      'GlobalID',
      'name',
      'kind',
      'height',
      'planted',
      'lat',
      'lon',
    ]);
    expect(reply.features).toHaveLength(1);
    const { attributes, geometry } = reply.features[0];
    expect(attributes).toMatchObject({ OBJECTID: 1, name: 'tree 1', height: 1, planted: Date.UTC(2020, 0, 1) });
    expect(attributes.GlobalID).toMatch(/^\{[0-9A-F-]{36}\}$/);
    expect(geometry.x).toBeCloseTo(111319.49, 1);
  });

  it('keep fields and geometryType in empty results, and give only the object id without outFields', async () => {
    expect(await query({ where: '0=1' })).toMatchObject({ geometryType: 'esriGeometryPoint', features: [] });
    const reply = await query({ where: '1=0' });
    expect(reply).toMatchObject({ geometryType: 'esriGeometryPoint', features: [] });
    expect(reply.fields.map((one: AnyReply) => one.name)).toEqual(['OBJECTID']);
    expect(reply.exceededTransferLimit).toBeUndefined();
  });

  it('page through every record once, with the flag on each page but the last', async () => {
    const seen: number[] = [];
    for (let offset = 0; ; offset += 7) {
      const page = await query({ where: '1=1', resultOffset: offset, resultRecordCount: 7, orderByFields: 'kind DESC' });
      seen.push(...page.features.map((one: AnyReply) => one.attributes.OBJECTID));
      expect(page.exceededTransferLimit === true).toBe(seen.length < 25);
      if (page.exceededTransferLimit !== true) break;
    }
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect(await query({ resultOffset: 1000 })).toMatchObject({ features: [] });
  });

  it.each([
    ["name LIKE 'tree 1_'", 10],
    ['height IS NULL', 1],
    ['height / 0 = 1', 0],
    ["planted >= DATE '2020-01-20'", 6],
    ["planted > TIMESTAMP '2020-01-24 12:00:00'", 1],
    ["kind = 'a'", 0],
    ["UPPER(kind) IN ('A')", 13],
    ["MOD(height, 10) = 0 AND NOT (kind = 'A')", 2],
    ["CASE WHEN height > 20 THEN 'tall' ELSE 'low' END = 'tall'", 5],
    ['EXTRACT(DAY FROM planted) BETWEEN 1 AND 3', 3],
    ['SQRT(height) > 4.5 OR LOG(height - 100) > 0', 5],
    ["CAST(height AS VARCHAR(10)) || 'x' = '7x'", 1],
    ["planted < CURRENT_TIMESTAMP - INTERVAL '1' DAY", 25],
    ["POSITION('2' IN name) > 0", 8],
  ])('count the records where %s', async (where, count) => {
    expect(await query({ where, returnCountOnly: true })).toEqual({ count });
  });

  it.each([
    [{ where: 'nosuchfield=1' }, "'Invalid field: nosuchfield' parameter is invalid"],
    [{ outFields: 'x' }, "'Invalid field: x' parameter is invalid"],
    [{ where: "height = 'abc'" }, "'where' parameter is invalid"],
    [{ where: '1=1; drop table x' }, "'where' parameter is invalid"],
    [{ orderByFields: 'name; drop 1' }, "'orderByFields' parameter is invalid"],
    [{ objectIds: '1,x' }, "'objectIds' parameter is invalid"],
    [{ resultOffset: -1 }, "'resultOffset' parameter is invalid: it is -1"],
    [{ resultRecordCount: 0 }, "'resultRecordCount' parameter is invalid: it is 0"],
    [{ outSR: 999999 }, "'outSR' parameter is invalid: the portal does not know"],
    [{ units: 'miles', distance: 1, geometry: '1,2' }, "'units' parameter is invalid: 'miles' is not known"],
    [
      { orderByFields: 'height', outFields: 'name', returnDistinctValues: true },
      "'orderByFields' parameter is invalid: 'height' is not among outFields",
    ],
    [
      { outStatistics: '[{"statisticType":"mode","onStatisticField":"name"}]' },
      "'statisticType' parameter is invalid: 'mode' is not known",
    ],
    [{ geometry: '{"rings":[[[0,0],[1,1]]]}' }, "'geometry' parameter is invalid"],
    [{ geometry: '1,2', spatialRel: 'esriSpatialRelRelation' }, "'spatialRel' parameter is invalid"],
    [{ quantizationParameters: '{"mode":"x"}' }, "'quantizationParameters' parameter is invalid"],
    [{ outStatistics: '[{"statisticType":"sum","onStatisticField":"name"}]' }, "'statisticType' parameter is invalid"],
    [{ where: 'CAST(name AS INTEGER) = 1' }, 'A value of the query cannot be computed.'],
    [{ where: 'EXP(height * 1000) > 1' }, 'A value of the query cannot be computed.'],
  ])('refuse %j and name the parameter', async (params, detail) => {
    const { error } = await query(params as Record<string, string>);
    expect(error).toMatchObject({ code: 400, message: 'Cannot perform query. Invalid query parameters.' });
    expect(error.details[0]).toContain(detail);
    expect(error.details).toHaveLength(2);
    expect(JSON.stringify(error)).not.toMatch(/hosted|select|syntax|column|l_[0-9a-f]/i);
  });
});

describe('special results', () => {
  it('give ids, extent and counts in each format', async () => {
    expect(await query({ where: 'height < 3', returnIdsOnly: true })).toEqual({ objectIdFieldName: 'OBJECTID', objectIds: [1, 2] });
    expect(await query({ where: '1=1', returnCountOnly: true, f: 'geojson' })).toMatchObject({ count: 25 });
    const whole = await query({ where: '1=1', returnExtentOnly: true, outSR: 4326, returnCountOnly: true });
    expect(whole.count).toBe(25);
    expect(whole.extent.xmin).toBeCloseTo(1, 6);
    expect(whole.extent.ymax).toBeCloseTo(12.5, 6);
    const part = await query({ where: 'height < 3', returnExtentOnly: true, outSR: 4326 });
    expect(part.extent.xmax).toBeCloseTo(2, 6);
    const none = await query({ where: '1=0', returnExtentOnly: true });
    expect(none.extent).toMatchObject({ xmin: 'NaN', ymax: 'NaN' });
    const box = await t.as('petra').raw('GET', `${towns}/query`, { where: '1=1', returnExtentOnly: true, f: 'geojson' });
    expect(box.body).toContain('"bbox":[');
  });

  it('give distinct values, paged', async () => {
    const reply = await query({ returnDistinctValues: true, returnGeometry: false, outFields: 'kind', resultRecordCount: 1 });
    expect(reply.features).toEqual([{ attributes: { kind: 'A' } }]);
    expect(reply.exceededTransferLimit).toBe(true);
    expect(await query({ returnDistinctValues: true, outFields: 'kind', returnCountOnly: true })).toEqual({ count: 2 });
  });

  it('give statistics by group, with conditions and order', async () => {
    const outStatistics = [
      { statisticType: 'count', onStatisticField: 'OBJECTID', outStatisticFieldName: 'n' },
      { statisticType: 'AVG', onStatisticField: 'height', outStatisticFieldName: 'mean' },
      { statisticType: 'percentile_cont', onStatisticField: 'height', outStatisticFieldName: 'med', statisticParameters: { value: 0.5 } },
      { statisticType: 'max', onStatisticField: 'planted', outStatisticFieldName: 'last' },
    ];
    const reply = await query({ groupByFieldsForStatistics: 'kind', outStatistics, orderByFields: 'n DESC' });
    expect(reply.objectIdFieldName).toBeUndefined();
    expect(reply.features.map((one: AnyReply) => one.attributes)).toEqual([
      { kind: 'A', n: 13, mean: (169 - 3) / 12, med: 14, last: Date.UTC(2020, 0, 25) },
      { kind: 'B', n: 12, mean: 13, med: 13, last: Date.UTC(2020, 0, 24) },
    ]);
    const having = await query({ groupByFieldsForStatistics: 'kind', outStatistics, having: 'n > 12 AND MAX(height) > 1' });
    expect(having.features).toHaveLength(1);
    for (const wrong of ['height > 1', 'SUM(COUNT(height)) > 1']) {
      const refused = await query({ groupByFieldsForStatistics: 'kind', outStatistics, having: wrong });
      expect(refused.error, wrong).toMatchObject({ code: 400, details: [expect.stringContaining("'having'"), expect.any(String)] });
    }
    const long = { statisticType: 'sum', onStatisticField: `height${' + height'.repeat(150)}`, outStatisticFieldName: 's' };
    const often = (times: number): Promise<AnyReply> =>
      query({ groupByFieldsForStatistics: 'kind', outStatistics: [long], having: `s > 0${' OR s > 0'.repeat(times)}` });
    expect((await often(10)).features).toHaveLength(2);
    expect((await often(500)).error).toMatchObject({
      code: 400,
      details: [expect.stringContaining("'having' parameter is invalid: it names"), expect.stringMatching(/^Ask /)],
    });
    const empty = await query({ where: '1=0', outStatistics: [outStatistics[1] ?? {}] });
    expect(empty.features).toEqual([{ attributes: { mean: null } }]);
  });

  it('tell when a client had better ask for tiles', async () => {
    const ask = (maxPointCount: number): Promise<AnyReply> =>
      query({
        returnGeometry: false,
        outStatistics: [
          {
            onStatisticField: null,
            statisticType: 'exceedslimit',
            outStatisticFieldName: 'exceedslimit',
            maxPointCount,
            maxRecordCount: 200_000,
          },
        ],
      });
    expect((await ask(200_000)).features[0].attributes).toEqual({ exceedslimit: 0 });
    expect((await ask(10)).features[0].attributes).toEqual({ exceedslimit: 1 });
  });
});

describe('places', () => {
  it.each([
    [{ geometry: '{"xmin":0,"ymin":0,"xmax":5.5,"ymax":5}', geometryType: 'esriGeometryEnvelope', inSR: 4326 }, 5],
    [{ geometry: '0,0,5.5,5', inSR: 4326 }, 5],
    [
      { geometry: '{"rings":[[[0,0],[0,5],[5.5,5],[5.5,0],[0,0]]],"spatialReference":{"wkid":4326}}', geometryType: 'esriGeometryPolygon' },
      5,
    ],
    [{ geometry: '{"rings":[]}', geometryType: 'esriGeometryPolygon', inSR: 4326 }, 0],
    [{ geometry: '10,5', geometryType: 'esriGeometryPoint', inSR: 4326, distance: 130_000, units: 'esriSRUnit_Meter' }, 3],
    [{ geometry: '10,5', geometryType: 'esriGeometryPoint', inSR: 4326, distance: 130, units: 'esriSRUnit_Kilometer' }, 3],
    [{ geometry: '0,0,5.5,5', inSR: 4326, spatialRel: 'esriSpatialRelContains' }, 5],
    [{ geometry: '0,0,5.5,5', inSR: 4326, spatialRel: 'esriSpatialRelDisjoint' }, 20],
    [{ geometry: '0,0,612000,556000', inSR: 102100 }, 5],
    // The twelfth tree lies eighty metres east of the box: a straight line of the map would have it inside.
    [{ geometry: '500000,0,1500000,800000', inSR: 32631 }, 9],
  ])('%j finds %i', async (params, count) => {
    expect(await query({ ...params, returnCountOnly: true })).toEqual({ count });
  });

  it('say which kind of geometry they are, or leave the kind at its default', async () => {
    const ask = async (geometry: object | string, geometryType: string): Promise<unknown> => {
      const { count, error } = await query({ geometry, geometryType, inSR: 4326, returnCountOnly: true });
      return error === undefined ? count : [error.code, error.details[0].split(':')[0]];
    };
    const point = { x: 1, y: 1 };
    const box = { xmin: 0, ymin: 0, xmax: 5.5, ymax: 5 };
    const rings = { rings: [[[0, 0], [0, 5], [5.5, 5], [5.5, 0], [0, 0]]] }; // biome-ignore format: one ring
    for (const unknown of ['esriGeometryFoo', 'esriGeometryMultiPatch', 'point', 'constructor'])
      for (const geometry of [point, '1,1', box])
        expect(await ask(geometry, unknown)).toEqual([400, "'geometryType' parameter is invalid"]);
    const misfit = [400, "'geometry' parameter is invalid"];
    expect(await ask(point, 'esriGeometryPolygon')).toEqual(misfit);
    expect(await ask(rings, 'esriGeometryPolyline')).toEqual(misfit);
    expect(await ask(box, 'esriGeometryPoint')).toEqual(misfit);
    expect(await ask('1,1', 'esriGeometryPolygon')).toEqual(misfit);
    expect(await ask(rings, 'esriGeometryPolygon')).toBe(5);
    expect(await ask(box, 'esrigeometryenvelope')).toBe(5);
    // Forms send the default along with whatever was written into them.
    expect(await ask(rings, 'esriGeometryEnvelope')).toBe(5);
    expect(await ask(rings, '')).toBe(5);
    // Where there is no geometry its kind says nothing.
    expect(await query({ geometryType: 'esriGeometryFoo', where: '1=1', returnCountOnly: true })).toEqual({ count: 25 });
  });

  it('give polygons with holes, oriented, in the wanted system', async () => {
    const reply = await query({ where: "NAME = 'South Africa'", outFields: 'NAME', outSR: 4326, geometryPrecision: 3 }, africa);
    expect(names({ features: reply.features.map((one: AnyReply) => ({ attributes: { name: one.attributes.NAME } })) })).toEqual([
      'South Africa',
    ]);
    const { rings } = reply.features[0].geometry;
    const area = (ring: number[][]): number =>
      ring.slice(1).reduce((sum, [x = 0, y = 0], at) => sum + ((ring[at]?.[0] ?? 0) * y - x * (ring[at]?.[1] ?? 0)), 0);
    expect(rings.some((ring: number[][]) => area(ring) > 0)).toBe(true); // Lesotho is a hole: counter-clockwise.
    expect(rings.some((ring: number[][]) => area(ring) < 0)).toBe(true);
    expect(rings[0][0]).toEqual(rings[0].at(-1));
    const coarse = await query({ where: "NAME = 'South Africa'", outSR: 4326, maxAllowableOffset: 0.5 }, africa);
    expect(coarse.features[0].geometry.rings.flat().length).toBeLessThan(rings.flat().length / 4);
  });

  it('give quantised coordinates with their transform', async () => {
    const extent = { xmin: -20, ymin: -40, xmax: 60, ymax: 40, spatialReference: { wkid: 4326 } };
    const reply = await query(
      { where: '1=1', outSR: 4326, quantizationParameters: { mode: 'view', originPosition: 'upperLeft', tolerance: 0.1, extent } },
      africa,
    );
    expect(reply.transform).toEqual({ originPosition: 'upperLeft', scale: [0.1, 0.1], translate: [-20, 40] });
    expect(Number.isInteger(reply.features[0].geometry.rings[0][0][0])).toBe(true);
  });
});

describe('other formats and resources', () => {
  it('give GeoJSON that says when there is more', async () => {
    const reply = await query({ where: '1=1', outFields: 'name', f: 'geojson', resultRecordCount: 2 });
    expect(reply).toMatchObject({ type: 'FeatureCollection', properties: { exceededTransferLimit: true }, exceededTransferLimit: true });
    expect(reply.features[0]).toMatchObject({ type: 'Feature', id: 1, properties: { OBJECTID: 1, name: 'tree 1' } });
    expect(reply.features[0].geometry.coordinates[0]).toBeCloseTo(1, 9);
  });

  it('give protocol buffers, and errors about them as JSON', async () => {
    const good = await t.as('petra').raw('GET', `${towns}/query`, { where: '1=1', f: 'pbf', outFields: '*' });
    expect(good.headers['content-type']).toBe('application/x-protobuf');
    expect(good.rawPayload.length).toBeGreaterThan(1000);
    const bad = await t.as('petra').raw('GET', `${towns}/query`, { where: 'x', f: 'pbf' });
    expect(bad.statusCode).toBe(200);
    expect(bad.headers['content-type']).toMatch(/^application\/json/);
  });

  it('give one feature by its id, and 404 for one that is not there', async () => {
    const petra = t.as('petra');
    expect((await petra.get(`${towns}/3`)).feature.attributes).toMatchObject({ name: 'tree 3', height: null });
    expect((await petra.get(`${towns}/99`)).error).toMatchObject({ code: 404, message: 'Feature not found.' });
  });

  it.each([
    [{}, ['OBJECTID', 'GlobalID', 'name', 'kind', 'height', 'planted', 'lat', 'lon'], true],
    [{ outFields: '*', returnGeometry: false }, ['OBJECTID', 'GlobalID', 'name', 'kind', 'height', 'planted', 'lat', 'lon'], false],
    [{ outFields: 'NAME,height' }, ['name', 'height'], true],
    [{ outFields: 'name', returnGeometry: false }, ['name'], false],
  ])('give of one feature the fields and the place that are asked for: %j', async (params, fields, isPlaced) => {
    const { feature } = await t.as('petra').get(`${towns}/3`, params as Record<string, string | boolean>);
    expect([Object.keys(feature.attributes).sort(), feature.geometry !== undefined]).toEqual([fields.toSorted(), isPlaced]);
  });

  it('give one feature in the reference that is asked for, and none with a field that is not there', async () => {
    const petra = t.as('petra');
    const { feature } = await petra.get(`${towns}/3`, { outFields: 'name', outSR: 4326 });
    expect(feature.geometry).toMatchObject({ x: expect.closeTo(3, 6), y: expect.closeTo(1.5, 6) });
    expect((await petra.get(`${towns}/3`, { outFields: 'gone' })).error.code).toBe(400);
  });

  it('say whether an expression is valid', async () => {
    const petra = t.as('petra');
    expect(await petra.get(`${towns}/validateSQL`, { sql: 'height > 5', sqlType: 'where' })).toEqual({ isValidSQL: true });
    expect(await petra.get(`${towns}/validateSQL`, { sql: 'height >' })).toMatchObject({
      isValidSQL: false,
      validationErrors: [{ errorCode: 3008 }],
    });
    expect(await petra.get(`${towns}/validateSQL`, { sql: 'nosuchfield > 5' })).toMatchObject({
      validationErrors: [{ errorCode: 3008, description: expect.stringMatching(/^Invalid field: nosuchfield\. Name .*height/) }],
    });
    // people are told in their language
    const said = async (sqlType: string): Promise<string> =>
      (await petra.get(`${towns}/validateSQL`, { sql: 'height +', sqlType })).validationErrors[0].reasons[0].text;
    expect(await said('where')).toMatch(
      /^This condition cannot be used: the expression ends too early: a value or a field is expected\. Write /,
    );
    expect(await said('expression')).toMatch(/^This expression cannot be used: it ends too early: a value or a field is expected\. Write /);
  });

  it('describe the service as clients need it', async () => {
    const petra = t.as('petra');
    const service = await petra.get(towns.replace(/\/0$/, ''));
    expect(service).toMatchObject({ capabilities: 'Query', supportedQueryFormats: 'JSON, geoJSON, PBF', maxRecordCount: 2000 });
    expect(service.layers).toEqual([
      expect.objectContaining({ id: 0, name: expect.any(String), subLayerIds: null, type: 'Feature Layer' }),
    ]);
    const layer = await petra.get(`${towns}/`);
    expect(layer.advancedQueryCapabilities.supportsPagination).toBe(true);
    expect(layer.supportsExceedsLimitStatistics).toBe(true);
    expect((await petra.get(towns.replace(/0$/, 'layers'))).layers).toHaveLength(1);
    expect((await petra.get(towns.replace(/0$/, '7'))).error).toMatchObject({ code: 404, message: 'Layer not found.' });
    expect((await petra.get('/rest/services/Hosted/none/FeatureServer')).error).toMatchObject({ code: 404, message: 'Service not found.' });
  });

  it('keep a private layer from others on every path', async () => {
    for (const path of ['', '/query', '/1', '/tiles/0/0/0.pbf', '/validateSQL']) {
      expect((await t.stranger.get(`${towns}${path}`, { sql: '1=1' })).error.code).toBe(499);
      expect((await t.as('una').get(`${towns}${path}`, { sql: '1=1' })).error.code).toBe(403);
    }
    expect((await t.as('una').get('/rest/services/Hosted')).services).toEqual([]);
    expect((await t.as('petra').get('/rest/services/Hosted')).services).toHaveLength(2);
  });
});
