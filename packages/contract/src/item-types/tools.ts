// Item types found under the filter "Tools": services and packages that work on data rather than show it.
import { type ItemType, itemTypeRecord, type Row } from './item-type.ts';

const service = (name: string, row: Row = {}): ItemType =>
  itemTypeRecord('layer', name, {
    filter: 'tools',
    keywords: ['ArcGIS Server', 'Data', 'Service', name],
    data: ['url'],
    flags: ['is-service', 'is-tool'],
    hasServiceInfo: true,
    ...row,
  });
const tool = (name: string, row: Row): ItemType =>
  itemTypeRecord('file', name, { filter: 'tools', openIn: ['downloadAttachment'], ...row, flags: ['is-tool', ...(row.flags ?? [])] });

/** Services, packages and extensions that work on data. */
export const TOOLS: readonly ItemType[] = [
  service('Geocoding Service', { keywords: ['ArcGIS Server', 'Data', 'Geocoding Service', 'Locator Service', 'Service'] }),
  service('Geometry Service'),
  service('Geoprocessing Service', { keywords: ['ArcGIS Server', 'Data', 'Geoprocessing Service', 'Service', 'Tool'] }),
  service('Network Analysis Service'),
  service('Workflow Manager Service'),
  tool('Geoprocessing Package', {
    keywords: ['ArcGIS Desktop', 'Geoprocessing Package', 'Model', 'Processing', 'Result', 'Tool', 'gpkx'],
    extensions: ['gpk', 'gpkx'],
    openPkg: true,
  }),
  tool('Geoprocessing Sample', { keywords: ['Geoprocessing Sample', 'Tool'] }),
  tool('Locator Package', { keywords: ['ArcGIS Desktop', 'Geocoding', 'Locator', 'Package'], extensions: ['gcpk'], openPkg: true }),
  tool('Rule Package', { keywords: ['CityEngine', 'Rule Package'], extensions: ['rpk'], openPkg: true }),
  tool('Raster function template', { keywords: ['Raster Function Template', 'Tool'], extensions: ['rft'] }),
  tool('Deep Learning Package', { keywords: ['Deep Learning', 'Deep Learning Package', 'Raster'], extensions: ['dlpk'], openPkg: true }),
  tool('Workflow Manager Package', { keywords: ['Workflow Manager', 'Workflow Manager Package'], extensions: ['wpk'], openPkg: true }),
  tool('Task File', { keywords: ['ArcGIS Pro', 'Task File'], extensions: ['esritasks'] }),
  tool('Desktop Add In', { keywords: ['Add In', 'ArcGIS Desktop', 'Desktop Add In', 'Tool'], extensions: ['esriaddin'] }),
  tool('ArcGIS Pro Add In', { keywords: ['Add In', 'ArcGIS Pro', 'Tool'], extensions: ['esriaddinx'] }),
  tool('Explorer Add In', { keywords: ['Add In', 'Explorer', 'Tool'], extensions: ['eaz'] }),
  tool('Windows Viewer Add In', { keywords: ['Add In', 'Windows Viewer Add In'] }),
  tool('Survey123 Add In', { keywords: ['Add In', 'Survey123'], extensions: ['surveyaddin'] }),
  tool('Notebook Code Snippet Library', {
    keywords: ['Notebook', 'Notebook Code Snippet Library', 'Python'],
    data: ['json'],
    openIn: [],
    hasItemData: true,
  }),
];
