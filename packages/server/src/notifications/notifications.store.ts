// SQL of notifications.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** A notification as stored. */
export interface NotificationRow {
  id: string;
  target: string;
  type: string;
  data: Record<string, unknown>;
  received: Date;
}

/** Tells several people the same; belongs into the transaction of what happened. */
export async function insertNotifications(db: Db, rows: readonly NotificationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('notification')
    .values(rows.map((row) => ({ ...row, data: JSON.stringify(row.data) })))
    .execute();
}

/** A page of a person's notifications, newest first, and how many there are. */
export async function notificationsOf(
  db: Db,
  target: string,
  limit: number,
  offset: number,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const rows = await db
    .selectFrom('notification')
    .selectAll()
    .where('target', '=', target)
    .orderBy('received', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const total = await sql<{ n: number }>`select count(*) as n from notification where target = ${target}`.execute(db);
  return { rows, total: Number(total.rows[0]?.n ?? 0) };
}

/** One notification of a person. */
export async function notificationOf(db: Db, target: string, id: string): Promise<NotificationRow | undefined> {
  return db.selectFrom('notification').selectAll().where('target', '=', target).where('id', '=', id).executeTakeFirst();
}

/** Removes a notification; false when there is none. */
export async function deleteNotificationRow(db: Db, target: string, id: string): Promise<boolean> {
  const result = await db.deleteFrom('notification').where('target', '=', target).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
