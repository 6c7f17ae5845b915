// SQL of comments and ratings. The counts on the item follow in the same transaction.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** A comment as stored. */
export interface CommentRow {
  id: string;
  item_id: string;
  owner: string;
  comment: string;
  created: Date;
  /** The first comment of the thread that this one answers. */
  parent_id: string | null;
  edited: Date | null;
  /** Deleted while others had answered. */
  removed: boolean;
}

/** Most answers of one comment that are listed with it. */
const MAX_REPLIES = 200;

/** A page of comments, newest first. */
export async function commentsOf(db: Db, itemId: string, limit: number, offset: number): Promise<CommentRow[]> {
  return db
    .selectFrom('item_comment')
    .selectAll()
    .where('item_id', '=', itemId)
    .where('removed', '=', false)
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** A page of the comments that answer none, newest first, and how many there are. */
export async function threadsOf(db: Db, itemId: string, limit: number, offset: number): Promise<{ rows: CommentRow[]; total: number }> {
  const threads = db.selectFrom('item_comment').where('item_id', '=', itemId).where('parent_id', 'is', null);
  const rows = await threads.selectAll().orderBy('created', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  const total = await threads.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow();
  return { rows, total: Number(total.n) };
}

/** Answers to the comments, oldest first. */
export async function repliesTo(db: Db, parentIds: readonly string[]): Promise<CommentRow[]> {
  const result = await sql<CommentRow>`
    select reply.* from unnest(${[...parentIds]}::text[]) parent(id)
    cross join lateral (
      select * from item_comment where parent_id = parent.id order by created, id limit ${MAX_REPLIES}) reply
    order by reply.created, reply.id`.execute(db);
  return result.rows;
}

/** One comment of an item. */
export async function commentById(db: Db, itemId: string, id: string): Promise<CommentRow | undefined> {
  return db.selectFrom('item_comment').selectAll().where('item_id', '=', itemId).where('id', '=', id).executeTakeFirst();
}

/**
 * Whoever writes to an item at the same time waits, so that each counts what the others wrote. False when the item is gone.
 */
export async function oneAfterTheOther(db: Db, itemId: string): Promise<boolean> {
  return (await sql`select 1 from item where id = ${itemId} for no key update`.execute(db)).rows.length > 0;
}

async function countComments(db: Db, itemId: string): Promise<void> {
  await sql`update item set num_comments = (select count(*) from item_comment where item_id = ${itemId} and not removed) where id = ${itemId}`.execute(
    db,
  );
}

/** Adds a comment. */
export async function insertComment(db: Db, comment: CommentRow): Promise<void> {
  await oneAfterTheOther(db, comment.item_id);
  await db.insertInto('item_comment').values(comment).execute();
  await countComments(db, comment.item_id);
}

/** Changes the text of a comment. */
export async function updateCommentText(db: Db, id: string, comment: string, now: Date): Promise<void> {
  await db.updateTable('item_comment').set({ comment, edited: now }).where('id', '=', id).execute();
}

/** Removes a comment. With answers its place stays, without text; it goes with the last of them. */
export async function deleteCommentRow(db: Db, comment: CommentRow): Promise<void> {
  await oneAfterTheOther(db, comment.item_id);
  await sql`
    update item_comment set removed = true, comment = '' where id = ${comment.id}
      and exists (select 1 from item_comment r where r.parent_id = ${comment.id})`.execute(db);
  await sql`delete from item_comment where id = ${comment.id} and not removed`.execute(db);
  if (comment.parent_id !== null) {
    await sql`
      delete from item_comment c where c.id = ${comment.parent_id} and c.removed
        and not exists (select 1 from item_comment r where r.parent_id = c.id)`.execute(db);
  }
  await countComments(db, comment.item_id);
}

/** The rating of a person. */
export async function ratingOf(db: Db, itemId: string, username: string): Promise<{ rating: number; created: Date } | undefined> {
  return db
    .selectFrom('item_rating')
    .select(['rating', 'created'])
    .where('item_id', '=', itemId)
    .where('username', '=', username)
    .executeTakeFirst();
}

async function averageRatings(db: Db, itemId: string): Promise<void> {
  await sql`
    update item set num_ratings = r.n, avg_rating = coalesce(r.average, 0)
    from (select count(*)::int as n, avg(rating) as average from item_rating where item_id = ${itemId}) r
    where id = ${itemId}`.execute(db);
}

/** Sets the rating of a person. */
export async function putRating(db: Db, itemId: string, username: string, rating: number): Promise<void> {
  await oneAfterTheOther(db, itemId);
  await db
    .insertInto('item_rating')
    .values({ item_id: itemId, username, rating })
    .onConflict((oc) => oc.columns(['item_id', 'username']).doUpdateSet({ rating, created: sql`now()` }))
    .execute();
  await averageRatings(db, itemId);
}

/** Removes the rating of a person. */
export async function deleteRatingRow(db: Db, itemId: string, username: string): Promise<void> {
  await oneAfterTheOther(db, itemId);
  await db.deleteFrom('item_rating').where('item_id', '=', itemId).where('username', '=', username).execute();
  await averageRatings(db, itemId);
}

/** How many people gave each whole number of stars. */
export async function ratingCounts(db: Db, itemId: string): Promise<{ value: number; count: number }[]> {
  const result = await sql<{ value: number; count: number }>`
    select floor(rating + 0.5)::int as value, count(*) as count from item_rating where item_id = ${itemId} group by 1 order by 1 desc`.execute(
    db,
  );
  return result.rows.map((row) => ({ value: row.value, count: Number(row.count) }));
}

/** Some items that a person has said something about, or rated; those whose id comes after another. */
export async function itemsWithWordsOf(db: Db, username: string, after: string, limit: number): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select item_id as id from item_comment where owner = ${username} and item_id > ${after}
    union select item_id from item_rating where username = ${username} and item_id > ${after} order by id limit ${limit}`.execute(db);
  return found.rows.map((row) => row.id);
}

/**
 * Removes the comments and ratings that a person whose account is about to go left at items. What others answered stays: the place of
 * the comment is kept without text, in the name of whoever owns the item, which nobody is told.
 */
export async function deleteWordsOf(db: Db, username: string, ids: readonly string[]): Promise<void> {
  await sql`select 1 from item where id = any(${ids}) order by id for no key update`.execute(db);
  await sql`
    update item_comment c set removed = true, comment = '', owner = i.owner from item i
    where c.item_id = any(${ids}) and c.owner = ${username} and i.id = c.item_id
      and exists (select 1 from item_comment r where r.parent_id = c.id and r.owner <> ${username})`.execute(db);
  await sql`delete from item_comment where item_id = any(${ids}) and owner = ${username}`.execute(db);
  await sql`delete from item_rating where item_id = any(${ids}) and username = ${username}`.execute(db);
  await sql`
    delete from item_comment c where c.item_id = any(${ids}) and c.removed
      and not exists (select 1 from item_comment r where r.parent_id = c.id)`.execute(db);
  await sql`
    update item set num_comments = (select count(*) from item_comment c where c.item_id = item.id and not c.removed),
      num_ratings = (select count(*) from item_rating r where r.item_id = item.id),
      avg_rating = coalesce((select avg(rating) from item_rating r where r.item_id = item.id), 0)
    where id = any(${ids})`.execute(db);
}
