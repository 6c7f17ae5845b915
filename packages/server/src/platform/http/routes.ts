// Binds endpoint values to handlers: parsing, credentials, formats and errors are alike for all of them.
import type { Endpoint, ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Claim } from '../caller.ts';
import type { Portal } from '../context.ts';
import { type AnyHandler, type AnyTrial, type Bond, type Look, resultOf } from './bond.ts';
import { mannerOf, sendError, sendOAuthError, toPortalError } from './errors.ts';
import { type Form, readForm } from './form.ts';
import { readCallback, readFormat } from './format.ts';
import { identityOf } from './identity.ts';
import { finder, inputPlan } from './input.ts';
import { addLight } from './light.ts';
import { addLightForm } from './light-form.ts';
import { addQuick, type QuickOptions, type QuickRoute } from './quick.ts';
import type { JsonText, RawReply } from './reply.ts';
import type { CookieOptions, HttpFacts } from './request.ts';
import { send } from './sending.ts';
import { visitorNetwork } from './visitor-network.ts';

/** A handler: decides nothing about HTTP, gives an object or a RawReply. */
export type Handler<E extends Endpoint> = (
  portal: Portal,
  caller: Caller,
  input: ServerInput<E>,
  http: HttpFacts,
) => Promise<NonNullable<E['reply']> | RawReply | JsonText>;

/** A handler that is given what was looked up ahead; it fails where it is asked for. */
type HandlerAhead<E extends Endpoint, Found> = (
  portal: Portal,
  caller: Caller,
  input: ServerInput<E>,
  found: () => Promise<Found>,
) => Promise<NonNullable<E['reply']> | RawReply | JsonText>;

/** As `AnyTrial`, for one endpoint. */
type Trial<E extends Endpoint> = (portal: Portal, claim: Claim, input: ServerInput<E>) => Promise<NonNullable<E['reply']> | undefined>;

/** What else a handler is bound with. */
interface More {
  early?: boolean;
  look?: Look<unknown>;
  trial?: AnyTrial | undefined;
}

/** What a domain's routes file receives. */
export interface Routes {
  /**
   * Starts binding an endpoint; `to` takes its handler. With `early` a handler that only reads begins while the caller is still being
   * checked, for the caller that the credentials belonged to when they came last; what it gives is thrown away unless the check finds
   * the very same. With `light`, a path without its query, requests that are written just so are answered without the framework.
   * Two calls, because the compiler checks literal types of a reply
   * only once the endpoint's type is settled.
   * @example routes.bind(getItem).to(async (portal, caller, input) => itemView(await readItem(portal, caller, input.id)))
   */
  bind<E extends Endpoint>(
    endpoint: E,
  ): { to(handler: Handler<E>, options?: { early?: true; light?: RegExp }): void } & {
    /**
     * Has what the handler looks up first begin while the caller is still being checked, also where the handler changes something: `look` only
     * reads. What it found for somebody else than the caller proved to be is thrown away. A `trial` comes before all of it. With `light`, small forms
     * to that path are answered without the framework.
     * @example routes.bind(updateFeatures).ahead(findLayer).to((portal, caller, input, found) => …await found()…)
     */
    ahead<Found>(look: Look<Found>): { to(handler: HandlerAhead<E, Found>, options?: { trial?: Trial<E>; light?: RegExp }): void };
  };
  /** Lets requests of an endpoint that is bound be answered from memory, before the framework sees them. */
  quick<Input, Found>(route: QuickRoute<Input, Found>): void;
  /** Endpoints bound so far, for the generated reference and the safety test. */
  bound: Endpoint[];
}

/** Makes the object that domains bind their endpoints on. */
export function createRoutes(options: QuickOptions): Routes {
  const bound: Endpoint[] = [];
  const add = (endpoint: Endpoint, handler: AnyHandler, { early = false, look, trial }: More): Bond => {
    bound.push(endpoint);
    const bond = { endpoint, plan: inputPlan(endpoint), handler, early: early && endpoint.method === 'read', look, trial };
    options.app.route({
      method: ['GET', 'POST'],
      url: endpoint.path,
      exposeHeadRoute: true,
      config: { endpoint: endpoint.path },
      handler: (request, reply) => answer(options, bond, request, reply),
    });
    return bond;
  };
  return {
    bound,
    quick: (route) => addQuick(options, route),
    bind: (endpoint) => ({
      to: (handler, { early = false, light }: { early?: boolean; light?: RegExp } = {}) => {
        const bond = add(endpoint, handler as unknown as AnyHandler, { early });
        if (light !== undefined) addLight(options, bond, light);
      },
      ahead: (look) => ({
        to: (handler, { trial, light }: { trial?: unknown; light?: RegExp } = {}) => {
          const act = handler as unknown as (
            portal: Portal,
            caller: Caller,
            input: object,
            found: () => Promise<unknown>,
          ) => Promise<unknown>;
          const bond = add(endpoint, (portal, caller, input, _http, found) => act(portal, caller, input, found), {
            look,
            trial: trial as AnyTrial | undefined,
          });
          if (light !== undefined) addLightForm(options, bond, light);
        },
      }),
    }),
  };
}

async function answer(options: QuickOptions, bond: Bond, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { portal } = options;
  const { endpoint, plan } = bond;
  let form: Form | undefined;
  let format = '';
  let callback: string | undefined;
  try {
    form = await readForm(request, {
      bodyBytes: endpoint.maxBodyBytes,
      fileBytes: portal.config.uploadLimitBytes,
      takesFile: plan.takesFile,
      receivingPath: portal.files.receivingPath,
      isKnown: async (values) => {
        const token = finder(values, plan.ignoreCase)('token')?.at(-1);
        return (await identityOf(options, endpoint, request, token).find()).kind !== 'anonymous';
      },
      address: visitorNetwork(request.ip),
    });
    const find = finder(form.values, plan.ignoreCase);
    const f = find('f')?.at(-1);
    callback = readCallback(find('callback')?.at(-1), endpoint, request.method, f);
    if (endpoint.method === 'change' && request.method !== 'POST') throw fail('METHOD_NOT_ALLOWED');
    format = readFormat(endpoint, f);
    const received = form;
    const result = await resultOf(options, bond, {
      sender: request,
      form,
      address: request.params as Record<string, string>,
      response: reply.raw,
      isScript: callback !== undefined,
      facts: (cleared) => factsOf(request, reply, received, format, cleared),
    });
    // Before the answer: who has it may rely on nothing being left behind.
    await form.discard();
    await send(reply, endpoint, result, { format, callback, path: request.url.split('?')[0] ?? '' });
  } catch (thrown) {
    const error = toPortalError(thrown, request.log as unknown as Portal['log']);
    if (reply.sent) return;
    if (endpoint.manner === 'oauth') await sendOAuthError(reply, error);
    else await sendError(reply, error, mannerOf(endpoint, format, callback));
  } finally {
    await form?.discard();
  }
}

function factsOf(request: FastifyRequest, reply: FastifyReply, form: Form, format: string, cleared: ReadonlySet<string>): HttpFacts {
  return {
    format,
    isHead: request.method === 'HEAD',
    range: request.headers.range,
    ifNoneMatch: request.headers['if-none-match'],
    cleared,
    repeated: (name) => finder(form.values, true)(name) ?? [],
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
