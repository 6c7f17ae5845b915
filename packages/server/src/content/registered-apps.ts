// Apps that are registered with an item: whoever manages the item manages the registration.
import { randomBytes } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { TYPE_KEYWORDS } from '@graticule/contract/item-types/type-keywords';
import { APP_TYPES, type AppType } from '@graticule/contract/oauth2/apps';
import {
  type AppRow,
  appByClient,
  appOfItem,
  deleteApp,
  insertApp,
  isRedirectOfApp,
  redirectFault,
  updateAppRow,
} from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { ItemRow } from '../schema/content.ts';
import { itemById, updateItemRow } from './items.store.ts';
import { requireItem } from './items.ts';

const MAX_REDIRECTS = 50;

/** 32 characters of randomness. */
const newSecret = (): string => randomBytes(16).toString('hex');

const newClientId = (): string => randomBytes(12).toString('base64url').replace(/[-_]/g, 'x');

/**
 * Registers an app with an item, which gets a keyword for it.
 * @throws INVALID_REQUEST when the item has one, INVALID_PARAMETER, FORBIDDEN
 */
export async function registerApp(
  portal: Portal,
  caller: Caller,
  input: { itemId: string; appType: string; redirect_uris: unknown },
): Promise<AppRow> {
  const item = await requireItem(portal, caller, input.itemId, 'protect');
  const now = portal.clock.now();
  const app: AppRow = {
    client_id: newClientId(),
    item_id: item.id,
    app_type: checkedType(input.appType),
    client_secret: newSecret(),
    redirect_uris: checkedRedirects(input.redirect_uris),
    registered: now,
    modified: now,
  };
  await portal.db.transaction().execute(async (db) => {
    if (!(await insertApp(db, app))) throw fail('INVALID_REQUEST', { values: ['The item has a registered app already.'] });
    await markItem(db, item.id, true);
  });
  return app;
}

/** The keyword goes with the registration. */
async function markItem(db: Db, itemId: string, registered: boolean): Promise<void> {
  const item = await itemById(db, itemId);
  if (item !== undefined) await updateItemRow(db, itemId, { auto_keywords: withRegistered(item, registered) });
}

function withRegistered(item: ItemRow, registered: boolean): string[] {
  const others = item.auto_keywords.filter((word) => word !== TYPE_KEYWORDS.registeredApp);
  return registered ? [...new Set([...others, ...automaticKeywords(item.type, { registered })])] : others;
}

/** The registration of an item. @throws INVALID_REQUEST when it has none */
export async function appOf(portal: Portal, item: ItemRow): Promise<AppRow> {
  const app = await appOfItem(portal.db, item.id);
  if (app === undefined) throw fail('INVALID_REQUEST', { values: ['The item has no registered app.'] });
  return app;
}

/** The registration with a client id, for whoever manages its item. @throws INVALID_REQUEST for an unknown one, FORBIDDEN */
export async function requireApp(portal: Portal, caller: Caller, clientId: string): Promise<AppRow> {
  const app = await appByClient(portal.db, clientId);
  if (app === undefined) throw fail('INVALID_REQUEST', { values: ['Invalid client_id'] });
  await requireItem(portal, caller, app.item_id, 'protect');
  return app;
}

/** Changes what is given of a registration; `freshSecret` gives it another secret. */
export async function changeApp(
  portal: Portal,
  caller: Caller,
  clientId: string,
  change: { appType?: string; redirect_uris?: unknown; freshSecret?: boolean },
): Promise<AppRow> {
  const { client_id: id } = await requireApp(portal, caller, clientId);
  const changed = await updateAppRow(portal.db, id, {
    ...(change.appType === undefined ? {} : { app_type: checkedType(change.appType) }),
    ...(change.redirect_uris === undefined ? {} : { redirect_uris: checkedRedirects(change.redirect_uris) }),
    ...(change.freshSecret ? { client_secret: newSecret() } : {}),
    modified: portal.clock.now(),
  });
  if (changed === undefined) throw fail('INVALID_REQUEST', { values: ['Invalid client_id'] });
  return changed;
}

/** Ends a registration; the id of its item. */
export async function endApp(portal: Portal, caller: Caller, clientId: string): Promise<string> {
  const app = await requireApp(portal, caller, clientId);
  await portal.db.transaction().execute(async (db) => {
    await deleteApp(db, app.client_id);
    await markItem(db, app.item_id, false);
  });
  return app.item_id;
}

/** Whether an app may send people back to an address. @throws INVALID_REQUEST for an unknown client id */
export async function isRedirectOf(portal: Portal, clientId: string, address: string): Promise<boolean> {
  const isValid = await isRedirectOfApp(portal, clientId, address);
  if (isValid === undefined) throw fail('INVALID_REQUEST', { values: ['Invalid client_id'] });
  return isValid;
}

function checkedType(sent: string): AppType {
  const known = APP_TYPES.find((type) => type === sent.trim().toLowerCase());
  if (known === undefined) throw fail('INVALID_PARAMETER', { values: ['appType', `must be one of ${APP_TYPES.join(', ')}`] });
  return known;
}

function checkedRedirects(sent: unknown): string[] {
  const refuse = (says: string) => fail('INVALID_PARAMETER', { values: ['redirect_uris', says] });
  if (!Array.isArray(sent) || !sent.every((each): each is string => typeof each === 'string')) throw refuse('must be a list of addresses');
  if (sent.length > MAX_REDIRECTS) throw refuse(`may hold at most ${MAX_REDIRECTS} addresses`);
  for (const address of sent) {
    const fault = redirectFault(address);
    if (fault !== undefined) throw refuse(`must not ${fault}`);
  }
  return [...new Set(sent)];
}
