// Endpoints of the built-in place search, in the form of a geocode service.
import { endpoint } from '../endpoint.ts';
import { integer, json, number, required, text } from '../param.ts';
import type { WireExtent, WireSpatialReference } from './layer.ts';

const GEOCODER = '/rest/services/World/GeocodeServer';

/** The description of the geocode service. */
export interface GeocodeServiceInfo {
  currentVersion: number;
  serviceDescription: string;
  capabilities: string;
  spatialReference: WireSpatialReference;
  singleLineAddressField: Record<string, unknown>;
  addressFields: Record<string, unknown>[];
  candidateFields: Record<string, unknown>[];
  [more: string]: unknown;
}

/** A place that was found. */
export interface GeocodeCandidate {
  address: string;
  location: { x: number; y: number };
  score: number;
  attributes: Record<string, string | number>;
  extent: Omit<WireExtent, 'spatialReference'>;
}

export const geocodeService = endpoint<GeocodeServiceInfo>()(GEOCODER, {}, { summary: 'The place search' });

export const findAddressCandidates = endpoint<{ spatialReference: WireSpatialReference; candidates: GeocodeCandidate[] }>()(
  `${GEOCODER}/findAddressCandidates`,
  {
    SingleLine: text({ aliases: ['singleLine', 'singleline'] }),
    address: text(),
    city: text(),
    region: text(),
    postal: text(),
    countryCode: text({ aliases: ['sourceCountry'] }),
    magicKey: text(),
    location: text(),
    searchExtent: text(),
    category: text(),
    maxLocations: integer(),
    outFields: text(),
    outSR: text(),
    langCode: text(),
  },
  { summary: 'Places by name' },
);

export const suggestPlaces = endpoint<{ suggestions: { text: string; magicKey: string; isCollection: boolean }[] }>()(
  `${GEOCODER}/suggest`,
  {
    text: required(text()),
    location: text(),
    searchExtent: text(),
    category: text(),
    maxSuggestions: integer(),
    countryCode: text(),
    langCode: text(),
  },
  { summary: 'Completions of the beginning of a place name' },
);

/** The place nearest to a location. */
export interface ReverseGeocodeReply {
  address: Record<string, string>;
  location: { x: number; y: number; spatialReference: WireSpatialReference };
}

export const reverseGeocode = endpoint<ReverseGeocodeReply>()(
  `${GEOCODER}/reverseGeocode`,
  { location: required(text()), distance: number(), outSR: text(), langCode: text(), featureTypes: text() },
  { summary: 'The place nearest to a location' },
);

/** What the geocoding of a table answers. */
export interface GeocodeAddressesReply {
  spatialReference: WireSpatialReference;
  locations: { address: string; location: { x: number; y: number } | null; score: number; attributes: Record<string, string | number> }[];
}

export const geocodeAddresses = endpoint<GeocodeAddressesReply>()(
  `${GEOCODER}/geocodeAddresses`,
  { addresses: required(json()), outSR: text(), countryCode: text({ aliases: ['sourceCountry'] }), langCode: text() },
  { summary: 'Places for the rows of a table' },
);
