// A service with a layer of each kind of geometry, a table and a view, all with the same fields and rows, for questions made by chance.
import type { AnyReply } from './agent.ts';
import type { TestPortal } from './test-portal.ts';

const TYPES = { name: 'String', n: 'Integer', x: 'Double', seen: 'Date', day: 'DateOnly', at: 'TimeOnly', big: 'BigInteger', id: 'GUID' };
/** Rows of each layer; the view shows some of those of the points. */
export const FUZZ_ROWS = 20;

const corners = (i: number): number[][] => [[i, 0], [i, 1], [i + 1, 1], [i + 1, 0], [i, 0]]; // biome-ignore format: one ring

/** Geometries by their kind; heights and measures where the layer has them. Polygons have a hole, or two parts. */
const SHAPES: Readonly<Record<string, { hasZ?: true; hasM?: true; shape(i: number): object }>> = {
  Polygon: {
    shape: (i) => ({
      rings: [corners(i), ...(i % 4 === 1 ? [[[i + 0.2, 0.2], [i + 0.4, 0.2], [i + 0.4, 0.4], [i + 0.2, 0.2]]] : []), ...(i % 4 === 2 ? [corners(i + 40)] : [])], // biome-ignore format: rings
    }),
  },
  Point: { hasZ: true, hasM: true, shape: (i) => ({ x: i, y: i / 7, z: i * 10, m: i / 3 }) },
  Polyline: { shape: (i) => ({ paths: [corners(i).slice(0, 3), ...(i % 3 === 0 ? [corners(i + 30).slice(1)] : [])] }) },
  Multipoint: { hasZ: true, hasM: true, shape: (i) => ({ hasZ: true, hasM: true, points: [[i, 0, 1, 2], [i, 1, -3, i]] }) }, // biome-ignore format: points
};

/** Their addresses: `Polygon`, `Point`, `Polyline`, `Multipoint`, `table` and `view`. */
export async function fuzzLayers(t: TestPortal, owner: string): Promise<Readonly<Record<string, string>>> {
  const agent = t.as(owner);
  const fields = Object.entries(TYPES).map(([name, type]) => ({ name, alias: name, type: `esriFieldType${type}` }));
  const create = async (name: string, more: object = {}): Promise<string> => {
    const createParameters = { name, capabilities: 'Query,Editing', ...more };
    const made = await agent.post(`content/users/${agent.username}/createService`, { createParameters, ...more });
    return new URL(made.serviceurl).pathname;
  };
  const define = (service: string, addToDefinition: object): Promise<AnyReply> =>
    agent.post(`${service.replace('/rest/', '/rest/admin/')}/addToDefinition`, { addToDefinition });
  const service = await create('fuzzed');
  const layers = Object.entries(SHAPES).map(([kind, { hasZ, hasM }]) => ({
    name: kind,
    geometryType: `esriGeometry${kind}`,
    ...(hasZ && { hasZ }),
    ...(hasM && { hasM }),
    hasAttachments: true,
    fields,
  }));
  await define(service, { layers, tables: [{ name: 'table', fields }] });
  const kinds = [...Object.keys(SHAPES), 'table'];
  for (const [id, kind] of kinds.entries()) {
    const { addResults } = await agent.post(`${service}/${id}/addFeatures`, { features: rows(SHAPES[kind]?.shape) });
    const refused = addResults.filter((one: AnyReply) => !one.success);
    if (addResults.length !== FUZZ_ROWS || refused.length > 0) throw new Error(`${kind}: ${JSON.stringify(refused)}`);
  }
  const view = await create('fuzzed_view', { isView: true });
  const adminLayerInfo = { viewLayerDefinition: { sourceServiceName: 'fuzzed', sourceLayerId: 1, sourceLayerFields: '*' } };
  const viewed = await define(view, { layers: [{ name: 'view', adminLayerInfo, viewDefinitionQuery: 'n > 0 or n is null' }] });
  if (!viewed.success) throw new Error(JSON.stringify(viewed));
  return { ...Object.fromEntries(kinds.map((kind, id) => [kind, `${service}/${id}`])), view: `${view}/0` };
}

/** Ordinary values, empty ones, odd ones, and none at all; the last but one has no geometry. */
function rows(shape: ((i: number) => object) | undefined): object[] {
  return Array.from({ length: FUZZ_ROWS }, (_, i) => ({
    attributes:
      i === 7
        ? {}
        : {
            name: ['', 'a', '%', '12', '1e400', 'NaN'][i - 10] ?? `it's ${i}`,
            n: i === 8 ? -2_147_483_648 : i - 3,
            x: i === 8 ? -1e300 : i / 3,
            seen: i * 1e11,
            day: i === 9 ? '0001-01-01' : '2020-01-31',
            at: '13:45:00',
            big: i === 8 ? -Number.MAX_SAFE_INTEGER : 2 ** 40 + i,
          },
    ...(shape !== undefined && i !== FUZZ_ROWS - 2 && { geometry: { ...shape(i), spatialReference: { wkid: 4326 } } }),
  }));
}
