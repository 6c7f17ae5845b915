// Answers from memory without the framework, whose work for a request is several times that of sending bytes that are there already.
// Whatever is not such an answer, refusals above all, goes to the framework as if nothing had been tried.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '@graticule/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterwards } from '../afterwards.ts';
import { type Caller, isSameCaller } from '../caller.ts';
import type { Portal } from '../context.ts';
import { isTrustedOrigin, OF_THE_API, OPEN, type OriginOptions, originHeaders } from './api-headers.ts';
import type { Gate } from './bond.ts';
import { SESSION_COOKIE, type Sender } from './credentials.ts';
import type { senderReader } from './forwarded.ts';
import type { Observe } from './health.ts';
import { beginEarly, type IdentityOptions, identityOf } from './identity.ts';
import { type RawReply, UNSTORED } from './reply.ts';
import { requestId, requestLines } from './request-log.ts';
import { type Standing, StandingFinds } from './standing-finds.ts';
import { unsentReplies } from './unsent.ts';

/** Requests that may be answered from memory. */
export interface QuickRoute<Input, Found> {
  /** Read by anybody who may see what it gives; its other requests go to the framework. */
  endpoint: Endpoint;
  /** Exactly as clients of this portal write it, every character of it, without the query. */
  path: RegExp;
  /** What the query may hold besides the token; each name once. */
  names: readonly string[];
  read(groups: Readonly<Record<string, string>>, query: ReadonlyMap<string, string>): Input;
  /** Whether the bytes may be there, told without asking anybody: else the framework would ask everything once more. */
  mayBeThere(input: Input): boolean;
  /**
   * What is to be answered to a caller who has been let in; any error hands the request over. It is told by the input and by look-ups that stand, and
   * by nothing else: while nothing can change it is what others get who ask the same. What it takes from the clock may be as old as such a
   * moment is long.
   */
  find(portal: Portal, caller: Caller, input: Input): Promise<Found>;
  /** The answer, with bytes that are there; undefined, or any error, hands the request over. */
  answer(portal: Portal, found: Found, ifNoneMatch: string | undefined): RawReply | undefined;
}

export interface QuickOptions extends IdentityOptions, OriginOptions {
  app: FastifyInstance;
  gate: Gate;
  observe: Observe;
  /** Where a request came from, and to whom. */
  senderIn: ReturnType<typeof senderReader>;
}

/** What the query of a quick request holds; undefined when it holds anything else, or something twice. */
function readQuery(query: string, names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  if (query === '') return values;
  for (const [name, value] of new URLSearchParams(query)) {
    if (values.has(name) || (name !== 'token' && !names.includes(name))) return undefined;
    values.set(name, value);
  }
  return values;
}

/** Puts a route before the framework. */
export function addQuick<Input, Found>(options: QuickOptions, route: QuickRoute<Input, Found>): void {
  const remembering: Remembering<Input, Found> = { route, finds: new StandingFinds() };
  addBefore(options, route.endpoint, (request) => {
    const known = remembering.finds.of(request, options.senderIn);
    return known === undefined ? quickAnswer(options, remembering, request) : answerAgain(options, remembering, request, known);
  });
}

/** A route, and what was found for it in this moment. */
interface Remembering<Input, Found> {
  route: QuickRoute<Input, Found>;
  finds: StandingFinds<Found>;
}

/** The answer to a request that another one was like, if nothing has changed since. */
async function answerAgain<Input, Found>(
  options: QuickOptions,
  remembering: Remembering<Input, Found>,
  request: IncomingMessage,
  { moment, caller, found }: Standing<Found>,
): Promise<QuickAnswer | undefined> {
  const { portal, gate } = options;
  const { route } = remembering;
  if ((await portal.database.lookups.lasting()) !== moment) return quickAnswer(options, remembering, request);
  // What it goes by is kept elsewhere.
  await gate(portal, caller, route.endpoint);
  const reply = route.answer(portal, found, request.headers['if-none-match']);
  return reply === undefined ? undefined : { reply, origin: OPEN };
}

/** An answer before the framework: the answer, or undefined for what the framework is to answer. */
type Attempt = (request: IncomingMessage, response: ServerResponse, id: string) => Promise<QuickAnswer | undefined> | undefined;

/** An attempt, and the endpoint whose answers it gives. */
interface Before {
  endpoint: Endpoint;
  attempt: Attempt;
}

/** What is tried before the framework of an application, by the method of requests. */
const beforeOf = new WeakMap<FastifyInstance, Record<'GET' | 'POST', Before[]>>();

/** Has requests of an endpoint tried before the framework sees them. */
export function addBefore(options: QuickOptions, endpoint: Endpoint, attempt: Attempt): void {
  const { app } = options;
  let before = beforeOf.get(app);
  if (before === undefined) {
    before = { GET: [], POST: [] };
    beforeOf.set(app, before);
    listenBefore(options, before);
  }
  before[endpoint.method === 'change' ? 'POST' : 'GET'].push({ endpoint, attempt });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Hears requests before the framework does, one listener for all attempts: each of them in turn, then the framework. */
function listenBefore({ app, portal, observe, senderIn }: QuickOptions, before: Record<'GET' | 'POST', readonly Before[]>): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onReady', (done) => {
    const [framework] = app.server.listeners('request') as Listener[];
    if (framework === undefined) return done();
    const write = requestLines(portal.log);
    const tryFrom = (
      first: number,
      request: IncomingMessage,
      response: ServerResponse,
      { id, began }: { id: string; began: number },
    ): void => {
      const list = before[request.method as 'GET' | 'POST'];
      for (let at = first; at < list.length; at++) {
        const { endpoint, attempt } = list[at] as Before;
        const answering = tried(() => attempt(request, response, id));
        if (answering === undefined) continue;
        const sent = answering.then(
          (answer) => {
            if (answer === undefined) return tryFrom(at + 1, request, response, { id, began });
            watch(response, answer, () => senderIn(request)?.ip ?? '');
            send(response, answer, id);
            const ms = performance.now() - began;
            const { status } = answer.reply;
            const { method = '', url = '' } = request;
            afterwards(() => {
              observe(endpoint.path, status, ms / 1000);
              write({ id, method, url, status, ms });
            });
          },
          // Nobody can read a body twice.
          () => (request.readableDidRead ? response.destroy() : framework(request, response)),
        );
        // Nothing above the listener would catch it.
        sent.catch(() => response.destroy());
        return;
      }
      framework(request, response);
    };
    app.server.removeAllListeners('request');
    app.server.on('request', (request, response) => {
      const { method } = request;
      if (isClosing || (method !== 'GET' && method !== 'POST')) framework(request, response);
      else tryFrom(0, request, response, { id: requestId(), began: performance.now() });
    });
    done();
  });
}

