// The public client publishes files and asks the hosted layers.
import {
  addFeatures,
  applyEdits,
  deleteFeatures,
  getAllLayersAndTables,
  getFeature,
  getLayer,
  getService,
  type IQueryFeaturesResponse,
  parseServiceUrl,
  queryAllFeatures,
  queryFeatures,
  queryPbfAsGeoJSONOrArcGIS,
  updateFeatures,
} from '@esri/arcgis-rest-feature-service';
import { createItem, getItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { type ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture, type ListeningPortal, listeningPortal, type Published, publishAndWait } from './listening-portal.ts';

let portal: ListeningPortal;
let authentication: ArcGISIdentityManager;
let towns: Published;
let layer: string;
beforeAll(async () => {
  portal = await listeningPortal({ people: { pia_publisher: 'publisher' } });
  authentication = await portal.signIn('pia_publisher');
  const file = await fixture('vector/german_towns_latin1_25832.zip');
  const { id } = await createItem({ item: { title: 'Towns', type: 'Shapefile', tags: ['test'] }, file, authentication } as never);
  towns = await publishAndWait(portal, authentication, { itemId: id, filetype: 'shapefile', publishParameters: { name: 'towns' } });
  layer = `${towns.serviceurl}/0`;
});
afterAll(() => portal?.close());

describe('publishing with the public client', () => {
  it('makes a hosted layer of a zipped shapefile', async () => {
    expect(await getItem(towns.serviceItemId, { authentication })).toMatchObject({ type: 'Feature Service', url: towns.serviceurl });
    const service = await getService({ url: towns.serviceurl, authentication });
    expect(service.layers).toMatchObject([{ id: 0, geometryType: 'esriGeometryPoint' }]);
    const info = await getLayer({ url: layer, authentication });
    expect(info.fields?.map((field) => field.name.toUpperCase())).toEqual(expect.arrayContaining(['NAME', 'EINWOHNER', 'LAND', 'STAND']));
    expect((await getAllLayersAndTables({ url: towns.serviceurl, authentication })).layers).toHaveLength(1);
  });

  it('has addresses of which the client finds the service', async () => {
    const { url } = await getItem(towns.serviceItemId, { authentication });
    for (const address of [`${url}`, `${url}/0`, `${url}/0/query?where=1%3D1`, `${url}?f=json`]) {
      const found = parseServiceUrl(address);
      expect(found).toBe(towns.serviceurl);
      expect(await getService({ url: found, authentication })).toMatchObject({ serviceItemId: towns.serviceItemId });
    }
  });

  it('makes a hosted layer of a CSV, by way of analyze', async () => {
    const file = await fixture('csv/peru_lat_lon.csv', 'text/csv');
    const { id } = await createItem({ item: { title: 'Peru', type: 'CSV', tags: ['test'] }, file, authentication } as never);
    const analyzed = await request(`${portal.sharing}/content/features/analyze`, {
      authentication,
      params: { itemid: id, filetype: 'csv' },
    });
    expect(analyzed.publishParameters).toMatchObject({ locationType: 'coordinates', latitudeFieldName: 'lat', longitudeFieldName: 'lon' });
    const published = await publishAndWait(portal, authentication, {
      itemId: id,
      filetype: 'csv',
      publishParameters: { ...analyzed.publishParameters, name: 'peru' },
    });
    const count = await queryFeatures({ url: `${published.serviceurl}/0`, returnCountOnly: true, authentication });
    expect(count).toMatchObject({ count: 373 });
  });
});

describe('querying with the public client', () => {
  it('gets features with attributes and geometry', async () => {
    const reply = (await queryFeatures({
      url: layer,
      where: "NAME = 'Köln'",
      outFields: ['NAME', 'EINWOHNER'],
      outSR: '4326',
      authentication,
    })) as IQueryFeaturesResponse;
    expect(reply.features).toHaveLength(1);
    const [cologne] = reply.features;
    expect(cologne?.attributes).toEqual({ NAME: 'Köln', EINWOHNER: 963395 });
    expect(cologne?.geometry).toMatchObject({ x: expect.closeTo(6.95, 1), y: expect.closeTo(50.93, 1) });
  });

  it('gets one feature by its id', async () => {
    const feature = await getFeature({ url: layer, id: 1, authentication });
    expect(feature).toMatchObject({ attributes: { NAME: expect.any(String) } });
  });

  it('counts, lists ids and gives the extent', async () => {
    const ask = (options: object) => queryFeatures({ url: layer, authentication, ...options });
    expect(await ask({ returnCountOnly: true })).toMatchObject({ count: 2500 });
    expect(await ask({ returnCountOnly: true, where: 'EINWOHNER > 1000000' })).toMatchObject({ count: 3 });
    const ids = (await ask({ returnIdsOnly: true })) as { objectIds: number[] };
    expect(new Set(ids.objectIds).size).toBe(2500);
    const { extent } = (await ask({ returnExtentOnly: true, outSR: '4326' })) as unknown as { extent: Record<string, number> };
    expect(extent.xmin).toBeCloseTo(5.9, 0);
    expect(extent.ymax).toBeCloseTo(54.9, 0);
  });

  it('computes statistics by group', async () => {
    const reply = (await queryFeatures({
      url: layer,
      groupByFieldsForStatistics: 'LAND',
      outStatistics: [{ statisticType: 'count', onStatisticField: 'EINWOHNER', outStatisticFieldName: 'towns' }],
      orderByFields: 'towns DESC',
      authentication,
    } as never)) as IQueryFeaturesResponse;
    const total = reply.features.reduce((sum, feature) => sum + Number(feature.attributes.towns ?? feature.attributes.TOWNS), 0);
    expect(total).toBe(2500);
  });

  it('finds features in a box', async () => {
    const geometry = { xmin: 13, ymin: 52.3, xmax: 13.8, ymax: 52.7, spatialReference: { wkid: 4326 } };
    const reply = (await queryFeatures({
      url: layer,
      geometry: geometry as never,
      geometryType: 'esriGeometryEnvelope',
      inSR: '4326',
      outFields: ['NAME'],
      authentication,
    })) as IQueryFeaturesResponse;
    const names = reply.features.map((feature) => feature.attributes.NAME);
    expect(names).toContain('Berlin');
    expect(names).not.toContain('Hamburg');
  });

  it('decodes protocol buffers to the same features as JSON', async () => {
    const query = { url: layer, where: "LAND = '16'", orderByFields: 'NAME', authentication, params: { outSR: 4326 } };
    const json = (await queryFeatures(query)) as IQueryFeaturesResponse;
    const pbf = (await queryFeatures({ ...query, f: 'pbf-as-arcgis' } as never)) as IQueryFeaturesResponse;
    expect(json.features.length).toBeGreaterThan(10);
    expect(pbf.features.map((feature) => feature.attributes)).toEqual(json.features.map((feature) => feature.attributes));
    pbf.features.forEach((feature, index) => {
      const other = json.features[index]?.geometry as { x: number; y: number };
      expect((feature.geometry as { x: number }).x).toBeCloseTo(other.x, 6);
    });
  });

  it('answers the decoder of protocol buffers, its refusals too', async () => {
    const ask = (params: object): ReturnType<typeof queryPbfAsGeoJSONOrArcGIS> =>
      queryPbfAsGeoJSONOrArcGIS(layer, { authentication, params: { where: "NAME = 'Köln'", outFields: 'NAME,EINWOHNER', ...params } });
    const arcgis = (await ask({ f: 'pbf-as-arcgis', outSR: '4326' })) as IQueryFeaturesResponse;
    expect(arcgis).toMatchObject({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 } });
    expect(arcgis.features).toMatchObject([{ attributes: { NAME: 'Köln', EINWOHNER: 963395 } }]);
    expect(arcgis.features[0]?.geometry).toMatchObject({ x: expect.closeTo(6.95, 1), y: expect.closeTo(50.93, 1) });
    const geojson = (await ask({ f: 'pbf-as-geojson' })) as unknown as GeoJSON.FeatureCollection<GeoJSON.Point>;
    expect(geojson).toMatchObject({ type: 'FeatureCollection', features: [{ properties: { NAME: 'Köln', EINWOHNER: 963395 } }] });
    const [x, y] = geojson.features[0]?.geometry.coordinates ?? [];
    expect([x, y]).toEqual([expect.closeTo(6.95, 1), expect.closeTo(50.93, 1)]);
    // What is refused comes as JSON, whatever was asked for; the client tells the two kinds of refusal apart by their codes.
    await expect(ask({ f: 'pbf-as-arcgis', where: 'nothing = 1' })).rejects.toMatchObject({ name: 'ArcGISRequestError', code: 400 });
    const strange = queryPbfAsGeoJSONOrArcGIS(layer, { params: { f: 'pbf-as-arcgis', where: '1=1' } });
    await expect(strange).rejects.toMatchObject({ name: 'ArcGISAuthError', code: 499 });
    await expect(queryFeatures({ url: layer })).rejects.toMatchObject({ name: 'ArcGISAuthError', code: 499 });
  });

  it('gives GeoJSON, also by way of protocol buffers', async () => {
    const query = { url: layer, where: "NAME = 'Berlin'", authentication };
    for (const f of ['geojson', 'pbf-as-geojson']) {
      const reply = (await queryFeatures({ ...query, f } as never)) as unknown as GeoJSON.FeatureCollection<GeoJSON.Point>;
      expect(reply.features[0]?.geometry.coordinates[0]).toBeCloseTo(13.41, 1);
    }
  });

  it('reads every feature page by page', async () => {
    const all = (await queryAllFeatures({ url: layer, authentication, resultRecordCount: 700 } as never)) as IQueryFeaturesResponse;
    const ids = all.features.map((feature) => feature.attributes.OBJECTID ?? feature.attributes.objectid);
    expect(ids).toHaveLength(2500);
    expect(new Set(ids).size).toBe(2500);
  });

  it('refuses strangers until the layer is shared with everyone', async () => {
    await expect(queryFeatures({ url: layer })).rejects.toThrow();
    await setItemAccess({ id: towns.serviceItemId, access: 'public', authentication });
    expect(await queryFeatures({ url: layer, returnCountOnly: true })).toMatchObject({ count: 2500 });
  });
});

