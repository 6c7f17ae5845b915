// What a person is told; knows names and payloads only.
import { randomBytes } from 'node:crypto';
import type { NotificationType } from '@graticule/contract/community/notifications';
import { fail } from '@graticule/contract/errors';
import { type PageRequest, pageRequest } from '@graticule/contract/paging';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import {
  deleteNotificationRow,
  insertNotifications,
  type NotificationRow,
  notificationOf,
  notificationsOf,
} from './notifications.store.ts';

/** Tells people something, in the transaction of what happened. */
export async function notify(
  db: Db,
  targets: readonly string[],
  message: { type: NotificationType; data: Record<string, unknown>; now: Date },
): Promise<void> {
  await insertNotifications(
    db,
    [...new Set(targets)].map((target) => ({
      id: randomBytes(16).toString('hex'),
      target,
      type: message.type,
      data: message.data,
      received: message.now,
    })),
  );
}

/** @throws FORBIDDEN: nobody reads what others are told */
export function requireSelf(caller: Caller, username: string): string {
  if (caller.username === null || caller.username.toLowerCase() !== username.toLowerCase()) throw fail('FORBIDDEN');
  return caller.username;
}

/** A page of the caller's notifications. */
export async function listNotifications(
  portal: Portal,
  caller: Caller,
  input: { username: string; start?: number; num?: number },
): Promise<{ page: PageRequest; rows: NotificationRow[]; total: number }> {
  const target = requireSelf(caller, input.username);
  const page = pageRequest(input, 100);
  return { page, ...(await notificationsOf(portal.db, target, page.num, page.start - 1)) };
}

/** One of the caller's notifications. */
export async function readNotification(portal: Portal, caller: Caller, username: string, id: string): Promise<NotificationRow> {
  const row = await notificationOf(portal.db, requireSelf(caller, username), id);
  if (row === undefined) throw fail('INVALID_REQUEST', { values: ['Notification does not exist or is inaccessible.'] });
  return row;
}

/** Removes one of the caller's notifications. */
export async function removeNotification(portal: Portal, caller: Caller, username: string, id: string): Promise<void> {
  const removed = await deleteNotificationRow(portal.db, requireSelf(caller, username), id);
  if (!removed) throw fail('INVALID_REQUEST', { values: ['Notification does not exist or is inaccessible.'] });
}
