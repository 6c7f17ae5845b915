// Which settings of the organisation may be written, and with which values.
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { updatePortal } from '@graticule/contract/portals/portals';

/** What an administrator sends to change settings. */
export type PortalChange = Partial<Omit<ServerInput<typeof updatePortal>, 'portal' | 'clearEmptyFields'>>;

interface Columns {
  name?: string;
  description?: string | null;
  snippet?: string | null;
  access?: 'public' | 'private';
  url_key?: string | null;
  culture?: string;
  region?: string | null;
  units?: 'metric' | 'english';
}

/** Characters of one setting as JSON: all of them are read with every request. */
const MAX_SETTING = 20_000;

/** Settings kept as JSON under their wire names. */
const JSON_SETTINGS = [
  'canSearchPublic',
  'canSharePublic',
  'canListApps',
  'canListData',
  'commentsEnabled',
  'disableSignup',
  'showHomePageDescription',
  'homePageFeaturedContent',
  'homePageFeaturedContentCount',
  'featuredGroups',
  'featuredItemsGroupQuery',
  'allowedOrigins',
  'authorizedCrossOriginDomains',
  'defaultExtent',
  'portalProperties',
] as const;

/**
 * The columns and settings after a change.
 * @throws INVALID_PARAMETER naming the field
 */
export function settingsAfter(
  before: Record<string, unknown>,
  change: PortalChange,
  cleared: ReadonlySet<string>,
): { columns: Columns; settings: Record<string, unknown> } {
  const invalid = (name: string, why: string) => fail('INVALID_PARAMETER', { values: [name, why] });
  const columns: Columns = {};
  if (change.name !== undefined) {
    if (change.name.trim() === '' || change.name.length > 250) throw invalid('name', 'must have 1 to 250 characters');
    columns.name = change.name.trim();
  }
  if (change.access !== undefined) {
    if (change.access !== 'public' && change.access !== 'private') throw invalid('access', 'must be public or private');
    columns.access = change.access;
  }
  if (change.urlKey !== undefined) {
    if (!/^[a-z0-9-]{4,40}$/.test(change.urlKey)) throw invalid('urlKey', 'must have 4 to 40 lower-case letters, digits and hyphens');
    columns.url_key = change.urlKey;
  }
  if (change.units !== undefined) {
    if (change.units !== 'metric' && change.units !== 'english') throw invalid('units', 'must be metric or english');
    columns.units = change.units;
  }
  if (change.culture !== undefined) {
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,4})*$/i.test(change.culture)) throw invalid('culture', 'must be a language such as en or pt-br');
    columns.culture = change.culture.toLowerCase();
  }
  if (change.region !== undefined) columns.region = change.region;
  if (change.description !== undefined) columns.description = change.description;
  if (change.snippet !== undefined) columns.snippet = change.snippet;
  if (cleared.has('description')) columns.description = null;
  if (cleared.has('snippet')) columns.snippet = null;
  if (cleared.has('region')) columns.region = null;
  const settings = { ...before };
  for (const name of JSON_SETTINGS) {
    if (cleared.has(name)) delete settings[name];
    else if (change[name] !== undefined) settings[name] = checked(name, change[name]);
  }
  return { columns, settings };
}

function checked(name: string, value: unknown): unknown {
  if (typeof value === 'object' && JSON.stringify(value).length > MAX_SETTING)
    throw fail('INVALID_PARAMETER', { values: [name, `must have at most ${MAX_SETTING} characters`] });
  if (name !== 'allowedOrigins' && name !== 'authorizedCrossOriginDomains') return value;
  const ok = Array.isArray(value) && value.every((origin) => typeof origin === 'string' && /^https?:\/\/[^/?#\s]+$/.test(origin));
  if (!ok) throw fail('INVALID_PARAMETER', { values: [name, 'must be a list of origins such as https://maps.example.org'] });
  return value;
}
