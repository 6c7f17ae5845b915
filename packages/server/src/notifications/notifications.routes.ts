// Endpoints of notifications.
import {
  deleteNotification,
  getNotification,
  getNotifications,
  type Notification,
  type NotificationType,
} from '@graticule/contract/community/notifications';
import { pageReply } from '@graticule/contract/paging';
import type { Routes } from '../platform/http/routes.ts';
import { listNotifications, readNotification, removeNotification } from './notifications.ts';

/** Binds the endpoints of this file. */
export function notificationRoutes(routes: Routes): void {
  routes.bind(getNotifications).to(async (portal, caller, input) => {
    const { page, rows, total } = await listNotifications(portal, caller, input);
    return { ...pageReply(page, rows.length, total), notifications: rows.map(view) };
  });
  routes
    .bind(getNotification)
    .to(async (portal, caller, input) => view(await readNotification(portal, caller, input.username, input.notificationId)));
  routes.bind(deleteNotification).to(async (portal, caller, input) => {
    await removeNotification(portal, caller, input.username, input.notificationId);
    return { success: true, notificationId: input.notificationId };
  });
}

function view(row: Awaited<ReturnType<typeof readNotification>>): Notification {
  return {
    id: row.id,
    type: row.type as NotificationType,
    target: row.target,
    targetType: 'user',
    received: row.received.getTime(),
    data: row.data,
  };
}
