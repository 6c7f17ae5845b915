// The endpoints that the real application binds, for the generated reference and the check of the contract.
import type { Endpoint } from '@graticule/contract/endpoint';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import type { Portal } from '../src/platform/context.ts';

/** Makes the application without starting it: nothing asks the database. */
export async function boundEndpoints(): Promise<ReadonlySet<Endpoint>> {
  const portal = { config: readConfig({ GRATICULE_METRICS: 'false' }), db: {}, log: pino({ level: 'silent' }) } as unknown as Portal;
  const { app, routes } = await createApp(portal);
  await app.close();
  return new Set(routes.bound);
}
