// What the terms of a listing may be, and which items may be offered. Pure.
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import { itemType } from '@graticule/contract/item-types/classify';
import type { listItem } from '@graticule/contract/marketplace/listings';
import { shown } from '@graticule/contract/refusals/refusal';
import type { ListingRow } from '../schema/marketplace.ts';

/** The columns of a listing that its vendor chooses. */
export type ListingTerms = Omit<ListingRow, 'item_id' | 'org_id' | 'listed_by' | 'open' | 'created' | 'modified'>;

const DEFAULTS: ListingTerms = {
  price_desc: null,
  credits_per_transaction: null,
  license_type: 'free',
  license_by: 'organization',
  trial_days: null,
  access: 'private',
  system_requirements: null,
  terms: null,
  version: '1.0',
  banner: null,
  large_thumbnail: null,
  screenshots: [],
};

const MAX_TEXT = 10_000;
const MAX_SCREENSHOTS = 20;
const DEFAULT_TRIAL_DAYS = 30;

type Input = Omit<ServerInput<typeof listItem>, 'itemId'>;

/**
 * The terms after what a vendor sent; what is left out stays as it was.
 * @throws INVALID_PARAMETER naming the field
 * @source CO-079, CO-080
 */
export function termsAfter(input: Input, before: ListingTerms = DEFAULTS): ListingTerms {
  const listing = record('listingProperties', input.listingProperties);
  const properties = record('properties', input.properties);
  return {
    price_desc: textOr(listing, 'priceDesc', before.price_desc),
    credits_per_transaction: numberOr(listing, 'creditsPerTransaction', before.credits_per_transaction),
    license_type: oneOf(listing, 'licenseType', ['free', 'paid'], before.license_type),
    license_by: oneOf(listing, 'licenseBy', ['organization', 'user'], before.license_by),
    trial_days: trialDays(listing, before.trial_days),
    access: oneOf(listing, 'listingAccess', ['private', 'public'], before.access),
    system_requirements: textOr(properties, 'systemRequirements', before.system_requirements),
    terms: textOr(properties, 'termsAndConditions', before.terms),
    version: textOr(properties, 'version', before.version) || DEFAULTS.version,
    banner: resourceName('banner', input.banner) ?? before.banner,
    large_thumbnail: resourceName('largeThumbnail', input.largeThumbnail) ?? before.large_thumbnail,
    screenshots: screenshots(input.screenshots) ?? before.screenshots,
  };
}

/** Whether the organisation lets an item of this type be offered. @source CO-199 */
export function mayBeListed(type: string, settings: Record<string, unknown>): boolean {
  return settings[itemType(type).class === 'app' ? 'canListApps' : 'canListData'] !== false;
}

function record(name: string, value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(name, 'must be a JSON object');
  return value as Record<string, unknown>;
}

function textOr<T extends string | null>(from: Record<string, unknown>, name: string, before: T): string | T {
  const value = from[name];
  if (value === undefined) return before;
  if (value === null) return '';
  if (typeof value !== 'string' || value.length > MAX_TEXT) throw invalid(name, `must be text of at most ${MAX_TEXT} characters`);
  return value.replaceAll('\0', '').trim();
}

function numberOr(from: Record<string, unknown>, name: string, before: number | null): number | null {
  const value = from[name];
  if (value === undefined) return before;
  if (value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw invalid(name, 'must be a number that is not negative');
  return value;
}

function oneOf<T extends string>(from: Record<string, unknown>, name: string, words: readonly T[], before: T): T {
  const value = from[name];
  if (value === undefined) return before;
  const found = words.find((word) => word === shown(value).toLowerCase());
  if (found === undefined) throw invalid(name, `must be ${words.join(' or ')}`);
  return found;
}

function trialDays(from: Record<string, unknown>, before: number | null): number | null {
  const { trialSupported: supported, trialDuration: days } = from;
  if (supported === false) return null;
  if (days === undefined || days === null) return supported === true ? (before ?? DEFAULT_TRIAL_DAYS) : before;
  if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 365)
    throw invalid('trialDuration', 'must be a whole number of days from 1 to 365');
  return supported === true || before !== null ? days : null;
}

function resourceName(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (value.length > 250 || value.includes('..') || /[\\\0]|^\//.test(value))
    throw invalid(name, 'must be the name of a resource of the item');
  return value;
}

function screenshots(names: string[] | undefined): string[] | undefined {
  if (names === undefined) return undefined;
  if (names.length > MAX_SCREENSHOTS) throw invalid('screenshots', `must be at most ${MAX_SCREENSHOTS} names`);
  return names.map((name) => resourceName('screenshots', name) ?? '').filter((name) => name !== '');
}

function invalid(name: string, why: string): Error {
  return fail('INVALID_PARAMETER', { values: [name, why] });
}