describe('editing with the public client', () => {
  it('adds, changes and deletes features', async () => {
    const geometry = { x: 1113194.9, y: 6446275.8, spatialReference: { wkid: 3857 } };
    const added = await addFeatures({ url: layer, features: [{ geometry, attributes: { NAME: 'Neustadt am Test' } }], authentication });
    const [result] = added.addResults;
    expect(result).toMatchObject({ success: true, objectId: expect.any(Number) });
    const objectId = result?.objectId ?? 0;
    await updateFeatures({ url: layer, features: [{ attributes: { OBJECTID: objectId, EINWOHNER: 12 } }] as never, authentication });
    const read = (await getFeature({ url: layer, id: objectId, authentication })) as { attributes: Record<string, unknown> };
    expect(read.attributes).toMatchObject({ NAME: 'Neustadt am Test', EINWOHNER: 12 });
    const removed = await deleteFeatures({ url: layer, objectIds: [objectId], authentication });
    expect(removed.deleteResults).toMatchObject([{ success: true }]);
    const edits = await applyEdits({ url: layer, adds: [{ geometry, attributes: { NAME: 'Einmal' } }] as never, authentication });
    expect(edits.addResults).toMatchObject([{ success: true }]);
    expect(await queryFeatures({ url: layer, where: "NAME = 'Einmal'", returnCountOnly: true, authentication })).toMatchObject({
      count: 1,
    });
  });
});
