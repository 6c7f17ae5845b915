// Portals on either engine for the journeys.
import { randomBytes } from 'node:crypto';
import { type PostgresServer, startPostgresServer } from '../packages/server/testing/postgres-server.ts';
import { type StartedPortal, type StartOptions, startPortal } from '../packages/server/testing/started-portal.ts';

export type Engine = 'embedded' | 'postgres';

const asked = process.env.GRATICULE_TEST_ENGINE;

/** What most journeys run on: what a newcomer gets, unless told otherwise. */
export const ENGINE: Engine = asked === 'postgres' ? 'postgres' : 'embedded';

/** What the journey of the first day runs on: both, unless one is asked for. */
export const ENGINES: readonly Engine[] = asked === 'embedded' || asked === 'postgres' ? [asked] : ['embedded', 'postgres'];

/** A portal with everything under it. */
export interface Site {
  portal: StartedPortal;
  close(): Promise<void>;
}

/** Starts a portal on a new database of the engine. */
export async function openSite(engine: Engine, options: StartOptions = {}): Promise<Site> {
  if (engine === 'embedded') {
    const portal = await startPortal(options);
    return { portal, close: () => portal.stop() };
  }
  const server: PostgresServer = await startPostgresServer();
  try {
    const databaseUrl = await server.createDatabase(`journeys_${randomBytes(4).toString('hex')}`);
    const portal = await startPortal({ ...options, databaseUrl });
    return {
      portal,
      close: async () => {
        await portal.stop();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
