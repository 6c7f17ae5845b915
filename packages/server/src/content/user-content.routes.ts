// Endpoints below content/users/{username}: listing, adding, folders, operations on many items.
import {
  addRelationship as addRelationshipEndpoint,
  deleteRelationship,
  getItemSources,
  getRelatedItems,
  SOURCES,
} from '@graticule/contract/content/relationships';
import {
  addItem as addItemEndpoint,
  addItemToFolder,
  createFolder,
  deleteFolder,
  deleteItems,
  getFolderContent,
  getUserContent,
  getUserTags,
  moveItems,
  protectItems,
  reassignContent as reassignContentEndpoint,
  reassignItems as reassignEndpoint,
  reassignFolder,
  type UserContent,
  unprotectItems,
  updateFolder,
} from '@graticule/contract/content/user-content';
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { pageReply, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Routes } from '../platform/http/routes.ts';
import type { FolderRow } from '../schema/content.ts';
import { addItem } from './add-item.ts';
import { bulkResults, selectItems } from './bulk.ts';
import { discardItems } from './discard.ts';
import { itemSortKeys } from './item-sorts.rules.ts';
import { moveItemsTo, requirePerson, setProtected } from './items.ts';
import { binnedItemView, folderView, itemView } from './items.view.ts';
import { reassignContent, reassignItems } from './reassign.ts';
import { expiryOf, listBin } from './recycle-bin.ts';
import { addRelationship, endRelationship, findRelatedItems } from './relationships.ts';
import { addFolder, type ContentPage, listContent, listTags, removeFolder, requireFolder, retitleFolder } from './user-content.ts';

/** Binds the endpoints of this file. */
export function userContentRoutes(routes: Routes): void {
  routes.bind(getUserContent).to(async (portal, caller, input) => {
    if (input.inRecycleBin === true) return binView(portal, caller, input);
    return contentView(await listContent(portal, caller, input.username, undefined, input), caller.baseUrl);
  });
  routes
    .bind(getFolderContent)
    .to(async (portal, caller, input) =>
      contentView(await listContent(portal, caller, input.username, input.folder, input), caller.baseUrl),
    );
  routes.bind(getUserTags).to(async (portal, caller, input) => ({ tags: await listTags(portal, caller, input.username) }));
  routes.bind(addItemEndpoint).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
    return { success: true, ...(await addItem(portal, caller, person, input)) };
  });
  routes.bind(addItemToFolder).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
    return { success: true, ...(await addItem(portal, caller, person, input, input.folder)) };
  });
  folderRoutes(routes);
  bulkRoutes(routes);
  reassignRoutes(routes);
  relationshipRoutes(routes);
}

function folderRoutes(routes: Routes): void {
  routes.bind(createFolder).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
    return { success: true, folder: shortFolder(await addFolder(portal, person, input.title)) };
  });
  routes.bind(updateFolder).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
    return { success: true, folder: shortFolder(await retitleFolder(portal, person, input.folder, input.title)) };
  });
  routes.bind(deleteFolder).to(async (portal, caller, input) => {
    const person = await requirePerson(portal, caller, input.username, 'portal:admin:deleteItems');
    return { success: true, folder: shortFolder(await removeFolder(portal, caller, person, input)) };
  });
}

function bulkRoutes(routes: Routes): void {
  routes.bind(deleteItems).to(async (portal, caller, input) => ({ results: await discardItems(portal, caller, input) }));
  routes.bind(moveItems).to(async (portal, caller, input) => {
    const selection = await selectItems(portal, caller, input, 'move');
    await moveItemsTo(portal, [...selection.items.values()], input.folder);
    return { results: bulkResults(selection) };
  });
  for (const [endpoint, value] of [
    [protectItems, true],
    [unprotectItems, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const selection = await selectItems(portal, caller, input, 'protect');
      await setProtected(portal, [...selection.items.values()], value);
      return { results: bulkResults(selection) };
    });
  }
}

function reassignRoutes(routes: Routes): void {
  routes.bind(reassignEndpoint).to(async (portal, caller, input) => ({ results: await reassignItems(portal, caller, input) }));
  routes.bind(reassignFolder).to(async (portal, caller, input) => {
    const owner = await requirePerson(portal, caller, input.username, 'portal:admin:reassignItems');
    const folder = await requireFolder(portal, owner, input.folder);
    return { success: true, ...(await reassignContent(portal, caller, { ...input, owner, folder, withGroups: false })) };
  });
  routes.bind(reassignContentEndpoint).to(async (portal, caller, input) => {
    const owner = await requirePerson(portal, caller, input.username, 'portal:admin:reassignItems');
    const withGroups = input.groups === true;
    if (withGroups && !caller.privileges.has('portal:admin:reassignGroups')) throw fail('FORBIDDEN');
    return { success: true, ...(await reassignContent(portal, caller, { ...input, owner, withGroups })) };
  });
}

function relationshipRoutes(routes: Routes): void {
  routes.bind(addRelationshipEndpoint).to(async (portal, caller, input) => {
    await addRelationship(portal, caller, {
      origin: input.originItemId,
      destination: input.destinationItemId,
      type: input.relationshipType,
    });
    return { success: true };
  });
  routes.bind(deleteRelationship).to(async (portal, caller, input) => {
    await endRelationship(portal, caller, {
      origin: input.originItemId,
      destination: input.destinationItemId,
      type: input.relationshipType,
    });
    return { success: true };
  });
  routes.bind(getRelatedItems).to(async (portal, caller, input) => {
    const page = pageRequest(input, 100);
    const types = [...(input.relationshipTypes ?? []), ...(input.relationshipType === undefined ? [] : [input.relationshipType])];
    const { rows, total } = await findRelatedItems(portal, caller, {
      id: input.id,
      types,
      direction: input.direction,
      sort: itemSortKeys(input.sortField, input.sortOrder, { field: 'modified', order: 'desc' }),
      limit: page.num,
      offset: page.start - 1,
    });
    return { ...pageReply(page, rows.length, total), relatedItems: rows.map((row) => itemView(row, caller.baseUrl)) };
  });
  routes.bind(getItemSources).to(async (portal, caller, input) => {
    const page = pageRequest(input);
    const { rows, total } = await findRelatedItems(portal, caller, {
      id: input.id,
      types: SOURCES,
      direction: 'forward',
      sort: itemSortKeys(undefined, undefined, { field: 'modified', order: 'desc' }),
      limit: page.num,
      offset: page.start - 1,
    });
    return { ...pageReply(page, rows.length, total), items: rows.map((row) => itemView(row, caller.baseUrl)) };
  });
}

async function binView(portal: Portal, caller: Caller, input: ServerInput<typeof getUserContent>): Promise<UserContent> {
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:viewItems');
  const { page, rows, total } = await listBin(portal, person.username, input);
  const items = rows.map((row) => binnedItemView(row, caller.baseUrl, expiryOf(portal, row)));
  return { username: person.username, ...pageReply(page, rows.length, total), currentFolder: null, items };
}

function contentView(content: ContentPage, baseUrl: string): UserContent {
  return {
    username: content.username,
    ...pageReply(content.page, content.rows.length, content.total),
    currentFolder: content.folder === null ? null : folderView(content.folder),
    items: content.rows.map((row) => itemView(row, baseUrl, { forManager: content.all })),
    ...(content.folders === undefined
      ? {}
      : { folders: content.folders.map((folder) => ({ ...folderView(folder), numItems: folder.num_items })) }),
  };
}

function shortFolder(folder: FolderRow): { username: string; id: string; title: string } {
  return { username: folder.owner, id: folder.id, title: folder.title };
}
