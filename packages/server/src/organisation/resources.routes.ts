// Endpoints of the files of an organisation.
import { pageReply } from '@graticule/contract/paging';
import { addPortalResource, getPortalResource, listPortalResources, removePortalResource } from '@graticule/contract/portals/resources';
import { storedFileReply } from '../platform/http/reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { dropResource, listResources, requireResource, storeResource } from './resources.ts';

/** Binds the endpoints of this file. */
export function portalResourceRoutes(routes: Routes): void {
  routes.bind(listPortalResources).to(async (portal, caller, input) => {
    const { page, rows, total } = await listResources(portal, caller, input);
    return { ...pageReply(page, rows.length, total), resources: rows.map((row) => ({ key: row.key, size: Number(row.size_bytes) })) };
  });
  routes.bind(getPortalResource).to(async (portal, caller, input, http) => {
    const row = await requireResource(portal, caller, input.portal, input.key);
    return storedFileReply(portal.files, http, {
      key: row.file_key,
      sizeBytes: row.size_bytes,
      contentType: row.content_type,
      etag: row.file_key,
      isPublic: row.access === 'public',
    });
  });
  routes.bind(addPortalResource).to(async (portal, caller, input) => {
    await storeResource(portal, caller, input);
    return { success: true, key: input.key };
  });
  routes.bind(removePortalResource).to(async (portal, caller, input) => {
    await dropResource(portal, caller, input.portal, input.key);
    return { success: true };
  });
}
