// Reference systems that the database does not know by number: given as text by a file, kept under a number of our own.
import { createHash } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import { horizontalPart, isHorizontal } from '@graticule/geo/project/wkt-parts';
import { sentence } from '@graticule/geo/sentence';
import type { DatabaseHandle, Db } from '../platform/db/database.ts';
import { run } from './hosted-table.store.ts';

/** Numbers that PostGIS leaves to its users. */
const FIRST = 910_000;
const COUNT = 80_000;
const PROBE_TIMEOUT_MS = 8_000;

/**
 * A number under which the database projects from a reference system given as WKT. Projecting from text directly would
 * read the text anew for each row.
 * @throws UNREADABLE_FILE when the text is no reference system that can be projected
 */
export async function sridOfWkt(database: DatabaseHandle, text: string): Promise<number> {
  const wkt = horizontalPart(text);
  if (!isPlausible(wkt)) throw unreadable();
  const srid = FIRST + (createHash('sha256').update(wkt).digest().readUInt32BE(0) % COUNT);
  const known = await database.pool.query<{ srtext: string }>('select srtext from spatial_ref_sys where srid = $1::integer', [srid]);
  if (known.rows[0]?.srtext === wkt) return srid;
  // NOTE: the authority stays empty: with one, the embedded engine looks for it and does not answer any more.
  const add =
    'insert into spatial_ref_sys (srid, srtext) values ($1::integer, $2::text) on conflict (srid) do update set srtext = excluded.srtext';
  await database.pool.query(add, [srid, wkt]).catch((error: unknown) => {
    throw (error as { code?: string }).code === '42501' ? notAllowed(error) : error;
  });
  try {
    // NOTE: a text that PROJ cannot use makes the embedded engine stay silent instead of failing, hence the time limit.
    await database.pool.query({
      text: 'select ST_AsText(ST_Transform(ST_Transform(ST_SetSRID(ST_MakePoint(0, 0), 4326), $1::integer), 4326))',
      values: [srid],
      query_timeout: PROBE_TIMEOUT_MS,
    } as never);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // A place outside the system's area says that the system itself was understood.
    if (code === 'XX000' && /coordinate|domain|tolerance|latitude|longitude/i.test(message ?? '')) return srid;
    await database.pool.query('delete from spatial_ref_sys where srid = $1::integer', [srid]).catch(() => undefined);
    throw unreadable(error);
  }
  return srid;
}

/** Places counted from the middle of the earth, which have no two coordinates on it. */
const GEOCENTRIC = /\bCS\s*\[\s*Cartesian\s*,\s*3\b/i;

/** Cheap checks that keep most nonsense from the database. */
function isPlausible(wkt: string): boolean {
  const open = wkt.split('[').length;
  return wkt.length < 20_000 && isHorizontal(wkt) && !GEOCENTRIC.test(wkt) && open === wkt.split(']').length;
}

/** The table belongs to whoever made the extension, and a role of its own may read it only. */
function notAllowed(cause: unknown): Error {
  return fail('UNREADABLE_FILE', {
    reasons: [sentence('reference-text-refused')],
    cause,
  });
}

function unreadable(cause?: unknown): Error {
  return fail('UNREADABLE_FILE', {
    reasons: [sentence('reference-text-unknown')],
    cause,
  });
}

/** Projections that show the whole earth, with a rim on both sides. */
const WHOLE_EARTH =
  '\\+proj=(robin|moll|eck[1-6]|sinu|goode|igh|hammer|aitoff|wintri|wink[12]|eqearth|natearth2?|times|kav[57]|wag[1-7]|vandg|patterson|mill|cea|eqc|gall|hatano|putp[1-6]p?)( |$)';

/** Whether a reference system is that of a map of the world whose middle is where x is 0. */
export async function showsWholeEarth(db: Db, srid: number): Promise<boolean> {
  const text =
    "select 1 from spatial_ref_sys where srid = $1::integer and proj4text ~ $2::text and proj4text !~ '\\+x_0=-?(?!0(\\.0*)?( |$))'";
  return (await run(db, { text, values: [srid, WHOLE_EARTH] })).rows.length > 0;
}
