// Endpoints below content/users/{username}: listing, adding, folders, operations on many items.
import { addRelationship as addRelationshipEndpoint, deleteRelationship, getRelatedItems } from '@graticule/contract/content/relationships';
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
  reassignItems as reassignEndpoint,
  type UserContent,
  updateFolder,
} from '@graticule/contract/content/user-content';
import { pageReply, pageRequest } from '@graticule/contract/paging';
import type { Routes } from '../platform/http/routes.ts';
import type { FolderRow } from '../schema/content.ts';
import { addItem } from './add-item.ts';
import { forEachItem, moveItem, reassignItems, removeItems, requirePerson, requireUserItem } from './items.ts';
import { folderView, itemView } from './items.view.ts';
import { addRelationship, endRelationship, findRelatedItems } from './relationships.ts';
import { addFolder, type ContentPage, listContent, listTags, removeFolder, retitleFolder } from './user-content.ts';

/** Binds the endpoints of this file. */
export function userContentRoutes(routes: Routes): void {
  routes
    .bind(getUserContent)
    .to(async (portal, caller, input) => contentView(await listContent(portal, caller, input.username, undefined, input), caller.baseUrl));
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
    return { success: true, folder: shortFolder(await removeFolder(portal, caller, person, input.folder)) };
  });
}

function bulkRoutes(routes: Routes): void {
  routes.bind(deleteItems).to(async (portal, caller, input) => ({
    results: await forEachItem(input.items, async (id) => {
      await removeItems(portal, [await requireUserItem(portal, caller, { username: input.username, id }, 'delete')]);
      return {};
    }),
  }));
  routes.bind(moveItems).to(async (portal, caller, input) => ({
    results: await forEachItem(input.items, async (id) => {
      await moveItem(portal, await requireUserItem(portal, caller, { username: input.username, id }, 'move'), input.folder);
      return {};
    }),
  }));
  routes.bind(reassignEndpoint).to(async (portal, caller, input) => ({
    results: await forEachItem(input.items, async (id) => {
      const item = await requireUserItem(portal, caller, { username: input.username, id }, 'reassign');
      await reassignItems(portal, [item], input.targetUsername, input.targetFolderName);
      return {};
    }),
  }));
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
      limit: page.num,
      offset: page.start - 1,
    });
    return { ...pageReply(page, rows.length, total), relatedItems: rows.map((row) => itemView(row, caller.baseUrl)) };
  });
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
