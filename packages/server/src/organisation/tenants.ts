// Several organisations on one install: what its operator does with them.

import { fail } from '@graticule/contract/errors';
import type { OrganisationSummary } from '@graticule/contract/portals/organisations';
import { createAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { tenantUrl } from '../platform/tenants.ts';
import { allOrganisations, insertOrganisation } from './organisations.store.ts';
import { homeOrganisation, newOrganisationId } from './organisations.ts';
import { settingsAfter } from './settings.rules.ts';

/**
 * The address of the install, once the caller is its operator: an administrator of the home organisation.
 * @throws OPERATION_NOT_SUPPORTED on a single-tenant install, FORBIDDEN
 */
async function requireOperator(portal: Portal, caller: Caller): Promise<{ publicUrl: string; multiTenant: boolean }> {
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
