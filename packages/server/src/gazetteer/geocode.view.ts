// Places as the clients of a geocode service read them.
import { SERVICES_VERSION } from '@graticule/contract/info';
import type { GeocodeCandidate, GeocodeServiceInfo, ReverseGeocodeReply } from '@graticule/contract/services/geocode-server';
import type { PlaceRow } from '../schema/gazetteer.ts';
import { placeRadiusDegrees } from './query.rules.ts';

/** A country's name in the reader's language; its code where there is none. */
function countryName(code: string, language: string | undefined): string {
  if (code === '') return '';
  try {
    return new Intl.DisplayNames([language ?? 'en', 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** `Paris, Île-de-France, France`. */
export function placeLabel(place: PlaceRow, language: string | undefined): string {
  return [place.name, place.region === place.name ? '' : place.region, countryName(place.country, language)]
    .filter((part) => part !== '')
    .join(', ');
}

/** Only towns are known, so an address resolves to its town and says so. */
function addressType(place: PlaceRow): string {
  return place.class === 'LATLONG' ? 'LatLong' : 'Locality';
}

/** A candidate of `findAddressCandidates`. */
export function candidateView(
  place: PlaceRow,
  score: number,
  to: (x: number, y: number) => [number, number],
  language: string | undefined,
): GeocodeCandidate {
  const [x, y] = to(place.x, place.y);
  const radius = placeRadiusDegrees(place.population);
  const [xmin, ymin] = to(place.x - radius, Math.max(-89.9, place.y - radius));
  const [xmax, ymax] = to(place.x + radius, Math.min(89.9, place.y + radius));
  const address = placeLabel(place, language);
  return {
    address,
    location: { x, y },
    score,
    attributes: {
      Loc_name: 'Places',
      Score: score,
      Match_addr: address,
      LongLabel: address,
      ShortLabel: place.name,
      Addr_type: addressType(place),
      Type: place.class === 'LATLONG' ? '' : 'City',
      PlaceName: place.name,
      City: place.name,
      Region: place.region,
      Country: place.country,
      CountryCode: place.country,
      Rank: place.population,
      X: place.x,
      Y: place.y,
      DisplayX: place.x,
      DisplayY: place.y,
      Xmin: xmin,
      Xmax: xmax,
      Ymin: ymin,
      Ymax: ymax,
    },
    extent: { xmin, ymin, xmax, ymax },
  };
}

/** The answer of `reverseGeocode`. */
export function reverseView(
  place: PlaceRow,
  to: (x: number, y: number) => [number, number],
  wkid: { wkid: number; latestWkid: number },
  language: string | undefined,
): ReverseGeocodeReply {
  const label = placeLabel(place, language);
  const [x, y] = to(place.x, place.y);
  return {
    address: {
      Match_addr: label,
      LongLabel: label,
      ShortLabel: place.name,
      Addr_type: addressType(place),
      Type: 'City',
      PlaceName: place.name,
      AddNum: '',
      Address: '',
      Neighborhood: '',
      City: place.name,
      Region: place.region,
      Postal: '',
      CountryCode: place.country,
    },
    location: { x, y, spatialReference: wkid },
  };
}

/** The description of the service. */
export function serviceView(): GeocodeServiceInfo {
  const field = (name: string, alias: string, length: number) => ({ name, type: 'esriFieldTypeString', alias, required: false, length });
  return {
    currentVersion: SERVICES_VERSION,
    serviceDescription: 'Places of the world by name. Addresses resolve to their town. Data: GeoNames (geonames.org), CC BY 4.0.',
    addressFields: [
      field('Address', 'Address', 200),
      field('City', 'City', 120),
      field('Region', 'Region', 120),
      field('CountryCode', 'Country', 2),
    ],
    singleLineAddressField: field('SingleLine', 'Place', 200),
    candidateFields: [
      field('Match_addr', 'Match_addr', 500),
      field('Addr_type', 'Addr_type', 20),
      field('City', 'City', 120),
      field('Region', 'Region', 120),
      field('CountryCode', 'CountryCode', 2),
    ],
    spatialReference: { wkid: 4326, latestWkid: 4326 },
    locatorProperties: { MaxBatchSize: 100, SuggestedBatchSize: 100 },
    capabilities: 'Geocode,ReverseGeocode,Suggest',
    countries: [],
    categories: [],
  };
}
