// Notices a reverse proxy that the configuration does not name: everybody behind it would count as one visitor.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Warns once when a request says that it was passed on, by somebody whose word does not count. */
export function warnOfUnknownProxies(app: FastifyInstance, log: Logger): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    // Addresses beyond the sender's own are there only where a named proxy vouches for them.
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) < 2) {
      hasWarned = true;
      log.warn(
        { peer: request.socket.remoteAddress },
        'A request with X-Forwarded-For came from an address that GRATICULE_TRUSTED_PROXIES does not name. If that is your reverse proxy, name it there: ' +
          'until then all visitors behind it count as one, share one limit of tries, and links may begin with http instead of https.',
      );
    }
    done();
  });
}
