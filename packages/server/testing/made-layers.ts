// Layers that a publisher makes: empty ones, and ones of the polygons of a file.
import type { Agent, AnyReply } from './agent.ts';
import type { TestPortal } from './test-portal.ts';

/** An empty layer in a service of its own, with the field `name`; gives its path. */
export async function emptyLayer(
  person: Agent,
  { name, geometryType, service = {}, layer = {} }: { name: string; geometryType: string; service?: object; layer?: object },
): Promise<string> {
  const createParameters = { name, capabilities: 'Query,Editing', ...service };
  const made = await person.post(`content/users/${person.username}/createService`, { createParameters });
  const path = new URL(made.serviceurl).pathname;
  const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name' }];
  const addToDefinition = { layers: [{ name, geometryType, fields, ...layer }] };
  await person.post(`${path.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition });
  return `${path}/0`;
}

/** Publishes a file of polygons of one ring each, named n0, n1 and so on; gives the path of their layer and what is reported of it. */
export async function publishedRings(
  t: TestPortal,
  { name, rings, wkid }: { name: string; rings: readonly (readonly (readonly number[])[])[]; wkid: number },
): Promise<{ path: string; layers: AnyReply[] }> {
  const features = rings.map((ring, at) => ({ attributes: { name: `n${at}` }, geometry: { rings: [ring] } }));
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  const bytes = JSON.stringify({ geometryType: 'esriGeometryPolygon', spatialReference: { wkid }, fields, features });
  const petra = t.as('petra');
  const asked = { fileType: 'geojson', publishParameters: { name } };
  const { services } = await petra.upload(`content/users/${petra.username}/publish`, asked, { file: { name: 'a.json', bytes } });
  await t.runJobs();
  const [{ serviceItemId, serviceurl }] = services;
  const { layers } = await petra.get(`content/items/${serviceItemId}/info/publishReport.json`, { f: '' });
  return { path: `${new URL(serviceurl).pathname}/0`, layers };
}
