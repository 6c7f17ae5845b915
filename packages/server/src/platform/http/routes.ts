// Binds endpoint values to handlers: parsing, credentials, formats and errors are alike for all of them.
import type { Endpoint, ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.ts';
import type { Portal } from '../context.ts';
import { baseUrlOf, type Credentials, findCredentials, provesSameOrigin } from './credentials.ts';
import { sendError, sendOAuthError, toPortalError } from './errors.ts';
import { type Form, readForm } from './form.ts';
import { HTML_VIEW_POLICY, htmlView } from './html-view.ts';
import { finder, parseInput } from './input.ts';
import { jsonText } from './json.ts';
import { JsonText, RawReply } from './reply.ts';
import type { CookieOptions, HttpFacts } from './request.ts';

/** Makes the caller of a request; the identity domain provides it. */
export type Authenticate = (
  portal: Portal,
  credentials: Credentials,
  facts: { address: string; baseUrl: string; referer: string | undefined },
) => Promise<Caller>;

/** A handler: decides nothing about HTTP, gives an object or a RawReply. */
export type Handler<E extends Endpoint> = (
  portal: Portal,
  caller: Caller,
  input: ServerInput<E>,
  http: HttpFacts,
) => Promise<NonNullable<E['reply']> | RawReply | JsonText>;

type AnyHandler = (portal: Portal, caller: Caller, input: Record<string, unknown>, http: HttpFacts) => Promise<unknown>;

/** What a domain's routes file receives. */
export interface Routes {
  /**
   * Starts binding an endpoint; `to` takes its handler. Two calls, because the compiler checks literal types of a reply
   * only once the endpoint's type is settled.
   * @example routes.bind(getItem).to(async (portal, caller, input) => itemView(await readItem(portal, caller, input.id)))
   */
  bind<E extends Endpoint>(endpoint: E): { to(handler: Handler<E>): void };
  /** Endpoints bound so far, for the generated reference and the safety test. */
  bound: Endpoint[];
}

/** An extra check before a handler runs, such as the gate of a private organisation. */
export type Gate = (portal: Portal, caller: Caller, endpoint: Endpoint) => Promise<void>;

interface Options {
  app: FastifyInstance;
  portal: Portal;
  authenticate: Authenticate;
  gate: Gate;
}

/** Makes the object that domains bind their endpoints on. */
export function createRoutes(options: Options): Routes {
  const bound: Endpoint[] = [];
  return {
    bound,
    bind: (endpoint) => ({
      to: (handler) => {
        bound.push(endpoint);
        options.app.route({
          method: ['GET', 'POST'],
          url: endpoint.path,
          exposeHeadRoute: true,
          config: { endpoint: endpoint.path },
          handler: (request, reply) => answer(options, endpoint, handler as unknown as AnyHandler, request, reply),
        });
      },
    }),
  };
}

/** Parameters under the sharing root are matched without regard to case. */
function ignoresCase(path: string): boolean {
  return path.startsWith('/sharing/');
}

async function answer(
  options: Options,
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { portal } = options;
  let form: Form | undefined;
  let format = '';
  try {
    if (endpoint.method === 'change' && request.method !== 'POST') throw fail('METHOD_NOT_ALLOWED');
    form = await readForm(request, {
      bodyBytes: endpoint.maxBodyBytes,
      fileBytes: portal.config.uploadLimitBytes,
      takesFile: fileNames(endpoint),
      receivingPath: portal.files.receivingPath,
    });
    const find = finder(form.values, ignoresCase(endpoint.path));
    format = readFormat(endpoint, find('f')?.at(-1));
    const callback = readCallback(find('callback')?.at(-1), endpoint, request);
    const caller = { ...(await identify(options, endpoint, request, find('token')?.at(-1))), gone: goneSignal(reply) };
    if (callback !== undefined && caller.kind !== 'anonymous') throw fail('INVALID_CALLBACK');
    await options.gate(portal, caller, endpoint);
    requireNeeds(caller, endpoint);
    const { input, cleared } = parseInput(endpoint, form, ignoresCase(endpoint.path));
    const http = factsOf(request, reply, form, format, cleared);
    const result = await handler(portal, caller, { ...input, ...(request.params as object) }, http);
    // Before the answer: who has it may rely on nothing being left behind.
    await form.discard();
    await send(reply, endpoint, result, { format, callback, caller, path: request.url.split('?')[0] ?? '' });
  } catch (thrown) {
    const error = toPortalError(thrown, request.log as unknown as Portal['log']);
    if (reply.sent) return;
    if (endpoint.manner === 'oauth') await sendOAuthError(reply, error);
    else await sendError(reply, error, endpoint.manner === 'file' && format !== 'json' && format !== 'pjson', format);
  } finally {
    await form?.discard();
  }
}

/** Says whether the endpoint has a file parameter of that name. */
function fileNames(endpoint: Endpoint): (name: string) => boolean {
  const names = Object.entries(endpoint.params).flatMap(([name, { kind, aliases }]) => (kind === 'file' ? [name, ...aliases] : []));
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (name) => known.has(name.toLowerCase());
}

async function identify(
  options: Options,
  endpoint: Endpoint,
  request: FastifyRequest,
  tokenParameter: string | undefined,
): Promise<Caller> {
  const baseUrl = baseUrlOf(request, options.portal.config);
  const credentials = findCredentials(request, 'token' in endpoint.params ? undefined : tokenParameter, baseUrl);
  const caller = await options.authenticate(options.portal, credentials, {
    address: request.ip,
    baseUrl,
    referer: request.headers.referer,
  });
  if (endpoint.method === 'change' && caller.via === 'cookie' && !provesSameOrigin(request, baseUrl)) throw fail('CROSS_SITE');
  return caller;
}

/** Comes when the connection ends before the answer was sent. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function requireNeeds(caller: Caller, endpoint: Endpoint): void {
  if (endpoint.needs === 'nothing') return;
  if (caller.kind === 'anonymous') throw fail('TOKEN_REQUIRED');
  if (endpoint.needs === 'user' ? caller.kind !== 'user' : !caller.privileges.has(endpoint.needs)) throw fail('FORBIDDEN');
}

function readFormat(endpoint: Endpoint, f: string | undefined): string {
  const format = (f ?? '').trim().toLowerCase();
  const known =
    format === '' ||
    format === 'json' ||
    format === 'pjson' ||
    endpoint.formats.includes(format) ||
    (format === 'html' && endpoint.manner === 'json' && endpoint.method === 'read');
  if (!known) throw fail('INVALID_FORMAT');
  return format;
}

function readCallback(callback: string | undefined, endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (callback === undefined || callback === '') return undefined;
  const allowed =
    request.method === 'GET' && endpoint.manner === 'json' && !endpoint.confidential && /^[A-Za-z0-9_.$[\]]{1,128}$/.test(callback);
  if (!allowed) throw fail('INVALID_CALLBACK');
  return callback;
}

function factsOf(request: FastifyRequest, reply: FastifyReply, form: Form, format: string, cleared: ReadonlySet<string>): HttpFacts {
  const find = finder(form.values, true);
  return {
    format,
    isHead: request.method === 'HEAD',
    range: request.headers.range,
    ifNoneMatch: request.headers['if-none-match'],
    cleared,
    repeated: (name) => find(name) ?? [],
    inQuery: (name) => form.queryNames.has(name),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
    setCookie: (name, value, options: CookieOptions) => {
      reply.setCookie(name, value, {
        path: '/',
        sameSite: 'lax',
        httpOnly: options.httpOnly,
        secure: request.protocol === 'https',
        ...(options.maxAgeSeconds === undefined ? {} : { maxAge: options.maxAgeSeconds }),
      });
    },
  };
}

interface SendOptions {
  format: string;
  callback: string | undefined;
  caller: Caller;
  path: string;
}

async function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, options: SendOptions): Promise<void> {
  let result = answer;
  if (result instanceof JsonText) {
    if (options.callback === undefined && (options.format === '' || options.format === 'json')) {
      reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
      await reply.send(result.bytes);
      return;
    }
    result = JSON.parse(Buffer.from(result.bytes).toString());
  }
  if (result instanceof RawReply) {
    reply.code(result.status).headers(result.headers);
    if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
    if (result.status !== 304) reply.type(result.contentType);
    await reply.send(result.body ?? (result.headers['content-length'] === undefined || result.status === 304 ? '' : emptyBody()));
    return;
  }
  reply.header('cache-control', 'no-store');
  if (options.format === 'html') {
    reply.type('text/html; charset=utf-8').header('content-security-policy', HTML_VIEW_POLICY);
    await reply.send(htmlView(options.path, result));
    return;
  }
  const text = jsonText(result, options.format === 'pjson');
  if (options.callback !== undefined) {
    reply.type('application/javascript; charset=utf-8').header('x-content-type-options', 'nosniff');
    await reply.send(`/**/${options.callback}(${text.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')});`);
    return;
  }
  reply.type(endpoint.manner === 'page' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  await reply.send(text);
}

/** A HEAD answer announces a length without a body; an empty buffer keeps Fastify from recomputing it. */
function emptyBody(): Buffer {
  return Buffer.alloc(0);
}
