// The organisation behind a request: its settings, kept for a few seconds because every request needs them.
import { randomBytes } from 'node:crypto';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@graticule/contract/account-rules';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { OrganisationRow } from '../schema/organisation.ts';
import { firstOrganisation, insertOrganisation, organisationById, updateOrganisation } from './organisations.store.ts';
import { type PortalChange, settingsAfter } from './settings.rules.ts';

/** How long another process may still see old settings. */
const KEEP_MS = 3_000;

interface Kept {
  row: OrganisationRow;
  until: number;
}

const kept = new WeakMap<Portal['db'], Map<string, Kept>>();

function keptOf(portal: Portal): Map<string, Kept> {
  const known = kept.get(portal.db);
  if (known !== undefined) return known;
  const fresh = new Map<string, Kept>();
  kept.set(portal.db, fresh);
  return fresh;
}

async function load(portal: Portal, key: string, read: () => Promise<OrganisationRow | undefined>): Promise<OrganisationRow> {
  const map = keptOf(portal);
  const known = map.get(key);
  if (known !== undefined && known.until > Date.now()) return known.row;
  const row = await read();
  if (row === undefined) throw fail('INVALID_PARAMETER', { values: ['portal', 'is not known'] });
  map.set(key, { row, until: Date.now() + KEEP_MS });
  return row;
}

/** The organisation of a single-tenant install. */
export function homeOrganisation(portal: Portal): Promise<OrganisationRow> {
  return load(portal, 'home', () => firstOrganisation(portal.db));
}

/** The organisation of an id that stands in a row. */
export function organisationWithId(portal: Portal, id: string): Promise<OrganisationRow> {
  return load(portal, id, () => organisationById(portal.db, id));
}

/** The caller's organisation; the home organisation for those who belong to none. */
export function organisationOf(portal: Portal, caller: Caller): Promise<OrganisationRow> {
  const { orgId } = caller;
  return orgId === null ? homeOrganisation(portal) : organisationWithId(portal, orgId);
}

/**
 * The organisation that a path names.
 * @throws INVALID_PARAMETER for an id that is neither the caller's nor the home organisation's
 */
export async function namedOrganisation(portal: Portal, caller: Caller, name: string): Promise<OrganisationRow> {
  const own = await organisationOf(portal, caller);
  if (name.toLowerCase() === 'self' || name === own.id) return own;
  const home = await homeOrganisation(portal);
  if (name === home.id) return home;
  throw fail('INVALID_PARAMETER', { values: ['portal', 'is not known'] });
}

/** Makes the organisation of a new install. */
export async function ensureOrganisation(portal: Portal): Promise<OrganisationRow> {
  const found = await firstOrganisation(portal.db);
  if (found !== undefined) return found;
  await insertOrganisation(portal.db, newOrganisationId(), 'Graticule');
  return homeOrganisation(portal);
}

function newOrganisationId(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  return [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('');
}

/** Changes settings and forgets what was kept. */
export async function changeOrganisation(portal: Portal, id: string, change: PortalChange, cleared: ReadonlySet<string>): Promise<void> {
  const row = await organisationById(portal.db, id);
  if (row === undefined) throw fail('INVALID_PARAMETER', { values: ['portal', 'is not known'] });
  const { columns, settings } = settingsAfter(row.settings, change, cleared);
  await updateOrganisation(portal.db, id, { ...columns, settings: JSON.stringify(settings) });
  keptOf(portal).clear();
}

/** Marks the first set-up as done. */
export async function markSetUp(portal: Portal, id: string): Promise<void> {
  await updateOrganisation(portal.db, id, { set_up: true });
  keptOf(portal).clear();
}

/** Origins whose pages may send credentials. */
export async function trustedOrigins(portal: Portal): Promise<string[]> {
  const { settings } = await homeOrganisation(portal);
  return [...texts(settings.allowedOrigins), ...texts(settings.authorizedCrossOriginDomains)].map((origin) =>
    /^https?:\/\//.test(origin) ? origin : `https://${origin}`,
  );
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === 'string') : [];
}

/** The rules for new passwords of an organisation. */
export function passwordPolicyOf(organisation: OrganisationRow): PasswordPolicy {
  const own = organisation.settings.passwordPolicy;
  return typeof own === 'object' && own !== null
    ? { ...DEFAULT_PASSWORD_POLICY, ...(own as Partial<PasswordPolicy>) }
    : DEFAULT_PASSWORD_POLICY;
}
