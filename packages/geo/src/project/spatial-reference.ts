// Known ids of spatial references: aliases of Web Mercator, the form on the wire, and the `sr` parameters.
import type { SpatialReference } from '../esri/geometry.ts';
import { GeometryError } from '../esri/geometry-error.ts';
import { sentence } from '../sentence.ts';
import { horizontalPart, isCompound, isHorizontal } from './wkt-parts.ts';
import { wkidOfWkt } from './wkt-wkid.ts';

/** Longitude and latitude on WGS 84. */
export const WGS84 = 4326;
/** Web Mercator by its EPSG number. */
export const WEB_MERCATOR = 3857;

const WEB_MERCATOR_ALIASES: ReadonlySet<number> = new Set([3857, 102100, 102113, 3785, 900913]);

/** A reference system named in one way only: by the number that the database knows, or by its text. */
export type KnownReference = { wkid: number; wkt?: undefined } | { wkid?: undefined; wkt: string };

/** The number to work with: one for all the aliases of Web Mercator, others as they are. */
export function canonicalWkid(wkid: number): number {
  return WEB_MERCATOR_ALIASES.has(wkid) ? WEB_MERCATOR : wkid;
}

/** Whether two numbers name the same reference system. */
export function sameWkid(a: number, b: number): boolean {
  return canonicalWkid(a) === canonicalWkid(b);
}

/** The number that a member holds, also as text, as some clients write it. */
function readWkid(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1_000_000 ? canonicalWkid(number) : undefined;
}

/** The number of the system that the text defines where it is plain, else the text itself, in either case of the places alone; null for no text. */
export function referenceOfWkt(text: string): KnownReference | null {
  const wkt = horizontalPart(text.trim());
  if (wkt === '') return null;
  const wkid = wkidOfWkt(wkt);
  return wkid === null ? { wkt } : { wkid: canonicalWkid(wkid) };
}

/**
 * What a client's spatial reference means: the newer number where both are given, else what the text defines; null when it names nothing.
 */
export function normaliseSpatialReference(sr: SpatialReference | null | undefined): KnownReference | null {
  if (!sr) return null;
  const wkid = readWkid(sr.latestWkid) ?? readWkid(sr.wkid);
  if (wkid !== undefined) return { wkid };
  return typeof sr.wkt === 'string' ? referenceOfWkt(sr.wkt) : null;
}

/** Numbers of the EPSG list end here; the vendor's go on behind. */
const LAST_EPSG = 32_767;

/** Who gives out the number of a reference system: programs look it up there alone. */
export function organisationOf(wkid: number): 'EPSG' | 'ESRI' {
  return wkid > LAST_EPSG ? 'ESRI' : 'EPSG';
}

const UNNAMED: readonly unknown[] = [undefined, null, '', 0, -1];

/**
 * The number of the reference system that a geometry names itself, else `otherwise`; undefined where neither does, so that another one holds.
 * @throws GeometryError when it names one in a way that cannot be read: taken for another one, its coordinates would lie elsewhere
 */
export function ownWkid(sr: SpatialReference | null | undefined, otherwise?: number): number | undefined {
  const named = normaliseSpatialReference(sr)?.wkid ?? otherwise;
  if (named !== undefined) return named;
  const { latestWkid, wkid, wkt } = sr ?? {};
  // Some clients write 0 or -1 where they know none.
  if ([latestWkid, wkid, wkt].every((member) => UNNAMED.includes(member))) return undefined;
  throw new GeometryError(sentence('geometry-wkid'));
}

/** A reference system as replies write it: always both numbers. */
export function wireSpatialReference(wkid: number): { wkid: number; latestWkid: number } {
  return canonicalWkid(wkid) === WEB_MERCATOR ? { wkid: 102100, latestWkid: WEB_MERCATOR } : { wkid, latestWkid: wkid };
}

/**
 * Reads an `inSR`, `outSR` or `sr` parameter: a number, `EPSG:` and a number, JSON with wkid, latestWkid or wkt, or such a text alone.
 * @throws GeometryError when it is none of these
 */
export function parseSpatialReference(value: unknown): KnownReference {
  const known = normaliseSpatialReference(readMembers(value));
  if (!known) throw new GeometryError(sentence('reference-form'));
  return known;
}

function readMembers(value: unknown): SpatialReference | null {
  if (typeof value === 'number') return { wkid: value };
  if (typeof value === 'object') return value;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const number = /^(?:(?:EPSG|ESRI):)?(\d{1,6})$/i.exec(text);
  if (number) return { wkid: Number(number[1]) };
  if (isHorizontal(text) || isCompound(text)) return { wkt: text };
  if (!text.startsWith('{')) return null;
  try {
    return readMembers(JSON.parse(text));
  } catch {
    return null;
  }
}
