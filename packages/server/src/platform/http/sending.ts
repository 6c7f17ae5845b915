// Writes what a handler gave in the form that was asked for.
import { once } from 'node:events';
import { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { Endpoint } from '@graticule/contract/endpoint';
import type { FastifyReply } from 'fastify';
import { HTML_VIEW_POLICY, htmlView } from './html-view.ts';
import { asScript, JSON_TYPE, jsonText } from './json.ts';
import { JsonText, RawReply } from './reply.ts';

interface SendOptions {
  format: string;
  callback: string | undefined;
  path: string;
}

/** Sends an answer: an object in the format asked for, or bytes as they are. */
export async function send(reply: FastifyReply, endpoint: Endpoint, answer: unknown, options: SendOptions): Promise<void> {
  let result = answer;
  if (result instanceof JsonText) {
    if (options.callback === undefined && (options.format === '' || options.format === 'json')) {
      reply.header('cache-control', 'no-store').type(JSON_TYPE);
      await reply.send(result.bytes);
      return;
    }
    result = JSON.parse(Buffer.from(result.bytes).toString());
  }
  if (result instanceof RawReply && options.callback !== undefined) result = readAgain(result);
  if (result instanceof RawReply) {
    // While the answer can still be an error: the file may be missing.
    if (result.body instanceof ReadStream && result.body.pending) await once(result.body, 'open');
    reply.code(result.status).headers(result.headers);
    if (reply.getHeader('cache-control') === undefined) reply.header('cache-control', 'no-store');
    if (result.status !== 304) reply.type(result.contentType);
    // Without a length or a type of its own, which would be taken for those of what the client has.
    if (result.status === 304) await reply.send();
    else await reply.send(result.body ?? (isAnnounced(reply, result) ? noBytes() : ''));
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
    const { type, body } = asScript(options.callback, text);
    await reply.type(type).header('x-content-type-options', 'nosniff').send(body);
    return;
  }
  reply.type(endpoint.manner === 'page' ? 'text/html; charset=utf-8' : JSON_TYPE);
  await reply.send(text);
}

/** What the text of an answer says where that is JSON: only what was read and written anew may become part of a script. */
function readAgain(answer: RawReply): unknown {
  const { body, contentType, status } = answer;
  const isText = typeof body === 'string' || body instanceof Uint8Array;
  if (!isText || status !== 200 || !/^application\/(geo\+)?json\b/.test(contentType)) return answer;
  return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString());
}

/** Whether only the length is sent: that of an empty file is found by itself. */
function isAnnounced(reply: FastifyReply, { headers }: RawReply): boolean {
  return reply.request.method === 'HEAD' && headers['content-length'] !== undefined;
}

/** A HEAD answer announces a length without a body: of a stream Fastify does not measure the length itself, and so keeps what was announced. */
function noBytes(): Readable {
  return Readable.from([]);
}
