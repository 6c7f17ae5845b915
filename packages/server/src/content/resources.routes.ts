// Endpoints of the files kept with an item.
import {
  addResources,
  exportItemResources,
  exportResources,
  exportUserItemResources,
  getResource,
  getResources,
  type Resource,
  removeResources,
  updateResources,
} from '@graticule/contract/content/resources';
import { inFolder } from '@graticule/contract/content/user-items';
import { pageReply } from '@graticule/contract/paging';
import type { Portal } from '../platform/context.ts';
import { disposition, RawReply, storedFileReply } from '../platform/http/reply.ts';
import type { HttpFacts } from '../platform/http/request.ts';
import type { Routes } from '../platform/http/routes.ts';
import type { ItemRow } from '../schema/content.ts';
import { resourceArchive } from './export-resources.ts';
import { requireItem, requireUserItem } from './items.ts';
import { mediaTypeOf } from './media-types.rules.ts';
import { listResources, putResources, type ResourceRow, removeResources as remove, requireResource } from './resources.ts';

/** Binds the endpoints of this file. */
export function resourceRoutes(routes: Routes): void {
  routes.bind(getResources).to(async (portal, caller, input) => {
    const { page, rows, total } = await listResources(portal, caller, input);
    return { ...pageReply(page, rows.length, total), resources: rows.map(resourceView) };
  });
  routes.bind(getResource).to(async (portal, caller, input, http) => {
    const resource = await requireResource(portal, caller, input.id, input['*']);
    return storedFileReply(portal.files, http, {
      key: resource.key,
      sizeBytes: resource.size_bytes,
      contentType: mediaTypeOf(resource.path),
      fileName: resource.path.split('/').at(-1),
      etag: resource.key,
    });
  });
  for (const [endpoint, mode] of [
    [addResources, 'add'],
    [inFolder(addResources), 'add'],
    [updateResources, 'update'],
    [inFolder(updateResources), 'update'],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      await putResources(portal, caller, item, { ...input, mode });
      return { success: true, itemId: item.id, owner: item.owner, folder: item.folder_id };
    });
  }
  for (const endpoint of [removeResources, inFolder(removeResources)]) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      await remove(portal, item, input);
      return { success: true, itemId: item.id, owner: item.owner, folder: item.folder_id };
    });
  }
  exportRoutes(routes);
}

function exportRoutes(routes: Routes): void {
  for (const endpoint of [exportResources, inFolder(exportResources), exportUserItemResources, inFolder(exportUserItemResources)]) {
    routes.bind(endpoint).to(async (portal, caller, input, http) => {
      const item = await requireUserItem(portal, caller, input, 'update');
      return archiveReply(portal, item, http);
    });
  }
  routes.bind(exportItemResources).to(async (portal, caller, input, http) => {
    const item = await requireItem(portal, caller, input.id, 'update');
    return archiveReply(portal, item, http);
  });
}

async function archiveReply(portal: Portal, item: ItemRow, http: HttpFacts): Promise<RawReply> {
  const archive = await resourceArchive(portal, item);
  if (http.isHead) archive.destroy();
  return new RawReply('application/zip', http.isHead ? null : archive, {
    headers: {
      'content-disposition': disposition('attachment', `${item.id}_resources.zip`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

function resourceView(row: ResourceRow): Resource {
  return { resource: row.path, created: row.created.getTime(), size: row.size_bytes, access: row.access, type: mediaTypeOf(row.path) };
}
