// Endpoints and types of the relationships between items.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv, required, text } from '../param.ts';
import type { Item } from './item.ts';

/** Every relationship type that is accepted. */
export const RELATIONSHIP_TYPES = [
  'Map2Service',
  'WMA2Code',
  'Map2FeatureCollection',
  'MobileApp2Code',
  'Service2Data',
  'Service2Service',
  'Service2Layer',
  'Service2Style',
  'Service2Route',
  'Map2AppConfig',
  'Item2Attachment',
  'Item2Report',
  'Listed2Provisioned',
  'Style2Style',
  'WebStyle2DesktopStyle',
  'Solution2Item',
  'APIKey2Item',
  'Area2CustomPackage',
  'Area2Package',
  'Map2Area',
  'Survey2Data',
  'Survey2Service',
  'SurveyAddIn2Data',
  'Theme2Story',
  'TrackView2Map',
  'WorkforceMap2FeatureService',
  'FeaturedItems2Item',
] as const;

export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number];

/** Those whose destination is made of the origin, such as a view of a layer; in the others the origin is made of the destination. */
export const MADE_OF_ORIGIN = [
  'Service2Service',
  'Map2Area',
  'Area2Package',
  'Area2CustomPackage',
  'Listed2Provisioned',
] as const satisfies readonly RelationshipType[];

const users = '/sharing/rest/content/users/:username';

const relationship = {
  originItemId: required(text()),
  destinationItemId: required(text()),
  relationshipType: required(text()),
};

export const addRelationship = endpoint<{ success: true }>()(`${users}/addRelationship`, relationship, {
  method: 'change',
  needs: 'user',
  summary: 'Relates an item to another',
});

export const deleteRelationship = endpoint<{ success: true }>()(`${users}/deleteRelationship`, relationship, {
  method: 'change',
  needs: 'user',
  summary: 'Ends a relationship',
});

/** What an item was made from: files that were published, and the layers that a view shows. */
export const SOURCES = ['Service2Data', 'Service2Service'] as const satisfies readonly RelationshipType[];

export const getItemSources = endpoint<Page & { items: Item[] }>()('/sharing/rest/content/items/:id/sources', paging, {
  summary: 'Items that an item was made from, as far as the caller may see them',
});

export const getRelatedItems = endpoint<Page & { relatedItems: Item[] }>()(
  '/sharing/rest/content/items/:id/relatedItems',
  {
    relationshipType: text(),
    relationshipTypes: csv(),
    direction: text<'forward' | 'reverse'>(),
    ...paging,
    ...sorting,
  },
  { summary: 'Items related to an item that the caller may see' },
);
