// The public client makes a service of its own, edits it, keeps files with its features and follows relationships.
import {
  addAttachment,
  addFeatures,
  addToServiceDefinition,
  applyEdits,
  createFeatureService,
  decodeValues,
  deleteAttachments,
  deleteFeatures,
  getAttachments,
  getLayer,
  getService,
  getServiceAdminInfo,
  getViewSources,
  type IQueryFeaturesResponse,
  queryFeatures,
  queryRelated,
  updateAttachment,
  updateFeatures,
  updateServiceDefinition,
} from '@esri/arcgis-rest-feature-service';
import { getItem, setItemAccess } from '@esri/arcgis-rest-portal';
import { type ArcGISIdentityManager, request } from '@esri/arcgis-rest-request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningPortal, listeningPortal } from './listening-portal.ts';

let portal: ListeningPortal;
let authentication: ArcGISIdentityManager;
let service: string;
let itemId: string;
beforeAll(async () => {
  portal = await listeningPortal({ people: { pia_publisher: 'publisher', una_user: 'user' } });
  authentication = await portal.signIn('pia_publisher');
});
afterAll(() => portal?.close());

const kinds = { type: 'codedValue', name: 'kinds', codedValues: [{ name: 'Oak', code: 1 }] };
const trees = {
  name: 'trees',
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  hasAttachments: true,
  objectIdField: 'OBJECTID',
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    { name: 'species', type: 'esriFieldTypeString', alias: 'Species', length: 50 },
    { name: 'kind', type: 'esriFieldTypeSmallInteger', alias: 'Kind', domain: kinds },
  ],
  extent: { xmin: -180, ymin: -90, xmax: 180, ymax: 90, spatialReference: { wkid: 4326 } },
  relationships: [{ id: 0, name: 'visits', relatedTableId: 1, role: 'esriRelRoleOrigin', keyField: 'species' }],
};
const visits = {
  name: 'visits',
  type: 'Table',
  fields: [
    { name: 'tree', type: 'esriFieldTypeString', alias: 'Tree', length: 50 },
    { name: 'note', type: 'esriFieldTypeString', alias: 'Note', length: 50 },
  ],
  relationships: [{ id: 0, name: 'tree', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'tree' }],
};
const layer = (): string => `${service}/0`;
const feature = (species: string, kind = 1) => ({
  attributes: { species, kind },
  geometry: { x: 1, y: 2, spatialReference: { wkid: 4326 } },
});

