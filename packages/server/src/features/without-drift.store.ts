// Places of reference systems from which the way to Web Mercator and back is not exact, moved so that they come back as they were given: the height that a shift
// between datums brings is lost on the way, and some projections are turned around by series or tables. Which systems these are is up to the version of PROJ.
import { withoutDrift } from '@graticule/geo/convert/without-drift';
import { GeometryError } from '@graticule/geo/esri/geometry-error';
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Db } from '../platform/db/database.ts';
import { inHalves } from '../platform/db/in-halves.ts';
import { run } from './hosted-table.store.ts';
import { STORED_SRID } from './layers.rules.ts';
import { SqlText, type Statement } from './sql-text.rules.ts';

type Ask = <Row>(statement: Statement) => Promise<readonly Row[]>;

/** Asks as edits and loads do. */
export function askingOf(db: Db): Ask {
  return async <Row>(statement: Statement) => (await run<Row>(db, statement)).rows;
}

interface Trip {
  back: Uint8Array;
  there: Uint8Array | null;
}

/** What the definition of a system says. */
interface System {
  isInDegrees: boolean;
  /** Nothing is lost on the way: there is no shift between datums, and the projection is turned around by formulas. */
  isExact: boolean;
}

const systems = new Map<number, System>();

/** Metres to the date line within which positions stay. */
const BESIDE_DATE_LINE = 10;
/** Metres, or about as much in degrees. */
const LEAST = { metres: 1e-7, degrees: 1e-12 };
const MOST = { metres: 1, degrees: 1e-5 };
/** Bytes of geometries that go to the database at once. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Statements that may fail while geometries are looked for that cannot be projected: one among thousands is found, and many are not looked for one by one. */
const MOST_FAILURES = 14;

/** The geometries where they come back to what they are; those that cannot be projected stay, to be told of by whoever places them. */
export async function comingBack(ask: Ask, wkbs: readonly (Uint8Array | null)[], srid: number): Promise<(Uint8Array | null)[]> {
  if (srid === STORED_SRID || srid === WGS84) return [...wkbs];
  const system = systems.get(srid) ?? (await systemOf(ask, srid));
  if (system.isExact) return [...wkbs];
  const failures = { left: MOST_FAILURES };
  let found: (Uint8Array | null)[] = [];
  while (found.length < wkbs.length) {
    const from = found.length;
    let to = from;
    for (let bytes = 0; to < wkbs.length && (to === from || bytes < BYTES_AT_ONCE); to++) bytes += wkbs[to]?.byteLength ?? 0;
    found = found.concat(await moved(ask, wkbs.slice(from, to), { srid, system, failures }));
  }
  return found;
}

/** Projections that were measured to come back within a hundred-millionth of a metre, where nothing shifts the datum. */
const FORMULAS = '\\+proj=(longlat|utm|tmerc|lcc|aea|stere|merc)( |$)';
const WITHOUT_SHIFT = '\\+(datum=(WGS84|NAD83)|ellps=(GRS80|WGS84))( |$)';
const SHIFT = '\\+(towgs84=[-0.,]*[1-9]|nadgrids=|pm=)';

/** By its definition alone: places say nothing of those where another way to the map is taken. */
async function systemOf(ask: Ask, srid: number): Promise<System> {
  const inDegrees = "coalesce(srtext ~* '^(BOUNDCRS\\[\\s*SOURCECRS\\[\\s*)?GEO[GD]', false) or coalesce(proj4text ~ 'longlat', false)";
  const exact = 'coalesce(proj4text ~ $2::text and proj4text ~ $3::text and proj4text !~ $4::text, false)';
  const text = `select ${inDegrees} as degrees, ${exact} as exact from spatial_ref_sys where srid = $1::integer`;
  const [found] = await ask<{ degrees: boolean; exact: boolean }>({ text, values: [srid, FORMULAS, WITHOUT_SHIFT, SHIFT] });
  const system = { isInDegrees: found?.degrees === true, isExact: found?.exact === true };
  if (found !== undefined) systems.set(srid, system);
  return system;
}

/** How geometries of a system are brought there and back. */
interface Way {
  srid: number;
  system: System;
  failures: { left: number };
}

async function moved(ask: Ask, wkbs: readonly (Uint8Array | null)[], way: Way): Promise<(Uint8Array | null)[]> {
  const trips = await tripsOf(ask, wkbs, way);
  const by = way.system.isInDegrees ? 'degrees' : 'metres';
  const limits = { least: LEAST[by], most: MOST[by], edge: WEB_MERCATOR_LIMIT - BESIDE_DATE_LINE };
  return wkbs.map((wkb, at) => {
    const trip = trips[at];
    if (wkb === null || !trip) return wkb;
    try {
      return withoutDrift(wkb, trip, limits);
    } catch (error) {
      if (error instanceof GeometryError) return wkb;
      throw error;
    }
  });
}

/** Where geometries come back to; nothing for those that cannot be projected and, once they are many, for their neighbours. */
function tripsOf(ask: Ask, wkbs: readonly (Uint8Array | null)[], { srid, failures }: Way): Promise<readonly (Trip | null)[]> {
  const trips = async (some: readonly (Uint8Array | null)[]): Promise<(Trip | null)[]> => {
    const sql = new SqlText();
    const hex = some.map((wkb) => wkb && Buffer.from(wkb.buffer, wkb.byteOffset, wkb.byteLength).toString('hex'));
    const [system, shapes] = [sql.bind(srid, 'integer'), sql.bind(hex, 'text[]')];
    const there = `select o, ST_Transform(ST_SetSRID(g::geometry, ${system}), ${STORED_SRID}) as m from unnest(${shapes}) with ordinality as u(g, o) offset 0`;
    const isAtEdge = `greatest(-ST_XMin(m), ST_XMax(m)) > ${WEB_MERCATOR_LIMIT - BESIDE_DATE_LINE}`;
    const edge = `case when ${isAtEdge} then ST_AsBinary(m, 'NDR') end as there`;
    const text = `select ST_AsBinary(ST_Transform(m, ${system}), 'NDR') as back, ${edge} from (${there}) as trip order by o`;
    return (await ask<Trip | { back: null }>(sql.statement(text))).map((trip) => (trip.back === null ? null : trip));
  };
  return inHalves(wkbs, { ask: trips, lost: (some) => some.map(() => null), failures });
}
