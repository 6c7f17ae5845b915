// Finding places by name and by location.
import { fail } from '@graticule/contract/errors';
import { GeometryError } from '@graticule/geo/esri/geometry-error';
import { parseGeometry } from '@graticule/geo/esri/parse-geometry';
import { parseSpatialReference, wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { fromWebMercator, toWebMercator } from '@graticule/geo/project/web-mercator';
import type { Portal } from '../platform/context.ts';
import type { PlaceRow } from '../schema/gazetteer.ts';
import { countryCode } from './countries.rules.ts';
import { nearestPlace, placeById, placesByName } from './places.store.ts';
import { placeKey, readPlaceText } from './query.rules.ts';
import { countriesOf, isCalled, partOf, type Within } from './regions.rules.ts';

/** A place with how well it fits, 0 to 100. */
export interface Found {
  place: PlaceRow;
  score: number;
}

/** What narrows a search. */
export interface SearchOptions {
  countryCode?: string;
  searchExtent?: string;
  location?: string;
  limit: number;
  /** One of many texts of a call: very short ones are read as whole names only. */
  isBatch?: boolean;
}

/** A location in degrees from `x,y`, a JSON point, or web mercator by its spatial reference. */
export function readLocation(name: string, value: string): [number, number] {
  try {
    const { geometry } = parseGeometry(value, 'esriGeometryPoint');
    if (!('x' in geometry) || geometry.x === null) throw new GeometryError('is empty');
    return toDegrees([geometry.x as number, geometry.y as number], referenceOf(geometry));
  } catch (error) {
    throw fail('INVALID_PARAMETER', { values: [name, error instanceof GeometryError ? error.message : 'is not a point'], cause: error });
  }
}

function referenceOf(geometry: { spatialReference?: unknown }): number | undefined {
  return geometry.spatialReference === undefined ? undefined : parseSpatialReference(geometry.spatialReference).wkid;
}

function toDegrees([x, y]: [number, number], wkid: number | undefined): [number, number] {
  return wkid === 3857 || wkid === 102100 ? fromWebMercator(x, y) : [x, y];
}

function readExtent(value: string): [number, number, number, number] {
  try {
    const { geometry } = parseGeometry(value, 'esriGeometryEnvelope');
    if (!('xmin' in geometry)) throw new GeometryError('is not an envelope');
    const [xmin, ymin] = toDegrees([geometry.xmin as number, geometry.ymin as number], referenceOf(geometry));
    const [xmax, ymax] = toDegrees([geometry.xmax as number, geometry.ymax as number], referenceOf(geometry));
    return [xmin, ymin, xmax, ymax];
  } catch (error) {
    throw fail('INVALID_PARAMETER', {
      values: ['searchExtent', error instanceof GeometryError ? error.message : 'is not an envelope'],
      cause: error,
    });
  }
}

/** Thousands of names begin with one or two given letters: a hundred such texts would take many seconds. */
const MIN_BATCH_PREFIX = 3;

/** Places that a text names; whole names before beginnings. */
export async function findPlaces(portal: Portal, text: string, options: SearchOptions): Promise<Found[]> {
  if (text.length > 200) throw fail('INVALID_PARAMETER', { values: ['SingleLine', 'must have at most 200 characters'] });
  const query = readPlaceText(text);
  if (query.kind === 'coordinates') {
    const { x, y } = query;
    return [{ place: { id: -1, name: `${y}, ${x}`, country: '', region: '', class: 'LATLONG', population: 0, x, y }, score: 100 }];
  }
  const key = placeKey(query.name);
  if (key === '') return [];
  const parts = query.parts.map(partOf);
  const countries = countriesNamed(parts, options.countryCode);
  const rows = await placesByName(portal.db, {
    key,
    prefix: options.isBatch !== true || key.length >= MIN_BATCH_PREFIX,
    ...(countries === undefined ? {} : { countries }),
    ...(options.searchExtent === undefined ? {} : { within: readExtent(options.searchExtent) }),
    ...(options.location === undefined ? {} : { near: readLocation('location', options.location) }),
    limit: 50,
  });
  return rows
    .filter((row) => parts.every((part) => liesIn(row, part)))
    .map((place) => ({ place, score: placeKey(place.name) === key ? 100 : placeKey(place.name).startsWith(key) ? 90 : 85 }))
    .slice(0, options.limit);
}

/** More than there are countries. */
const MOST_COUNTRIES = 300;

/** The codes of a list of countries. A text that is no country is the code of no place, rather than that of the country whose code begins so. */
function codesIn(list: string): string[] {
  // Some countries are called with a comma.
  const whole = countryCode(list);
  if (whole !== undefined) return [whole];
  const texts = list.split(',', MOST_COUNTRIES).filter((text) => text.trim() !== '');
  return [...new Set(texts.map((text) => countryCode(text) ?? text.trim().toUpperCase()))];
}

/** The countries that all of a search leaves; undefined for every country. */
function countriesNamed(parts: readonly Within[], code: string | undefined): string[] | undefined {
  const wanted = code === undefined ? [] : [codesIn(code)];
  const [first, ...others] = [...wanted, ...parts.map(countriesOf).filter((codes) => codes !== undefined)];
  return first?.filter((each) => others.every((codes) => codes.includes(each)));
}

/** A region may be half typed, but not where the text names a country. */
function liesIn({ region, country }: PlaceRow, within: Within): boolean {
  const [named, wanted] = [placeKey(region), within.region ?? ''];
  if (country === within.country || isCalled({ region: named, country }, wanted)) return true;
  return within.country === undefined && named.startsWith(wanted);
}

/** The place behind a magic key of `suggest`. */
export async function placeOfKey(portal: Portal, magicKey: string): Promise<PlaceRow | undefined> {
  return /^p\d{1,9}$/.test(magicKey) ? placeById(portal.db, Number(magicKey.slice(1))) : undefined;
}

/**
 * The place nearest to a location.
 * @throws UNABLE_TO_COMPLETE when there is none within the distance
 */
export async function reverse(portal: Portal, location: string, metres: number): Promise<PlaceRow> {
  const [x, y] = readLocation('location', location);
  const place = await nearestPlace(portal.db, x, y, metres);
  if (place === undefined) throw fail('UNABLE_TO_COMPLETE', { details: ['Unable to find address for the specified location.'] });
  return place;
}

/**
 * Where coordinates in degrees lie in the reference that a client asks for.
 * @throws INVALID_PARAMETER for references other than degrees and web mercator
 */
export function projector(outSR: string | undefined): {
  wkid: { wkid: number; latestWkid: number };
  to(x: number, y: number): [number, number];
} {
  if (outSR === undefined) return { wkid: wireSpatialReference(4326), to: (x, y) => [x, y] };
  let wkid: number | undefined;
  try {
    const reference = parseSpatialReference(outSR);
    wkid = reference.wkid;
  } catch (error) {
    throw fail('INVALID_PARAMETER', { values: ['outSR', 'is not a spatial reference'], cause: error });
  }
  if (wkid === 4326) return { wkid: wireSpatialReference(4326), to: (x, y) => [x, y] };
  if (wkid === 3857 || wkid === 102100) return { wkid: wireSpatialReference(102100), to: toWebMercator };
  throw fail('INVALID_PARAMETER', { values: ['outSR', 'must be 4326 or 102100'] });
}
