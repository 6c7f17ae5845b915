// The HTTP server: limits, cookies, compression, cross-origin headers, logs, and what happens to unknown paths.
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { fail } from '@graticule/contract/errors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { isTrustedOrigin, OF_THE_API, type OriginOptions, originHeaders, PREFLIGHT, SAFETY } from './api-headers.ts';
import { BROTLI, LEAST_COMPRESSED_BYTES } from './compressed.ts';
import { isOfService, sendError, toPortalError } from './errors.ts';
import { warnOfUnknownProxies } from './forwarded.ts';
import { readPast } from './past-body.ts';
import { RequestLog, requestId, requestLines } from './request-log.ts';
import { unsentReplies } from './unsent.ts';

interface Options extends OriginOptions {
  config: Config;
  log: Logger;
}

const API_PATH = /^\/(sharing|rest|portaladmin)(\/|$|\?)/i;

/** `/sharing/x` is the old form of `/sharing/rest/x`. */
function canonicalUrl(url: string): string {
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at)).replace(/\/{2,}/g, '/');
  const query = at < 0 ? '' : url.slice(at);
  const sharing = /^\/sharing(?!\/rest(?:\/|$))(\/.*)?$/i.exec(path);
  return `${sharing === null ? path : `/sharing/rest${sharing[1] ?? ''}`}${query}`;
}

/** Whether a path belongs to the API rather than to the pages. */
export function isApiPath(url: string): boolean {
  return API_PATH.test(url);
}

/** Makes the server without any routes. */
export async function createHttpServer(options: Options): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.config.trustedProxies.length > 0 ? options.config.trustedProxies : false,
    genReqId: requestId,
    childLoggerFactory: (log, bindings) => new RequestLog(log as Logger, bindings) as unknown as FastifyBaseLogger,
    bodyLimit: 10 * 1024 * 1024,
    requestTimeout: 600_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 300 },
    exposeHeadRoutes: true,
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  await app.register(cookie);
  await app.register(compress, {
    global: true,
    threshold: LEAST_COMPRESSED_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
    customTypes: /^(text\/.*|application\/(json|geo\+json|javascript|xml|x-protobuf|vnd\.mapbox-vector-tile)|image\/svg\+xml)/,
  });
  acceptForms(app);
  addHeaders(app, options);
  watchReplies(app);
  logRequests(app, options.log);
  warnOfUnknownProxies(app, options.log);
  app.setErrorHandler(async (thrown, request, reply) => {
    if ((thrown as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') await readPast(request.raw);
    const error = toPortalError(thrown, request.log as unknown as Logger);
    await sendError(reply, error, { isOfFile: !isApiPath(request.url), isOfService: isOfService(request.url), format: '' });
  });
  return app;
}

/** Forms only: JSON bodies are no part of this API, and refusing them keeps simple cross-site posts out. */
function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  // Clients send a content type without a body with some POST requests.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, body);
    else done(fail('UNSUPPORTED_FORM') as Error, undefined);
  });
}

function addHeaders(app: FastifyInstance, options: Options): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (!isApiPath(request.url)) {
      reply.headers(SAFETY);
      return done();
    }
    reply.headers(OF_THE_API);
    const { origin } = request.headers;
    const open = (isTrusted: boolean): void => {
      reply.headers(originHeaders(origin, isTrusted));
      if (request.method === 'OPTIONS') reply.code(204).headers(PREFLIGHT).send('');
      else done();
    };
    if (origin === undefined) open(false);
    else isTrustedOrigin(options, request, origin).then(open, done);
  });
}

/** As they are handed over, before they are compressed: what a reply is compressed from waits with it. */
function watchReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    if (payload !== null && payload !== undefined && payload !== '')
      unsentReplies.watch(reply.raw, () => request.ip, isWhole ? payload.length : 0);
    done(null, payload);
  });
}

function logRequests(app: FastifyInstance, log: Logger): void {
  const write = requestLines(log);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, id } = request;
    write({ id, method, url, status: reply.statusCode, ms: reply.elapsedTime });
    done();
  });
}
