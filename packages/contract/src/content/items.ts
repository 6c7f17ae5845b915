// Endpoints of one item as anybody who may see it reads it.
import type { Group } from '../community/group.ts';
import { endpoint } from '../endpoint.ts';
import { integer, text } from '../param.ts';
import type { Item } from './item.ts';

const base = '/sharing/rest/content/items/:id';

export const getItem = endpoint<Item>()(base, {}, { summary: 'An item, with what the caller may do with it' });

export const getItemData = endpoint<unknown>()(
  `${base}/data`,
  {},
  {
    manner: 'file',
    formats: ['zip'],
    summary: 'The data of an item as stored; empty when it has none',
  },
);

export const getItemInfo = endpoint<unknown>()(
  `${base}/info/*`,
  { w: integer(), format: text() },
  {
    manner: 'file',
    formats: ['xml', 'html'],
    summary: 'A thumbnail, metadata or another file of information',
  },
);

/** Groups an item is shared with, by what the caller is in them. */
export interface ItemGroups {
  admin: Group[];
  member: Group[];
  other: Group[];
}

export const getItemGroups = endpoint<ItemGroups>()(
  `${base}/groups`,
  {},
  { summary: 'Groups the item is shared with that the caller may see' },
);

export const getItemPackageInfo = endpoint<unknown>()(
  `${base}/item.pkinfo`,
  {},
  {
    manner: 'file',
    summary: 'A small XML file by which desktop software opens the item',
  },
);

export const getPackages = endpoint<{ packages: never[] }>()(
  `${base}/packageinfo`,
  {},
  {
    summary: 'Packages made of an item; the portal makes none, so that the list is empty',
  },
);

export const getItemPackageFile = endpoint<unknown>()(
  `${base}/item.pitem`,
  {},
  {
    manner: 'file',
    summary: 'The same for packages',
  },
);
