// Addresses of files that the portal serves: thumbnails, data, pictures.
import type { Group } from '@graticule/contract/community/group';
import type { User } from '@graticule/contract/community/user';
import type { Item } from '@graticule/contract/content/item';

const ROOT = '/sharing/rest';
const segments = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** The picture of an item, or undefined when it has none of its own. */
export function itemThumbnail(item: Pick<Item, 'id' | 'thumbnail' | 'modified'>, width?: number): string | undefined {
  if (!item.thumbnail) return undefined;
  return `${ROOT}/content/items/${item.id}/info/${segments(item.thumbnail)}?v=${item.modified}${width ? `&w=${width}` : ''}`;
}

/** The data of an item, as a file to save. */
export function itemDataAddress(id: string): string {
  return `${ROOT}/content/items/${id}/data`;
}

/** The rows of a published file that could not be used, all of them, as a file to save. */
export function refusedRowsAddress(id: string): string {
  return `${ROOT}/content/items/${id}/info/refusedRows.csv`;
}

/** The rows that a load into a layer left out, all of them, as a file to save. */
export function refusedRowsOfLoadAddress(service: string, layer: string, job: string): string {
  return `/rest/services/Hosted/${segments(service)}/FeatureServer/${layer}/append/jobs/${job}/refusedRows`;
}

export function groupThumbnail(group: Pick<Group, 'id' | 'thumbnail' | 'modified'>): string | undefined {
  return group.thumbnail ? `${ROOT}/community/groups/${group.id}/info/${segments(group.thumbnail)}?v=${group.modified}` : undefined;
}

export function userThumbnail(user: Pick<User, 'username' | 'thumbnail'>): string | undefined {
  return user.thumbnail ? `${ROOT}/community/users/${encodeURIComponent(user.username)}/info/${segments(user.thumbnail)}` : undefined;
}

/** A resource of the organisation, such as its logo. */
export function portalResource(name: string): string {
  return `${ROOT}/portals/self/resources/${segments(name)}`;
}
