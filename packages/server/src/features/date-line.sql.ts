// SQL that brings shapes of other reference systems to Web Mercator. What reaches over the date line is one piece there, and would be joined all around the globe here.
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { STORED_SRID } from './layers.rules.ts';

/** Beyond this width a shape goes around the globe, or was torn apart. */
const HALF = WEB_MERCATOR_LIMIT;

const width = (shape: string): string => `ST_XMax(${shape}) - ST_XMin(${shape})`;

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
    `(select case when ${isTorn} then coalesce((${apart}), m) else m end ` +
    `from (select g, ST_Transform(g, ${STORED_SRID}) as m from (select ${shape} as g offset 0) as given offset 0) as placed)`
  );
}