describe('a service made with the public client', () => {
  it('is created empty and gets its layers', async () => {
    const item = { name: 'Trees', capabilities: 'Query,Editing' };
    const created = await createFeatureService({ item, authentication } as never);
    expect(created).toMatchObject({ success: true, name: 'Trees', type: 'Feature Service' });
    service = created.serviceurl;
    itemId = created.serviceItemId;
    expect(await getItem(itemId, { authentication })).toMatchObject({ type: 'Feature Service', url: service });
    const added = await addToServiceDefinition(service, { layers: [trees], tables: [visits], authentication } as never);
    expect(added).toMatchObject({ success: true, layers: [{ name: 'trees', id: 0 }], tables: [{ name: 'visits', id: 1 }] });
    expect(await getLayer({ url: layer(), authentication })).toMatchObject({ hasAttachments: true, objectIdField: 'OBJECTID' });
    expect(await getServiceAdminInfo(service, authentication)).toMatchObject({ adminServiceInfo: { name: 'Trees' } });
    const changed = await updateServiceDefinition(service, { updateDefinition: { maxRecordCount: 1000 }, authentication } as never);
    expect(changed).toMatchObject({ success: true });
  });

  it('names what its view is made of to who owns it, and to nobody else', async () => {
    const { username } = authentication;
    const made = await request(`${portal.sharing}/content/users/${username}/createService`, {
      authentication,
      params: { createParameters: { name: 'Trees_view' }, outputType: 'featureService', isView: true },
    });
    const view: string = made.serviceurl;
    const viewLayerDefinition = { sourceServiceName: 'Trees', sourceLayerId: 0, sourceLayerFields: 'species' };
    const layers = [{ name: 'species of trees', adminLayerInfo: { viewLayerDefinition } }];
    expect(await addToServiceDefinition(view, { layers, authentication } as never)).toMatchObject({ success: true });
    expect(await getService({ url: view, authentication })).toMatchObject({ isView: true });
    const sources = await getViewSources(view, authentication);
    expect(sources).toMatchObject({ services: [{ name: 'Trees', type: 'FeatureServer', url: service, serviceItemId: itemId }] });
    expect(sources.services).toHaveLength(1);
    await setItemAccess({ id: made.itemId, access: 'org', authentication });
    const other = await portal.signIn('una_user');
    expect(await getService({ url: view, authentication: other })).toMatchObject({ isView: true });
    await expect(getViewSources(view, other)).rejects.toMatchObject({ code: 403 });
  });

  it('takes, changes and loses features', async () => {
    const { addResults } = await addFeatures({ url: layer(), features: [feature('oak'), feature('ash')], authentication });
    expect(addResults).toMatchObject([
      { objectId: 1, success: true },
      { objectId: 2, success: true },
    ]);
    const features = [{ attributes: { OBJECTID: 2, species: 'elm' } }];
    expect((await updateFeatures({ url: layer(), features, authentication } as never)).updateResults).toMatchObject([{ success: true }]);
    const edits = await applyEdits({
      url: layer(),
      adds: [feature('yew')],
      deletes: [2, 99],
      rollbackOnFailure: false,
      authentication,
    } as never);
    expect(edits).toMatchObject({ addResults: [{ objectId: 3 }], deleteResults: [{ success: true }, { success: false }] });
    const { deleteResults } = await deleteFeatures({ url: layer(), objectIds: [3], authentication });
    expect(deleteResults).toMatchObject([{ objectId: 3, success: true }]);
  });

  it('gives codes that the client decodes', async () => {
    const response = (await queryFeatures({ url: layer(), authentication })) as IQueryFeaturesResponse;
    // The client would ask for the fields without its token.
    const decoded = await decodeValues({ url: layer(), queryResponse: response, fields: response.fields } as never);
    expect(decoded.features[0]?.attributes).toMatchObject({ species: 'oak', kind: 'Oak' });
  });

  it('follows relationships', async () => {
    await addFeatures({ url: `${service}/1`, features: [{ attributes: { tree: 'oak', note: 'fine' } }] as never, authentication });
    const reply = await queryRelated({ url: layer(), objectIds: [1], relationshipId: 0, authentication });
    expect(reply.relatedRecordGroups).toMatchObject([{ objectId: 1, relatedRecords: [{ attributes: { note: 'fine' } }] }]);
  });

  it('keeps files with features', async () => {
    const file = (text: string) => new File([text], 'leaf.txt', { type: 'text/plain' });
    const url = layer();
    const { addAttachmentResult } = await addAttachment({ url, featureId: 1, attachment: file('green'), authentication });
    expect(addAttachmentResult).toMatchObject({ success: true, objectId: expect.any(Number) });
    const attachmentId = addAttachmentResult.objectId;
    const listed = await getAttachments({ url, featureId: 1, authentication });
    expect(listed.attachmentInfos).toMatchObject([{ id: attachmentId, name: 'leaf.txt', contentType: 'text/plain', size: 5 }]);
    const updated = await updateAttachment({ url, featureId: 1, attachmentId, attachment: file('brown!'), authentication });
    expect(updated.updateAttachmentResult).toMatchObject({ success: true, objectId: attachmentId });
    expect((await getAttachments({ url, featureId: 1, authentication })).attachmentInfos).toMatchObject([{ size: 6 }]);
    const removed = await deleteAttachments({ url, featureId: 1, attachmentIds: [attachmentId], authentication });
    expect(removed.deleteAttachmentResults).toMatchObject([{ objectId: attachmentId, success: true }]);
  });
});
