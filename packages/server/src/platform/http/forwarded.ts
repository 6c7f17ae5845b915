// Whom a request comes from where reverse proxies pass it on, and a warning for one that the configuration does not name: everybody behind it would
// count as one visitor.
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Sender } from './credentials.ts';

/** Where a request came from, and to whom. */
export type From = Pick<Sender, 'ip' | 'protocol' | 'host'>;

/**
 * Reads it as the framework does, for requests that are answered before it: only what the named proxies pass on counts. The address is the last one
 * that no named proxy vouches for; host and scheme are those of the nearest proxy, if it is a named one. Undefined for
 * a request that does not say to whom.
 */
export function senderReader(trustedProxies: readonly string[]): (request: IncomingMessage) => From | undefined {
  const isTrusted = trustedProxies.length === 0 ? undefined : proxyAddr.compile([...trustedProxies]);
  return (request) => {
    const { headers, socket } = request;
    const ip = socket.remoteAddress ?? '';
    const host = headers.host;
    if (isTrusted === undefined || !isTrusted(ip, 0)) return host === undefined ? undefined : { ip, protocol: 'http', host };
    const passedOn = lastOf(headers['x-forwarded-host']) ?? host;
    const protocol = (lastOf(headers['x-forwarded-proto']) ?? 'http') as From['protocol'];
    return passedOn === undefined ? undefined : { ip: proxyAddr(request, isTrusted), protocol, host: passedOn };
  };
}

/** Of a header that was sent more than once, which arrives as one text, the last value; undefined for none. */
function lastOf(header: string | string[] | undefined): string | undefined {
  const text = header?.toString() ?? '';
  return text === '' ? undefined : text.slice(text.lastIndexOf(',') + 1).trim();
}

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
