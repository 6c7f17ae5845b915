// The organisation behind a request: its settings, kept for a few seconds because every request needs them.
import { randomBytes } from 'node:crypto';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@graticule/contract/account-rules';
import { fail } from '@graticule/contract/errors';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { perPortal } from '../platform/per-portal.ts';
import { tenantKey } from '../platform/tenants.ts';
import type { OrganisationRow } from '../schema/organisation.ts';
import {
  insertHomeOrganisation,
  lockedSettings,
  organisationById,
  organisationByUrlKey,
  readHomeOrganisation,
  updateOrganisation,
} from './organisations.store.ts';
import { type PortalChange, settingsAfter } from './settings.rules.ts';

/** How long another process may still see old settings. */
const KEEP_MS = 3_000;

interface Kept {
  row: OrganisationRow;
  /** By the clock of the process, which nobody sets back. */
  until: number;
}

const keptOf = perPortal(() => new Map<string, Kept>());

async function load(portal: Portal, key: string, read: () => Promise<OrganisationRow | undefined>): Promise<OrganisationRow> {
  const map = keptOf(portal);
  const known = map.get(key);
  if (known !== undefined && known.until > performance.now()) return known.row;
  const row = await read();
  if (row === undefined) throw fail('ORGANISATION_NOT_FOUND');
  map.set(key, { row, until: performance.now() + KEEP_MS });
  return row;
}

/** The organisation of the main address, and the only one of a single-tenant install. */
export function homeOrganisation(portal: Portal): Promise<OrganisationRow> {
  return load(portal, 'home', () => readHomeOrganisation(portal.db));
}

/**
 * The organisation that visitors of an address meet.
 * @throws ORGANISATION_NOT_FOUND for an address below the main one that nobody has
 */
export function organisationAt(portal: Portal, baseUrl: string): Promise<OrganisationRow> {
  const key = tenantKey(portal.config, baseUrl);
  return key === undefined ? homeOrganisation(portal) : load(portal, `at:${key}`, () => organisationByUrlKey(portal.db, key));
}

/** The organisation of an id that stands in a row. */
export function organisationWithId(portal: Portal, id: string): Promise<OrganisationRow> {
  return load(portal, id, () => organisationById(portal.db, id));
}

/** The caller's organisation; for those who belong to none, the one whose address they use. */
export function organisationOf(portal: Portal, caller: Caller): Promise<OrganisationRow> {
  const { orgId } = caller;
  return orgId === null ? organisationAt(portal, caller.baseUrl) : organisationWithId(portal, orgId);
}

/**
 * The organisation that a path names. Private organisations are nobody else's business, not even that they are there.
 * @throws INVALID_PARAMETER for an unknown id and for a private organisation that is neither the caller's nor at this address
 */
export async function namedOrganisation(portal: Portal, caller: Caller, name: string): Promise<OrganisationRow> {
  const own = await organisationOf(portal, caller);
  if (name.toLowerCase() === 'self' || name === own.id) return own;
  const here = await organisationAt(portal, caller.baseUrl);
  if (name === here.id) return here;
  const other = /^[A-Z0-9]{16}$/.test(name) ? await organisationById(portal.db, name) : undefined;
  if (other?.access === 'public') return other;
  throw fail('INVALID_PARAMETER', { values: ['portal', 'is not known'] });
}

/**
 * The caller's own organisation by the name in a path; another one's settings are nobody else's business.
 * @throws FORBIDDEN, and as `namedOrganisation`
 */
export async function ownOrganisation(portal: Portal, caller: Caller, name: string): Promise<OrganisationRow> {
  const organisation = await namedOrganisation(portal, caller, name);
  if (organisation.id !== caller.orgId) throw fail('FORBIDDEN');
  return organisation;
}

/** Makes the organisation of a new install. */
export async function ensureOrganisation(portal: Portal): Promise<OrganisationRow> {
  const found = await readHomeOrganisation(portal.db);
  if (found !== undefined) return found;
  await insertHomeOrganisation(portal.db, newOrganisationId(), 'Graticule');
  return homeOrganisation(portal);
}

/** 16 upper-case letters and digits. */
export function newOrganisationId(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  return [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('');
}

/** Changes settings and forgets what was kept. */
export async function changeOrganisation(portal: Portal, id: string, change: PortalChange, cleared: ReadonlySet<string>): Promise<void> {
  try {
    await portal.db.transaction().execute(async (db) => {
      const before = await lockedSettings(db, id);
      if (before === undefined) throw fail('INVALID_PARAMETER', { values: ['portal', 'is not known'] });
      const { columns, settings } = settingsAfter(before, change, cleared);
      await updateOrganisation(db, id, { ...columns, settings: JSON.stringify(settings) });
    });
  } catch (error) {
    if (violatedUnique(error) !== undefined) throw fail('INVALID_PARAMETER', { values: ['urlKey', 'is taken'], cause: error });
    throw error;
  }
  keptOf(portal).clear();
}

/** Forgets what was kept of all organisations. */
export function forgetKept(portal: Portal): void {
  keptOf(portal).clear();
}

/** Marks the first set-up as done. */
export async function markSetUp(portal: Portal, id: string): Promise<void> {
  await updateOrganisation(portal.db, id, { set_up: true });
  keptOf(portal).clear();
}

/** Origins whose pages may send credentials. */
export async function trustedOrigins(portal: Portal, baseUrl: string): Promise<string[]> {
  const { settings } = await organisationAt(portal, baseUrl);
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
