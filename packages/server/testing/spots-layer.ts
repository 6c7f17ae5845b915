// A hosted layer of points with one text field, `name`, made as people make it.
import type { AnyReply } from './agent.ts';
import type { TestPortal } from './test-portal.ts';

/** Where it is. */
export interface SpotsLayer {
  itemId: string;
  /** Path of the service. */
  service: string;
  /** Path of the layer. */
  layer: string;
  /** POSTs to an operation of the layer as its owner. */
  post(operation: string, params: Record<string, string | number | boolean | object>): Promise<AnyReply>;
}

/** Makes a service with the layer. */
export async function makeSpots(
  t: TestPortal,
  owner: string,
  { name, capabilities = 'Query,Editing' }: { name: string; capabilities?: string },
): Promise<SpotsLayer> {
  const agent = t.as(owner);
  const { serviceurl, itemId } = await agent.post(`content/users/${agent.username}/createService`, {
    createParameters: { name, capabilities },
  });
  const service = new URL(serviceurl).pathname;
  const fields = [{ name: 'name', type: 'esriFieldTypeString', alias: 'name' }];
  await agent.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, {
    addToDefinition: { layers: [{ name: 'spots', geometryType: 'esriGeometryPoint', fields }] },
  });
  const layer = `${service}/0`;
  return { itemId, service, layer, post: (operation, params) => agent.post(`${layer}/${operation}`, params) };
}
