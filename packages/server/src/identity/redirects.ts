// Whether somebody may be sent to an address in the name of a registered app.
import type { Portal } from '../platform/context.ts';
import { appByClient } from './apps.store.ts';
import { mayRedirect } from './redirects.rules.ts';

/** Whether the app with this client id may send people back to the address; undefined when there is no such app. */
export async function isRedirectOfApp(portal: Portal, clientId: string, address: string): Promise<boolean | undefined> {
  const app = await appByClient(portal.db, clientId);
  return app === undefined ? undefined : mayRedirect(app.redirect_uris, address);
}
