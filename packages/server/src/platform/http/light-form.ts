// Small changes that clients send in great numbers as forms, answered without the framework, which costs as much processor time as making
// a single edit. What is unusual about a request goes to the framework before its body is read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fail } from '@graticule/contract/errors';
import { type Bond, resultOf } from './bond.ts';
import { encodingFor } from './compressed.ts';
import type { Sender } from './credentials.ts';
import { queryForm, withBody } from './form.ts';
import { readFormat } from './format.ts';
import { finder } from './input.ts';
import { factsOf, inEncoding, refusalOf, replyOf, shortAnswer } from './light.ts';
import { pathReader } from './path-reader.ts';
import { addBefore, type QuickAnswer, type QuickOptions, senderOf } from './quick.ts';
import type { RawReply } from './reply.ts';
import type { HttpFacts } from './request.ts';

/** Larger bodies ask for more than the framework costs. */
const MOST_BYTES = 65_536;
const USUAL_TYPE = /^application\/x-www-form-urlencoded(?:; ?charset=utf-8)?$/i;

/** A request with a body that is read here. */
interface FormRequest {
  request: IncomingMessage;
  response: ServerResponse;
  sender: Sender;
  address: Record<string, string>;
  query: string;
  bytes: number;
  encoding: 'br' | 'gzip' | 'none';
  id: string;
}

/** Puts an endpoint that changes something before the framework, for small forms to paths that are written just so. */
export function addLightForm(options: QuickOptions, bond: Bond, path: RegExp): void {
  const read = pathReader(path);
  addBefore(options, bond.endpoint, (request, response, id) => {
    const asked = usualForm(options, read, { request, response, id });
    return asked === undefined ? undefined : formAnswer(options, bond, asked);
  });
}

/** The request, told by its head alone; undefined for what the framework should look at. */
function usualForm(
  options: QuickOptions,
  read: ReturnType<typeof pathReader>,
  { request, response, id }: Pick<FormRequest, 'request' | 'response' | 'id'>,
): FormRequest | undefined {
  const { url = '', headers } = request;
  const at = url.indexOf('?');
  const address = read(at < 0 ? url : url.slice(0, at));
  // Compressed bodies are for the framework to unpack, within its limits.
  const isPlain = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined && headers.expect === undefined;
  if (address === undefined || !isPlain) return undefined;
  const bytes = Number(headers['content-length'] ?? 0);
  if (!(bytes > 0 && bytes <= MOST_BYTES) || !USUAL_TYPE.test(headers['content-type'] ?? '')) return undefined;
  const encoding = encodingFor(headers);
  const sender = senderOf(options, request);
  if (encoding === undefined || sender === undefined) return undefined;
  return { request, response, id, sender, address, query: at < 0 ? '' : url.slice(at + 1), bytes, encoding };
}

async function formAnswer(options: QuickOptions, bond: Bond, asked: FormRequest): Promise<QuickAnswer> {
  const { request, response, sender, address, query, bytes, id } = asked;
  let format = '';
  let reply: RawReply;
  try {
    const form = withBody(queryForm(query), await bodyOf(request, bytes));
    const find = finder(form.values, bond.plan.ignoreCase);
    format = readFormat(bond.endpoint, find('f')?.at(-1));
    const facts = (cleared: ReadonlySet<string>): HttpFacts => factsOf({ request, form, format }, cleared);
    const result = await resultOf(options, bond, { sender, form, address, response, isScript: false, facts });
    reply = replyOf(result, format === 'pjson');
  } catch (thrown) {
    reply = refusalOf(options.portal, bond, { id, format }, thrown);
  }
  return shortAnswer(asked, reply) ?? inEncoding(options, asked, reply);
}

/** The body of a request, whose length is known. @throws INVALID_REQUEST when its sender goes away before all of it came */
function bodyOf(request: IncomingMessage, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let read = 0;
    request.on('data', (part: Buffer) => {
      parts.push(part);
      read += part.length;
      if (read >= bytes) resolve((parts.length === 1 ? part : Buffer.concat(parts)).toString());
    });
    const gone = (): void => {
      // Every request ends by being closed.
      if (read < bytes) reject(fail('INVALID_REQUEST', { values: ['The request cannot be read.'] }));
    };
    request.on('error', gone).on('close', gone);
  });
}
