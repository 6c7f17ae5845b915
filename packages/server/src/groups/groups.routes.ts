// Endpoints of a group itself.
import {
  createGroup as createEndpoint,
  deleteGroup as deleteEndpoint,
  deleteGroupThumbnail,
  getGroup,
  getGroupCategorySchema,
  getGroupInfo,
  protectGroup,
  reassignGroup as reassignEndpoint,
  unprotectGroup,
  updateGroup as updateEndpoint,
} from '@graticule/contract/community/groups';
import { fail } from '@graticule/contract/errors';
import { pictureReply } from '../platform/http/picture-reply.ts';
import type { Routes } from '../platform/http/routes.ts';
import { createGroup, deleteGroup, reassignGroup, removeGroupThumbnail, requireGroup, setGroupProtected, updateGroup } from './groups.ts';
import { groupView } from './groups.view.ts';

/** Binds the endpoints of this file. */
export function groupRoutes(routes: Routes): void {
  routes.bind(createEndpoint).to(async (portal, caller, input) => ({
    success: true,
    group: groupView(await createGroup(portal, caller, input), caller.username),
  }));
  routes.bind(getGroup).to(async (portal, caller, input) => groupView(await requireGroup(portal, caller, input.id), caller.username));
  routes.bind(updateEndpoint).to(async (portal, caller, input, http) => {
    const group = await requireGroup(portal, caller, input.id, 'update');
    await updateGroup(portal, caller, group, input, http.cleared);
    return { success: true, groupId: group.id };
  });
  routes.bind(deleteEndpoint).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'delete');
    await deleteGroup(portal, group);
    return { success: true, groupId: group.id };
  });
  for (const [endpoint, value] of [
    [protectGroup, true],
    [unprotectGroup, false],
  ] as const) {
    routes.bind(endpoint).to(async (portal, caller, input) => {
      await setGroupProtected(portal, await requireGroup(portal, caller, input.id, 'protect'), value);
      return { success: true };
    });
  }
  routes.bind(reassignEndpoint).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'reassign');
    await reassignGroup(portal, group, input.targetUsername);
    return { success: true, groupId: group.id };
  });
  routes.bind(deleteGroupThumbnail).to(async (portal, caller, input) => {
    const group = await requireGroup(portal, caller, input.id, 'update');
    await removeGroupThumbnail(portal, group);
    return { success: true, groupId: group.id };
  });
  routes.bind(getGroupCategorySchema).to(async (portal, caller, input) => {
    await requireGroup(portal, caller, input.id);
    return { categorySchema: [] };
  });
  routes.bind(getGroupInfo).to(async (portal, caller, input, http) => {
    const group = await requireGroup(portal, caller, input.id);
    if (group.thumbnail_key === null) throw fail('FILE_NOT_FOUND');
    return pictureReply(portal.files, http, {
      key: group.thumbnail_key,
      sizeBytes: await portal.files.sizeOf(group.thumbnail_key),
      contentType: group.thumbnail_name?.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
      etag: group.thumbnail_key,
      isPublic: group.access === 'public',
      width: input.w,
    });
  });
}
