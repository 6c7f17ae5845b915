// Several organisations on one install: what its operator does with them.
import { fail } from '@graticule/contract/errors';
import type { OrganisationSummary } from '@graticule/contract/portals/organisations';
import { createAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { dropBytes } from '../platform/files/drop-bytes.ts';
import { deleteStoredFiles } from '../platform/files/stored-files.store.ts';
import { tenantUrl } from '../platform/tenants.ts';
import type { OrganisationRow } from '../schema/organisation.ts';
import { allOrganisations, deleteOrganisation, insertOrganisation, organisationById, updateOrganisation } from './organisations.store.ts';
import { forgetKept, homeOrganisation, newOrganisationId } from './organisations.ts';
import { settingsAfter } from './settings.rules.ts';

/**
 * The address of the install, once the caller is its operator: an administrator of the home organisation.
 * @throws OPERATION_NOT_SUPPORTED on a single-tenant install, FORBIDDEN
 */
export async function requireOperator(portal: Portal, caller: Caller): Promise<{ publicUrl: string; multiTenant: boolean }> {
  const { publicUrl, multiTenant } = portal.config;
  if (!multiTenant || publicUrl === undefined) throw fail('OPERATION_NOT_SUPPORTED', { details: ['This install holds one organisation.'] });
  if (caller.role !== 'admin' || caller.orgId !== (await homeOrganisation(portal)).id) throw fail('FORBIDDEN');
  return { publicUrl, multiTenant };
}

/** Every organisation with its address. */
export async function listTenants(portal: Portal, caller: Caller): Promise<OrganisationSummary[]> {
  const config = await requireOperator(portal, caller);
  return (await allOrganisations(portal.db)).map((row) => ({
    id: row.id,
    name: row.name,
    urlKey: row.url_key,
    url: tenantUrl(config, row.url_key),
    access: row.access,
    isHome: row.is_home,
    members: row.members,
    created: row.created.getTime(),
    isClosing: row.closing !== null,
  }));
}

/** What a new organisation and its first administrator need. */
export interface NewTenant {
  name: string;
  urlKey: string;
  username: string;
  password: string;
  email: string;
  fullName: string;
}

/**
 * Adds an organisation together with its administrator, who is led to the set-up page at the first sign-in.
 * @throws INVALID_PARAMETER for a name or key that does not fit or is taken, and the errors of `createAccount`
 */
export async function addTenant(portal: Portal, caller: Caller, input: NewTenant): Promise<{ id: string; url: string; username: string }> {
  const config = await requireOperator(portal, caller);
  const { columns } = settingsAfter({}, { name: input.name, urlKey: input.urlKey }, new Set());
  const row = { id: newOrganisationId(), name: columns.name ?? '', url_key: columns.url_key ?? '' };
  const { username, password, email, fullName } = input;
  await portal.db.transaction().execute(async (db) => {
    await insertOrganisation(db, row).catch((error: unknown) => {
      if (violatedUnique(error) !== undefined) throw fail('INVALID_PARAMETER', { values: ['urlKey', 'is taken'], cause: error });
      throw error;
    });
    await createAccount(db, { username, password, email, fullName, role: 'admin', orgId: row.id });
  });
  portal.log.info({ organisation: row.id, urlKey: row.url_key, by: caller.username }, 'added an organisation');
  return { id: row.id, url: tenantUrl(config, row.url_key), username };
}

/**
 * Takes an organisation out of use: its address ends, and it is private until it is gone.
 * Who calls has checked that it is the operator, and forgets what was kept after the transaction.
 * @throws INVALID_PARAMETER for an unknown or the home organisation
 */
export async function closeTenant(db: Db, id: string, now: Date): Promise<OrganisationRow> {
  const row = await organisationById(db, id);
  if (row === undefined || row.closing !== null) throw fail('INVALID_PARAMETER', { values: ['id', 'is not known'] });
  if (row.is_home) throw fail('INVALID_PARAMETER', { values: ['id', 'is the home organisation, which stays'] });
  await updateOrganisation(db, id, { closing: now, access: 'private', url_key: null });
  return row;
}

/** Removes an organisation that has nothing left; nothing when it is gone already. */
export async function removeTenant(portal: Portal, id: string): Promise<void> {
  const keys = await portal.db.transaction().execute(async (db) => {
    const files = await deleteOrganisation(db, id);
    await deleteStoredFiles(db, files);
    return files;
  });
  await dropBytes(portal, keys);
  forgetKept(portal);
}
