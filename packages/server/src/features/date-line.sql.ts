// SQL that brings shapes of other reference systems to Web Mercator. What reaches over the date line is one piece there, and would be joined all around the globe here.
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { STORED_SRID } from './layers.rules.ts';

/** Beyond this width a shape goes around the globe, or was torn apart. */
const HALF = WEB_MERCATOR_LIMIT;

const width = (shape: string): string => `ST_XMax(${shape}) - ST_XMin(${shape})`;

/** Systems around a pole, in which meridians are straight. */
const POLAR = String.raw`'\+proj=(stere|laea|aeqd) .*\+lat_0=-?90(\.0*)?( |$)'`;
/** Metres around a pole that the map has no room for. */
const AT_POLE = 1_200;
/** Half of the width of the cut, in metres of the system. */
const CUT = 0.01;

/**
 * A shape `g` of a system around a pole, parted along the meridian of 180 degrees and at the pole itself, so that what lies around the pole reaches from edge to
 * edge of the map. Long edges are divided: what is straight there is bent on the map. No row for other systems.
 */
function partedAtPole(): string {
  const place = (sign: string, latitude: number): string =>
    `ST_Transform(ST_SetSRID(ST_MakePoint(180, ${sign} * ${latitude}), 4326), ST_SRID(g))`;
  const system = `select case when proj4text ~ '\\+lat_0=-' then -1 else 1 end as pole from spatial_ref_sys where srid = ST_SRID(g) and proj4text ~ ${POLAR}`;
  const ends = `select ${place('pole', 90)} as a, ${place('-pole', 45)} as b from (${system} offset 0) as around`;
  const cut = `select ST_Union(ST_Buffer(a, ${AT_POLE}, 16), ST_Buffer(ST_MakeLine(a, b), ${CUT})) as c from (${ends} offset 0) as ends`;
  const parted = `ST_CollectionExtract(ST_Difference(ST_MakeValid(g), c), ST_Dimension(g) + 1)`;
  const step = `greatest(${width('g')}, ST_YMax(g) - ST_YMin(g)) / 100`;
  return `select ST_Transform(ST_Segmentize(p, s), ${STORED_SRID}) from (select ${parted} as p, ${step} as s from (${cut} offset 0) as cut offset 0) as parted where not ST_IsEmpty(p)`;
}

/**
 * The shape in Web Mercator, cut at the date line where it reaches over it. A shape that seems to go around the globe does not if its sides, with the
 * middles of the longest, keep within half of it on the other side. Cutting loses measures: shapes with them stay as they are.
 */
export function placedInMercator(shape: string): string {
  const beyond = (given: string): string => `ST_ShiftLongitude(ST_Transform(${given}, 4326))`;
  const cut = `ST_CollectionExtract(ST_WrapX(ST_MakeValid(${beyond('g')}), 180, -360), ST_Dimension(g) + 1)`;
  const sides = beyond(`ST_Segmentize(g, greatest(${width('g')}, ST_YMax(g) - ST_YMin(g)) / 2)`);
  const apart = `select ST_Transform(${cut}, ${STORED_SRID}) from (select ${sides} as s offset 0) as sides where ${width('s')} < 180`;
  const isTorn = `ST_Dimension(g) > 0 and ST_Zmflag(g) in (0, 2) and ${width('m')} > ${HALF}`;
  return (
    `(select case when ${isTorn} then coalesce((${partedAtPole()}), (${apart}), m) else m end ` +
    `from (select g, ST_Transform(g, ${STORED_SRID}) as m from (select ${shape} as g offset 0) as given offset 0) as placed)`
  );
}

/** The text of a shape in the reference system of the tables. */
export function inMetres(shape: string, srid: number): string {
  if (srid === STORED_SRID) return shape;
  return srid === WGS84 ? `ST_Transform(${shape}, ${STORED_SRID})` : placedInMercator(shape);
}