/** What reads a request may stumble over it: the framework says what is wrong. */
function tried<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** An answer whose body is bytes, a text, or nothing. */
export interface QuickAnswer {
  reply: RawReply;
  /** Headers that say which pages may read it. */
  origin: Readonly<Record<string, string>>;
}

/** The answer to a request that looks like one of the route; undefined for others. */
function quickAnswer<Input, Found>(
  options: QuickOptions,
  remembering: Remembering<Input, Found>,
  request: IncomingMessage,
): Promise<QuickAnswer | undefined> | undefined {
  const { route } = remembering;
  const { url = '' } = request;
  const at = url.indexOf('?');
  const groups = route.path.exec(at < 0 ? url : url.slice(0, at))?.groups;
  const query = groups === undefined ? undefined : readQuery(at < 0 ? '' : url.slice(at + 1), route.names);
  if (groups === undefined || query === undefined) return undefined;
  const input = route.read(groups, query);
  const sender = route.mayBeThere(input) ? senderOf(options, request) : undefined;
  return sender === undefined ? undefined : answerSender(options, remembering, { sender, input, url, token: query.get('token') });
}

/** What tells who sent a request; undefined for one that does not say to whom. */
export function senderOf({ app, senderIn }: Pick<QuickOptions, 'app' | 'senderIn'>, request: IncomingMessage): Sender | undefined {
  const from = senderIn(request);
  if (from === undefined) return undefined;
  const { headers } = request;
  const { ip, protocol, host } = from;
  const cookies = headers.cookie?.includes(SESSION_COOKIE) ? app.parseCookie(headers.cookie) : {};
  return { headers, cookies: cookies as Sender['cookies'], ip, protocol, host };
}

async function answerSender<Input, Found>(
  options: QuickOptions,
  { route, finds }: Remembering<Input, Found>,
  { sender, input, url, token }: { sender: Sender; input: Input; url: string; token: string | undefined },
): Promise<QuickAnswer | undefined> {
  const { portal } = options;
  const { endpoint } = route;
  const identity = identityOf(options, endpoint, sender, token);
  const run = async (caller: Caller): Promise<RawReply | undefined> => {
    await options.gate(portal, caller, endpoint);
    const { moment } = portal.database.lookups;
    const found = await route.find(portal, caller, input);
    if (moment !== undefined) finds.keep(url, sender, { moment, caller, found });
    return route.answer(portal, found, sender.headers['if-none-match']);
  };
  const begun = beginEarly(identity.guess(), run);
  const caller = await identity.find();
  const reply = await (begun !== undefined && isSameCaller(begun.caller, caller)
    ? (begun.result as Promise<RawReply | undefined>)
    : run(caller));
  return reply === undefined ? undefined : { reply, origin: await originOf(options, sender) };
}

/** Headers that say which pages may read the answer. */
export async function originOf(options: OriginOptions, sender: Sender): Promise<QuickAnswer['origin']> {
  const { origin } = sender.headers;
  return originHeaders(origin, origin !== undefined && (await isTrustedOrigin(options, sender, origin)));
}

/** Headers as a list, for answers that are sent as they are to everybody. */
const lists = new WeakMap<RawReply, readonly (string | number)[]>();

function namesAndValues(origin: QuickAnswer['origin'], headers: RawReply['headers']): readonly string[] {
  return Object.entries({ ...OF_THE_API, ...origin, ...headers }).flat();
}

/** Those of most answers: gathering them costs more than writing the answer. */
const USUAL = namesAndValues(OPEN, UNSTORED);

function listOf(reply: RawReply, origin: QuickAnswer['origin']): readonly (string | number)[] {
  const isKept = origin === OPEN && reply.isKept;
  const known = isKept ? lists.get(reply) : undefined;
  if (known !== undefined) return known;
  const { body, headers, contentType } = reply;
  const said = origin === OPEN && headers === UNSTORED ? USUAL : namesAndValues(origin, headers);
  const list =
    body === null ? said : [...said, 'content-type', contentType, 'content-length', Buffer.byteLength(body as string | Uint8Array)];
  if (isKept) lists.set(reply, list);
  return list;
}

function watch(response: ServerResponse, { reply: { body } }: QuickAnswer, sender: () => string): void {
  if (typeof body === 'string' || body instanceof Uint8Array) unsentReplies.watch(response, sender, Math.max(1, body.length));
}

function send(response: ServerResponse, { reply, origin }: QuickAnswer, id: string): void {
  response.writeHead(reply.status, ['x-request-id', id, ...listOf(reply, origin)] as string[]);
  response.end(reply.body ?? undefined);
}
