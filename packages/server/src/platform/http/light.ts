// Reads that clients send in great numbers, answered without the framework, whose routing, hooks and reply cost about as much processor
// time as finding the features of a small box. What is unusual about a request goes to the framework before anything is asked.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Portal } from '../context.ts';
import { OPEN } from './api-headers.ts';
import { type Bond, resultOf } from './bond.ts';
import { compressed, encodingFor, LEAST_COMPRESSED_BYTES } from './compressed.ts';
import type { Sender } from './credentials.ts';
import { errorReply, mannerOf, toPortalError } from './errors.ts';
import { type Form, queryForm } from './form.ts';
import { finder } from './input.ts';
import { JSON_TYPE, jsonText } from './json.ts';
import { pathReader } from './path-reader.ts';
import { addBefore, originOf, type QuickAnswer, type QuickOptions, senderOf } from './quick.ts';
import { JsonText, RawReply, UNSTORED } from './reply.ts';
import type { HttpFacts } from './request.ts';
import { RequestLog } from './request-log.ts';

/** A request that is answered here. */
interface LightRequest {
  request: IncomingMessage;
  response: ServerResponse;
  sender: Sender;
  form: Form;
  address: Record<string, string>;
  format: string;
  encoding: 'br' | 'gzip' | 'none';
  id: string;
}

/** Puts an endpoint that gives objects, texts or bytes before the framework, for paths that are written just so. */
export function addLight(options: QuickOptions, bond: Bond, path: RegExp): void {
  const read = pathReader(path);
  addBefore(options, bond.endpoint, (request, response, id) => {
    const asked = usualRequest(options, bond, read, request);
    return asked === undefined ? undefined : lightAnswer(options, bond, { ...asked, response, id });
  });
}

/** What a request asks; undefined for what the framework should look at. */
function usualRequest(
  options: QuickOptions,
  { endpoint, plan }: Bond,
  read: ReturnType<typeof pathReader>,
  request: IncomingMessage,
): Omit<LightRequest, 'response' | 'id'> | undefined {
  const { url = '', headers } = request;
  const at = url.indexOf('?');
  const address = read(at < 0 ? url : url.slice(0, at));
  if (address === undefined || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined;
  const encoding = encodingFor(headers);
  const sender = senderOf(options, request);
  if (encoding === undefined || sender === undefined) return undefined;
  const form = queryForm(at < 0 ? '' : url.slice(at + 1));
  const find = finder(form.values, plan.ignoreCase);
  const format = (find('f')?.at(-1) ?? '').trim().toLowerCase();
  const isKnown = format === '' || format === 'json' || endpoint.formats.includes(format);
  if (!isKnown || find('callback') !== undefined) return undefined;
  return { request, sender, form, address, format, encoding };
}

async function lightAnswer(options: QuickOptions, bond: Bond, asked: LightRequest): Promise<QuickAnswer> {
  const { sender, form, address, response } = asked;
  const facts = (cleared: ReadonlySet<string>): HttpFacts => factsOf(asked, cleared);
  const result = resultOf(options, bond, { sender, form, address, response, isScript: false, facts }).then(
    (given) => replyOf(given, false),
    (thrown: unknown) => refusalOf(options.portal, bond, asked, thrown),
  );
  return inEncoding(options, asked, await result);
}

/** What is said about anything thrown, as the framework's way says it. */
export function refusalOf(
  portal: Portal,
  { endpoint }: Bond,
  { id, format }: Pick<LightRequest, 'id' | 'format'>,
  thrown: unknown,
): RawReply {
  const log = new RequestLog(portal.log as Logger, { reqId: id }) as unknown as Portal['log'];
  return errorReply(toPortalError(thrown, log), mannerOf(endpoint, format));
}

/** A short text, which goes out in one piece with its headers, for a request of no page; undefined for other answers. Nothing is waited for. */
export function shortAnswer({ sender }: Pick<LightRequest, 'sender'>, given: RawReply): QuickAnswer | undefined {
  return sender.headers.origin === undefined && isShort(given) ? { reply: given, origin: OPEN } : undefined;
}

const isShort = ({ body }: RawReply): boolean => typeof body === 'string' && Buffer.byteLength(body) < LEAST_COMPRESSED_BYTES;

/** The answer in the encoding that its request takes. */
export async function inEncoding(
  options: QuickOptions,
  { sender, encoding }: Pick<LightRequest, 'sender' | 'encoding'>,
  given: RawReply,
): Promise<QuickAnswer> {
  const origin = sender.headers.origin === undefined ? OPEN : await originOf(options, sender);
  if (isShort(given)) return { reply: given, origin };
  const reply = inBytes(given);
  const bytes = reply.body as Uint8Array;
  if (encoding === 'none' || bytes.length < LEAST_COMPRESSED_BYTES) return { reply, origin };
  const { contentType, status, headers } = reply;
  const said = { ...headers, vary: 'Origin, accept-encoding', 'content-encoding': encoding };
  return { reply: new RawReply(contentType, await compressed(encoding, bytes), { status, headers: said }), origin };
}

/** What a handler gave, as the framework's way writes it. */
export function replyOf(result: unknown, isPretty: boolean): RawReply {
  if (result instanceof JsonText) return new RawReply(JSON_TYPE, result.bytes, { headers: UNSTORED });
  if (result instanceof RawReply) {
    return new RawReply(result.contentType, result.body, { status: result.status, headers: { ...UNSTORED, ...result.headers } });
  }
  return new RawReply(JSON_TYPE, jsonText(result, isPretty), { headers: UNSTORED });
}

function inBytes(reply: RawReply): RawReply {
  const { body, contentType, status, headers } = reply;
  return typeof body === 'string' ? new RawReply(contentType, Buffer.from(body), { status, headers: { ...headers } }) : reply;
}

/** What handlers may want to know of the request. */
export function factsOf(
  { request, form, format }: Pick<LightRequest, 'request' | 'form' | 'format'>,
  cleared: ReadonlySet<string>,
): HttpFacts {
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  return {
    format,
    isHead: false,
    range: request.headers.range,
    ifNoneMatch: request.headers['if-none-match'],
    cleared,
    repeated: (name) => finder(form.values, true)(name) ?? [],
    inQuery: (name) => form.queryNames.has(name),
    header,
    setCookie: () => {
      throw new Error('Answers without the framework set no cookies.');
    },
  };
}
