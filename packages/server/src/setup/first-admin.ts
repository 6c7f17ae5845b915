// The first administrator: a one-time setup link, or the variable for automated installs.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { fail, PortalError } from '@graticule/contract/errors';
import { anyAdministrator, createAccount, deleteSecret, putSecret, readSecret } from '../identity/index.ts';
import { ensureOrganisation, markSetUp } from '../organisation/index.ts';
import type { Portal } from '../platform/context.ts';

const SECRET = 'setup-code';
/** Shortest name of a first administrator; later members need six characters. */
const MIN_USERNAME = 3;

/** Whether the portal has an administrator. */
export function hasAdministrator(portal: Portal): Promise<boolean> {
  return anyAdministrator(portal.db);
}

/**
 * Makes a new one-time code and keeps its hash; the older ones become invalid.
 * @shape the code for the setup link, or undefined when there is an administrator
 */
export async function newSetupCode(portal: Portal): Promise<string | undefined> {
  if (await anyAdministrator(portal.db)) {
    await deleteSecret(portal.db, SECRET);
    return undefined;
  }
  const code = randomBytes(18).toString('base64url');
  await putSecret(portal.db, SECRET, digest(code));
  return code;
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

interface FirstAdmin {
  username: string;
  password: string;
  email: string;
  fullName: string;
}

/**
 * Creates the first administrator with the code of the setup link.
 * @throws ADMINISTRATOR_EXISTS, SETUP_LINK_INVALID, and the errors of creating an account
 */
export async function createFirstAdmin(portal: Portal, input: FirstAdmin & { setupCode: string }): Promise<string> {
  const expected = await readSecret(portal.db, SECRET);
  if (await anyAdministrator(portal.db)) throw fail('ADMINISTRATOR_EXISTS');
  if (expected === undefined || !timingSafeEqual(Buffer.from(expected), Buffer.from(digest(input.setupCode))))
    throw fail('SETUP_LINK_INVALID');
  const organisation = await ensureOrganisation(portal);
  return portal.db.transaction().execute(async (transaction) => {
    // The row of the code is the lock: of two requests at once, the second waits here and then finds it gone.
    await deleteSecret(transaction, SECRET);
    if (await anyAdministrator(transaction)) throw fail('ADMINISTRATOR_EXISTS');
    return createAccount(transaction, { ...input, role: 'admin', orgId: organisation.id, minUsernameLength: MIN_USERNAME });
  });
}

/** Creates the administrator of the configuration, with the organisation's defaults, while there is none. */
export async function bootstrapAdmin(portal: Portal): Promise<boolean> {
  const admin = portal.config.bootstrapAdmin;
  if (admin === undefined || (await anyAdministrator(portal.db))) return false;
  const organisation = await ensureOrganisation(portal);
  try {
    await createAccount(portal.db, { ...admin, role: 'admin', orgId: organisation.id, minUsernameLength: MIN_USERNAME });
  } catch (error) {
    // Another process that starts at the same time was quicker.
    if (error instanceof PortalError && error.code === 'USERNAME_TAKEN' && (await anyAdministrator(portal.db))) return false;
    throw error;
  }
  await markSetUp(portal, organisation.id);
  await deleteSecret(portal.db, SECRET);
  return true;
}
