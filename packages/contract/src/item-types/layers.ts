// Item types of class layer: services and collections that a map can draw.
import { type ItemType, itemTypeRecord, type Row } from './item-type.ts';

const layer = (name: string, row: Row = {}): ItemType => itemTypeRecord('layer', name, { data: ['url'], openIn: ['mapViewer'], ...row });
const server = (name: string, row: Row = {}): ItemType =>
  layer(name, { keywords: ['ArcGIS Server', 'Data', 'Service', name], flags: ['is-data', 'is-service'], hasServiceInfo: true, ...row });
const ogc = (name: string, row: Row = {}): ItemType =>
  layer(name, { keywords: ['Data', 'OGC', 'Service', name], flags: ['is-data', 'is-service'], ...row });

/** Layers and the services behind them. */
export const LAYERS: readonly ItemType[] = [
  server('Feature Service', {
    keywords: ['ArcGIS Server', 'Data', 'Feature Access', 'Feature Service', 'Service'],
    data: ['url', 'json'],
    openIn: ['mapViewer', 'sceneViewer'],
    openData: true,
    hasItemData: true,
  }),
  server('Map Service', { openIn: ['mapViewer', 'sceneViewer'], openLyr: true }),
  server('Image Service', { openIn: ['mapViewer', 'sceneViewer'], openLyr: true }),
  server('Scene Service', { openIn: ['sceneViewer'], flags: ['is-data', 'is-service', 'is-3d'] }),
  server('Vector Tile Service', {
    openIn: ['mapViewer', 'viewStyle', 'downloadStyle'],
    data: ['url', 'json'],
    hasViewStyle: true,
  }),
  server('Stream Service'),
  server('Globe Service', { openIn: [] }),
  server('Geodata Service', { openIn: [] }),
  server('Video Service', { openIn: [] }),
  ogc('WMS'),
  ogc('WFS', { openData: true }),
  ogc('WMTS'),
  ogc('OGCFeatureServer', { displayName: 'OGC API Features', aliases: ['OGC API - Features'] }),
  ogc('3DTilesService', {
    displayName: '3D Tiles Service',
    aliases: ['3D Tiles Service'],
    openIn: ['sceneViewer'],
    flags: ['is-data', 'is-service', 'is-3d'],
  }),
  layer('KML', {
    keywords: ['Data', 'KML', 'Map', 'OGC', 'Service'],
    data: ['url', 'file'],
    extensions: ['kml', 'kmz'],
    flags: ['is-data'],
    publishAs: 'kml',
  }),
  layer('GeoRSS', { keywords: ['Data', 'GeoRSS', 'Map', 'Service'], flags: ['is-data'] }),
  layer('Feature Collection', {
    keywords: ['Data', 'Feature Collection'],
    data: ['json'],
    openIn: ['mapViewer', 'sceneViewer'],
    flags: ['is-data'],
    publishAs: 'featureCollection',
    hasItemData: true,
  }),
  layer('Feature Collection Template', { keywords: ['Feature Collection Template'], data: ['json'], openIn: [], hasItemData: true }),
  layer('Group Layer', { keywords: ['Data', 'Group Layer'], data: ['json'], hasItemData: true }),
  layer('Media Layer', { keywords: ['Data', 'Media Layer'], data: ['json'], hasItemData: true }),
  layer('Oriented Imagery Catalog', { keywords: ['Imagery', 'Oriented Imagery Catalog'], data: ['json'], hasItemData: true }),
  layer('Knowledge Graph', { keywords: ['ArcGIS Server', 'Data', 'Knowledge Graph', 'Service'], openIn: [] }),
  layer('Relational Database Connection', { keywords: ['Data', 'Relational Database Connection'], openIn: [] }),
];
