// Endpoints that tell what an item needs and what needs it.
import type { Group } from '../community/group.ts';
import { endpoint } from '../endpoint.ts';
import { type Page, paging } from '../paging.ts';
import { csv, required } from '../param.ts';
import type { Item } from './item.ts';

const base = '/sharing/rest/content/items/:id/dependencies';

/** One end of a dependency. */
export interface Dependency {
  dependencyType: 'id';
  id: string;
  title: string;
  type: string;
  owner: string;
  /** How it is known: `data`, `url`, or the type of a relationship. */
  via: string[];
}

export const listDependencies = endpoint<Page & { list: Dependency[] }>()(base, paging, {
  summary: 'Items that an item needs, as far as the caller may see them',
});

export const listDependents = endpoint<Page & { list: Dependency[] }>()(`${base}/listDependentsTo`, paging, {
  summary: 'Items that need an item, as far as the caller may see them',
});

/** An item that would break. */
export interface DependentItem extends Item {
  /** How it is known: `data`, `url`, or the type of a relationship. */
  via: string[];
  /** Ids of the asked items that it needs. */
  dependsOn: string[];
}

/** A group that would lose items. */
export interface AffectedGroup extends Group {
  /** How many of the asked items are shared with it. */
  numAffected: number;
}

/** What would break without some items. Paging is that of the items; all groups stand on the first page, at most 100. */
export interface Dependents extends Page {
  items: DependentItem[];
  groups: AffectedGroup[];
  /** How many more there are that the caller may not see. */
  hidden: { items: number; groups: number };
}

export const findDependents = endpoint<Dependents>()(
  '/sharing/rest/content/dependents',
  { items: required(csv()), ...paging },
  { needs: 'user', summary: 'Maps, apps, views and groups that would break if the items were deleted; for those who may delete them' },
);
