// Points, lines, areas and a table for journeys on web sites of others: an orchard that is not shared.
import { ADA } from './people.ts';
import { Rest } from './rest.ts';

export const NEW_YEAR = Date.UTC(2024, 0, 1);
export const DAY = 86_400_000;
const DEGREES = { wkid: 4326 };
const FIELDS = [
  { name: 'name', type: 'esriFieldTypeString', length: 40 },
  { name: 'height', type: 'esriFieldTypeDouble' },
  { name: 'seen', type: 'esriFieldTypeDate' },
];
const base = { spatialReference: DEGREES, fields: FIELDS };
const visitsOfTrees = { id: 0, name: 'visits', relatedTableId: 3, role: 'esriRelRoleOrigin', keyField: 'name' };
const timeInfo = { startTimeField: 'seen' };
const trees = { name: 'Trees', geometryType: 'esriGeometryPoint', ...base, timeInfo, relationships: [visitsOfTrees] };
const ways = { name: 'Ways', geometryType: 'esriGeometryPolyline', ...base };
const plots = { name: 'Plots', geometryType: 'esriGeometryPolygon', ...base };
const visits = {
  name: 'Visits',
  fields: [
    { name: 'tree', type: 'esriFieldTypeString', length: 40 },
    { name: 'note', type: 'esriFieldTypeString', length: 40 },
  ],
  relationships: [{ id: 0, name: 'tree', relatedTableId: 0, role: 'esriRelRoleDestination', keyField: 'tree' }],
};

/** A picture for points: a red square of 8 pixels, drawn larger. */
export const RED_SQUARE = {
  type: 'esriPMS',
  imageData:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEX/AAAZ4gk3AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC',
  contentType: 'image/png',
  width: 12,
  height: 12,
};

/** A ring against the clock, as GeoJSON has those around an area. */
export const square = (west: number, south: number, size: number): number[][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** Layers 0 to 2 are points, lines and areas, 3 is the table. */
export interface Orchard {
  /** Address of the service. */
  url: string;
  name: string;
  itemId: string;
  /** The rows of a layer as other clients of the portal read them. */
  rows(layer: number, where?: string): ReturnType<Rest['post']>;
}

/** A service of that name: six trees along a parallel, each a metre higher and seen a day later than the one before, a way below and a plot around the first. */
export async function plantOrchard(admin: Rest, called: string): Promise<Orchard> {
  const createParameters = { name: called, capabilities: 'Query,Editing' };
  const { name, serviceurl, itemId } = await admin.post(`content/users/${ADA.username}/createService`, { createParameters });
  // services stand beside the sharing interface
  await admin.post(`../../rest/admin/services/Hosted/${name}/FeatureServer/addToDefinition`, {
    addToDefinition: { layers: [trees, ways, plots], tables: [visits] },
  });
  const root = `../../rest/services/Hosted/${name}/FeatureServer`;
  const points = [10, 10.5, 11, 11.5, 12, 12.5].map((x, at) => ({
    attributes: { name: `Tree ${at + 1}`, height: at + 1, seen: NEW_YEAR + at * DAY },
    geometry: { x, y: 51 },
  }));
  const road = [square(9.5, 50.8, 3.5).slice(0, 2)];
  const around = [square(9.9, 50.9, 0.2).reverse()];
  await admin.post(`${root}/applyEdits`, {
    edits: [
      { id: 0, adds: points },
      { id: 1, adds: [{ attributes: { name: 'Road' }, geometry: { paths: road } }] },
      { id: 2, adds: [{ attributes: { name: 'First' }, geometry: { rings: around } }] },
      { id: 3, adds: ['fine', 'dry'].map((note) => ({ attributes: { tree: 'Tree 2', note } })) },
    ],
  });
  const rows: Orchard['rows'] = (layer, where = '1=1') => admin.post(`${root}/${layer}/query`, { where, outFields: '*' });
  return { url: serviceurl, name, itemId, rows };
}

/** A token of the administrator for pages of another site. */
export async function tokenFor(portalUrl: string, siteUrl: string): Promise<string> {
  const { username, password } = ADA;
  const asked = { username, password, client: 'referer', referer: siteUrl, expiration: 60 };
  return (await new Rest(portalUrl).post('generateToken', asked)).token;
}
