// Endpoints of the built-in place search.
import { fail } from '@graticule/contract/errors';
import {
  findAddressCandidates,
  geocodeAddresses,
  geocodeService,
  reverseGeocode,
  suggestPlaces,
} from '@graticule/contract/services/geocode-server';
import type { Routes } from '../platform/http/routes.ts';
import { findPlaces, placeOfKey, projector, reverse } from './geocode.ts';
import { candidateView, placeLabel, reverseView, serviceView } from './geocode.view.ts';

const MAX_BATCH = 100;
/** How far the nearest place may be, in metres, unless the client says otherwise. */
const REVERSE_METRES = 50_000;

/** Binds the endpoints of this file. */
export function gazetteerRoutes(routes: Routes): void {
  routes.bind(geocodeService).to(async () => serviceView());

  routes.bind(findAddressCandidates).to(async (portal, _caller, input) => {
    const out = projector(input.outSR);
    const limit = within('maxLocations', input.maxLocations, 10, 50);
    const known = input.magicKey === undefined ? undefined : await placeOfKey(portal, input.magicKey);
    const text =
      input.SingleLine ?? [input.address, input.city, input.region, input.countryCode].filter((part) => part !== undefined).join(', ');
    if (known === undefined && text === '') throw fail('MISSING_PARAMETER', { values: ['SingleLine'] });
    const found = known === undefined ? await findPlaces(portal, text, { ...input, limit }) : [{ place: known, score: 100 }];
    return { spatialReference: out.wkid, candidates: found.map(({ place, score }) => candidateView(place, score, out.to, input.langCode)) };
  });

  routes.bind(suggestPlaces).to(async (portal, _caller, input) => {
    const limit = within('maxSuggestions', input.maxSuggestions, 5, 15);
    const found = await findPlaces(portal, input.text, { ...input, limit });
    return {
      suggestions: found
        .filter(({ place }) => place.id >= 0)
        .map(({ place }) => ({ text: placeLabel(place, input.langCode), magicKey: `p${place.id}`, isCollection: false })),
    };
  });

  routes.bind(reverseGeocode).to(async (portal, _caller, input) => {
    const out = projector(input.outSR);
    return reverseView(await reverse(portal, input.location, input.distance ?? REVERSE_METRES), out.to, out.wkid, input.langCode);
  });

  routes.bind(geocodeAddresses).to(async (portal, _caller, input) => {
    const out = projector(input.outSR);
    const records = (input.addresses as { records?: { attributes?: Record<string, unknown> }[] } | null)?.records;
    if (!Array.isArray(records) || records.length > MAX_BATCH)
      throw fail('INVALID_PARAMETER', { values: ['addresses', `must hold at most ${MAX_BATCH} records`] });
    const locations = [];
    for (const record of records) {
      const attributes = record?.attributes ?? {};
      const { SingleLine, Address, City, Region, CountryCode } = attributes;
      const parts = SingleLine === undefined || SingleLine === null ? [Address, City, Region, CountryCode] : [SingleLine];
      const text = parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(', ');
      const [best] = await findPlaces(portal, text.slice(0, 200), {
        ...(input.countryCode === undefined ? {} : { countryCode: input.countryCode }),
        limit: 1,
        isBatch: true,
      });
      const ResultID = Number(typeof attributes.OBJECTID === 'object' ? 0 : (attributes.OBJECTID ?? 0));
      if (best === undefined) locations.push({ address: '', location: null, score: 0, attributes: { ResultID, Status: 'U' } });
      else {
        const view = candidateView(best.place, best.score, out.to, input.langCode);
        locations.push({
          address: view.address,
          location: view.location,
          score: view.score,
          attributes: { ...view.attributes, ResultID, Status: 'M' },
        });
      }
    }
    return { spatialReference: out.wkid, locations };
  });
}

function within(name: string, value: number | undefined, otherwise: number, max: number): number {
  if (value === undefined) return otherwise;
  if (value < 1) throw fail('INVALID_PARAMETER', { values: [name, `must be from 1 to ${max}`] });
  return Math.min(value, max);
}
