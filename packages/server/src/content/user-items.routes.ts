// Endpoints of one item in its owner's content: changing, deleting, moving, uploading in parts, status.
import {
  addPart,
  cancelUpload as cancelEndpoint,
  commitUpload as commitEndpoint,
  deleteItem,
  deleteItemInfo,
  deleteItemThumbnail,
  getItemStatus,
  getParts,
  getUserItem,
  inFolder,
  moveItem as moveEndpoint,
  protectItem,
  reassignItem,
  unprotectItem,
  updateItem as updateEndpoint,
  updateItemInfo,
  updateItemThumbnail,
} from '@graticule/contract/content/user-items';
import { fail } from '@graticule/contract/errors';
import type { Routes } from '../platform/http/routes.ts';
import { updateItem } from './add-item.ts';
import { commitUpload } from './commit-upload.ts';
import { discardItem } from './discard.ts';
import { moveItemsTo, removeThumbnail, requireUserItem, setProtected, userItem } from './items.ts';
import { folderView, itemView } from './items.view.ts';
import { reassignItem as handOverItem } from './reassign.ts';
import { removeInfoFile, storeInfoFile } from './resources.ts';
import { itemStatus } from './status.ts';
import { cancelUpload, receivedParts, receivePart } from './uploads.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** Binds the endpoints of this file. */
export function userItemRoutes(routes: Routes): void {
  readRoutes(routes);
  changeRoutes(routes);
  placeRoutes(routes);
  uploadRoutes(routes);
}

function readRoutes(routes: Routes): void {
  for (const endpoint of [getUserItem, inFolder(getUserItem)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const { item, folder, groups } = await userItem(portal, caller, input);
      const wire = itemView(item, caller.baseUrl, { control: 'admin', forManager: true });
      return { item: wire, sharing: { access: wire.access, groups }, folder: folder === undefined ? null : folderView(folder) };
    });
  }
  for (const endpoint of [getItemStatus, inFolder(getItemStatus)]) {
    routes
      .bind(endpoint)
      .to(async (portal, caller, input) => itemStatus(portal, await requireUserItem(portal, caller, input, 'status'), input.jobId));
  }
}

function changeRoutes(routes: Routes): void {
  for (const endpoint of [updateEndpoint, inFolder(updateEndpoint)]) {
    routes.bind(endpoint).to(async (portal, caller, input, http) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      await updateItem(portal, caller, item, input, http.cleared);
      return { success: true, id: item.id };
    });
  }
  for (const endpoint of [deleteItem, inFolder(deleteItem)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      return { success: true, itemId: await discardItem(portal, caller, input, input.permanentDelete === true) };
    });
  }
  for (const [endpoint, value] of [
    [protectItem, true],
    [inFolder(protectItem), true],
    [unprotectItem, false],
    [inFolder(unprotectItem), false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      await setProtected(portal, [await requireUserItem(portal, caller, input, 'protect')], value);
      return { success: true };
    });
  }
  for (const endpoint of [updateItemInfo, inFolder(updateItemInfo)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      await storeInfoFile(portal, item, { folder: input.folderName, name: input.file.fileName, bytes: input.file, asker: caller });
      return { success: true, itemId: item.id, owner: item.owner, folder: item.folder_id };
    });
  }
  for (const endpoint of [deleteItemInfo, inFolder(deleteItemInfo)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      await removeInfoFile(portal, await requireUserItem(portal, caller, input, 'update'), input.infoFile);
      return { success: true };
    });
  }
  for (const endpoint of [updateItemThumbnail, inFolder(updateItemThumbnail)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      const thumbnailurl = input.data ?? input.url;
      if (input.file === undefined && thumbnailurl === undefined) throw fail('MISSING_PARAMETER', { values: ['file'] });
      await updateItem(portal, caller, item, { thumbnail: input.file, thumbnailurl }, NOTHING);
      return { success: true, itemId: item.id };
    });
  }
  for (const endpoint of [deleteItemThumbnail, inFolder(deleteItemThumbnail)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      await removeThumbnail(portal, item);
      return { success: true, itemId: item.id };
    });
  }
}

function placeRoutes(routes: Routes): void {
  for (const endpoint of [moveEndpoint, inFolder(moveEndpoint)]) {
    routes.bind(endpoint).to(async (portal, caller, input, http) => {
      // In the address with a folder the path and the parameter share a name: the target is what the form says.
      const target = http.repeated('folder').at(-1) ?? input.folder;
      const item = await requireUserItem(portal, caller, { username: input.username, id: input.id }, 'move');
      const folder = await moveItemsTo(portal, [item], target);
      return { success: true, itemId: item.id, owner: item.owner, folder: folder ?? '/' };
    });
  }
  for (const endpoint of [reassignItem, inFolder(reassignItem)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const alsoReassigned = await handOverItem(portal, caller, input, input);
      return { success: true, itemId: input.id, ...(alsoReassigned.length === 0 ? {} : { alsoReassigned }) };
    });
  }
}

function uploadRoutes(routes: Routes): void {
  for (const endpoint of [addPart, inFolder(addPart)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'delete');
      await receivePart(portal, caller, item, { number: input.partNum, file: input.file });
      return { success: true };
    });
  }
  for (const endpoint of [getParts, inFolder(getParts)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const received = await receivedParts(portal, await requireUserItem(portal, caller, input, 'delete'));
      return { parts: received.map((part) => part.partNum), received };
    });
  }
  for (const endpoint of [commitEndpoint, inFolder(commitEndpoint)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'delete');
      const jobId = await commitUpload(portal, caller, item, input);
      return { success: true, id: item.id, ...(jobId === undefined ? {} : { jobId }) };
    });
  }
  for (const endpoint of [cancelEndpoint, inFolder(cancelEndpoint)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'delete');
      await cancelUpload(portal, item);
      return { success: true, id: item.id };
    });
  }
}
