// Item types of class map: web maps and scenes.
import { type ItemType, itemTypeRecord, type Row } from './item-type.ts';

const map = (name: string, row: Row): ItemType => itemTypeRecord('map', name, row);

/** Maps and scenes. */
export const MAPS: readonly ItemType[] = [
  map('Web Map', {
    keywords: ['ArcGIS Online', 'Explorer Web Map', 'Map', 'Online Map', 'Web Map'],
    data: ['json'],
    openIn: ['mapViewer', 'createPresentation', 'openPresentation'],
    flags: ['is-webmap'],
    hasItemData: true,
  }),
  map('Web Scene', {
    filter: 'scenes',
    keywords: ['3D', 'Map', 'Scene', 'Web Scene'],
    data: ['json'],
    openIn: ['sceneViewer'],
    flags: ['is-webscene'],
    hasItemData: true,
  }),
  map('CityEngine Web Scene', {
    aliases: ['City Engine Web Scene'],
    filter: 'scenes',
    keywords: ['3D', '3D Web Scene', 'CityEngine', 'Map', 'Scene'],
    data: ['file'],
    openIn: ['cityEngineViewer'],
    flags: ['is-3dscene'],
    extensions: ['3ws'],
  }),
  map('Map Area', { keywords: ['Map', 'Map Area', 'Offline'], data: ['json'], hasItemData: true }),
];
