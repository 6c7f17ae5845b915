// Liveness, readiness and metrics for operators and load balancers.
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Portal } from '../context.ts';
import { freeDiskBytes, MIN_FREE_BYTES } from '../files/disk-room.ts';
import { RequestDurations } from './request-durations.ts';

const CHECK_TIMEOUT_MS = 3_000;

/** A reason that may be told to anybody. */
class NotReady extends Error {}

interface Check {
  name: string;
  ok: boolean;
  message?: string;
}

/** Counts an answered request. */
export type Observe = (endpoint: string, status: number, seconds: number) => void;

/** Adds /health (the process lives), /ready (every dependency answers) and, unless turned off, /metrics. */
export function addHealth(app: FastifyInstance, portal: Portal): { observe: Observe } {
  app.get('/health', async () => ({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const checks = await Promise.all([
      check(portal.log, 'database', async () => {
        await portal.database.pool.query('select 1');
      }),
      check(portal.log, 'files', async () => {
        if ((await freeDiskBytes(portal.config.dataDir)) < MIN_FREE_BYTES) throw new NotReady('the disk is nearly full');
      }),
    ]);
    const ok = checks.every((one) => one.ok);
    reply.code(ok ? 200 : 503).header('cache-control', 'no-store');
    if (!ok) reply.header('retry-after', '5');
    return { status: ok ? 'ready' : 'not ready', checks };
  });
  return { observe: portal.config.metrics ? addMetrics(app, portal) : () => undefined };
}

async function check(log: Portal['log'], name: string, run: () => Promise<void>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NotReady('no answer in time')), CHECK_TIMEOUT_MS).unref();
  });
  try {
    await Promise.race([run(), timeout]);
    return { name, ok: true };
  } catch (error) {
    // Anybody may ask: what the driver says stays in the log.
    log.warn({ err: error, check: name }, 'not ready');
    return { name, ok: false, message: error instanceof NotReady ? error.message : 'does not answer' };
  } finally {
    clearTimeout(timer);
  }
}

function addMetrics(app: FastifyInstance, portal: Portal): Observe {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new RequestDurations();
  registry.registerMetric(durations.asMetric);
  new Gauge({
    name: 'graticule_database_connections',
    help: 'Open connections to the database.',
    registers: [registry],
    collect() {
      this.set(portal.database.pool.totalCount);
    },
  });
  const observe: Observe = (endpoint, status, seconds) => durations.observe(endpoint, status, seconds);
  app.addHook('onResponse', (request, reply, done) => {
    const endpoint = (request.routeOptions.config as { endpoint?: string } | undefined)?.endpoint ?? 'other';
    observe(endpoint, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType);
    return registry.metrics();
  });
  return observe;
}
