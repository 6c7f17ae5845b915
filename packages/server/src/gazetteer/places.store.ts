// SQL of places.
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { PlaceRow } from '../schema/gazetteer.ts';

/** A place as loaded, with every folded name. */
export type NewPlace = PlaceRow & { keys: string[] };

const COLUMNS = sql`p.id, p.name, p.country, p.region, p.class, p.population, ST_X(p.location) as x, ST_Y(p.location) as y`;

/** Empties both tables. */
export async function deletePlaces(db: Db): Promise<void> {
  await sql`truncate place, place_name`.execute(db);
}

/** Adds places with their names in two statements. */
export async function insertPlaces(db: Db, places: readonly NewPlace[]): Promise<void> {
  const of = <T>(read: (place: NewPlace) => T): T[] => places.map(read);
  await sql`
    insert into place (id, name, country, region, class, population, location)
    select id, name, country, region, class, population, ST_SetSRID(ST_MakePoint(x, y), 4326)
    from unnest(${of((p) => p.id)}::int[], ${of((p) => p.name)}::text[], ${of((p) => p.country)}::text[], ${of((p) => p.region)}::text[],
      ${of((p) => p.class)}::text[], ${of((p) => p.population)}::int[], ${of((p) => p.x)}::float8[], ${of((p) => p.y)}::float8[])
      as t (id, name, country, region, class, population, x, y)`.execute(db);
  const names = places.flatMap((place) => place.keys.map((key) => ({ id: place.id, key, population: place.population })));
  await sql`
    insert into place_name (place_id, key, population)
    select * from unnest(${names.map((n) => n.id)}::int[], ${names.map((n) => n.key)}::text[], ${names.map((n) => n.population)}::int[])`.execute(
    db,
  );
}

/** Which names are looked for, and where. */
export interface PlaceQuery {
  /** Folded text. */
  key: string;
  /** True finds names that begin with the key, false only whole names. */
  prefix: boolean;
  /** Two-letter codes of countries, one of which places lie in. */
  countries?: readonly string[];
  /** xmin, ymin, xmax, ymax in degrees. */
  within?: [number, number, number, number];
  /** Results near it come first among equals. */
  near?: [number, number];
  limit: number;
}

/** More names than this under one prefix are not sorted: the longest prefixes people type have far fewer. */
const SCAN = 20_000;

/** Places by name, the most populous first; each place once. */
export async function placesByName(db: Db, query: PlaceQuery): Promise<PlaceRow[]> {
  const matches = query.prefix
    ? sql`key >= ${query.key} and key like ${`${query.key.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql`key = ${query.key}`;
  const box = query.within;
  const result = await sql<PlaceRow>`
    with hit as (select place_id, bool_or(key = ${query.key}) as whole from (
      select place_id, key from place_name where ${matches} limit ${SCAN}) n group by place_id)
    select ${COLUMNS} from hit join place p on p.id = hit.place_id
    where ${query.countries === undefined ? sql`true` : sql`p.country = any(${query.countries}::text[])`}
      and ${box === undefined ? sql`true` : sql`p.location && ST_MakeEnvelope(${box[0]}, ${box[1]}, ${box[2]}, ${box[3]}, 4326)`}
    order by hit.whole desc, ${query.near === undefined ? sql`` : sql`(p.location <-> ST_SetSRID(ST_MakePoint(${query.near[0]}, ${query.near[1]}), 4326)) > 5, `}
      p.population desc, p.id limit ${query.limit}`.execute(db);
  return result.rows;
}

/** One place. */
export async function placeById(db: Db, id: number): Promise<PlaceRow | undefined> {
  const result = await sql<PlaceRow>`select ${COLUMNS} from place p where p.id = ${id}`.execute(db);
  return result.rows[0];
}

/** The place nearest to a point within a distance in metres. */
export async function nearestPlace(db: Db, x: number, y: number, metres: number): Promise<PlaceRow | undefined> {
  const result = await sql<PlaceRow & { metres: number }>`
    select * from (
      select ${COLUMNS}, ST_DistanceSphere(p.location, ST_SetSRID(ST_MakePoint(${x}, ${y}), 4326)) as metres
      from place p order by p.location <-> ST_SetSRID(ST_MakePoint(${x}, ${y}), 4326) limit 8) near
    where metres <= ${metres} order by metres limit 1`.execute(db);
  return result.rows[0];
}

/** A place by one of its names. */
export interface PlaceOfName {
  key: string;
  x: number;
  y: number;
  country: string;
  region: string;
  population: number;
}

/**
 * The places that have one of the names, whole; the most populous first. Each name goes through the index, and so does each of its places: the database
 * would rather read both tables from end to end for a thousand names.
 */
export async function placesOfNames(db: Db, keys: readonly string[]): Promise<PlaceOfName[]> {
  const result = await sql<PlaceOfName>`
    select k.key, ST_X(p.location) as x, ST_Y(p.location) as y, p.country, p.region, p.population
    from unnest(${keys}::text[]) as k (key)
    cross join lateral (select place_id from place_name where key = k.key offset 0) n
    cross join lateral (select * from place where id = n.place_id offset 0) p
    order by p.population desc, p.id`.execute(db);
  return result.rows;
}

/** The capital of each country; where none is known, its most populous place. */
export async function capitals(db: Db): Promise<{ country: string; x: number; y: number }[]> {
  const result = await sql<{ country: string; x: number; y: number }>`
    select distinct on (country) country, ST_X(location) as x, ST_Y(location) as y
    from place order by country, (class = 'PPLC') desc, population desc, id`.execute(db);
  return result.rows;
}

/** Regions in which places lie. */
export async function regionNames(db: Db): Promise<string[]> {
  const result = await sql<{ region: string }>`select distinct region from place where region <> ''`.execute(db);
  return result.rows.map(({ region }) => region);
}
