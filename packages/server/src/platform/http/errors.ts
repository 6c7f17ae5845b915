// The one writer of errors, for each manner of answer.
import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Sentence } from '@graticule/geo/sentence';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { isDatabaseAway, isOvertaken, violatedForeignKey } from '../db/errors.ts';
import { isMissingFile } from '../files/file-store.ts';
import { noRoom } from '../no-room.ts';
import { asScript, JSON_TYPE, jsonText } from './json.ts';
import { RawReply } from './reply.ts';

/** The error envelope of the sharing and service endpoints. */
export interface ErrorEnvelope {
  error: { code: number; messageCode?: string; message: string; details: string[]; reasons?: readonly Sentence[] };
}

/** How an error goes out. */
export interface ErrorManner {
  /** Bytes were asked for. */
  isOfFile: boolean;
  /** It is about a service. */
  isOfService: boolean;
  /** The form of JSON that was asked for. */
  format: string;
  /** The function that a page wants called with it. */
  callback?: string | undefined;
}

/**
 * The envelope of an error. The portal's have a `messageCode` where the catalogue has one; those of services never, because clients
 * take it for the code, and would not find out from it that a token is missing.
 */
function envelope(error: PortalError, isOfService: boolean): ErrorEnvelope {
  const messageCode = isOfService ? undefined : error.messageCode;
  const { reasons } = error;
  return {
    error: {
      code: error.status,
      ...(messageCode === undefined ? {} : { messageCode }),
      message: error.message,
      details: error.details,
      ...(reasons.length === 0 ? {} : { reasons }),
    },
  };
}

/** What was there when it was looked up, and is not when something is to refer to it. */
const GONE_MEANWHILE = 'Something that this names was deleted at the same time. Look again, and repeat what is still wanted.';

/** What others changed while it was under way, again and again. */
const CHANGED_MEANWHILE = 'Others changed the same at the same time. Try again.';

/** Makes a PortalError of anything thrown; the unknown is logged once and gets a reference. */
export function toPortalError(thrown: unknown, log: Logger): PortalError {
  if (thrown instanceof PortalError) {
    if (thrown.status === 503) log.warn({ err: thrown.cause ?? thrown }, 'not available');
    return thrown;
  }
  const { code, statusCode } = (thrown ?? {}) as { code?: string; statusCode?: number };
  const isFull = noRoom(thrown);
  if (isFull !== undefined) {
    log.error({ err: thrown }, 'the disk is full');
    return fail('UNAVAILABLE', { details: [isFull], cause: thrown });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('TOO_LARGE', { values: ['The request', '10 MB'] });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('UNSUPPORTED_FORM');
  if (isMissingFile(thrown)) {
    log.error({ err: thrown }, 'a stored file is missing');
    return fail('FILE_NOT_FOUND', { cause: thrown });
  }
  if (isDatabaseAway(thrown)) return fail('UNAVAILABLE', { cause: thrown });
  if (violatedForeignKey(thrown) !== undefined) {
    log.warn({ err: thrown }, 'something was deleted at the same time');
    return fail('INVALID_REQUEST', { values: [GONE_MEANWHILE], cause: thrown });
  }
  if (isOvertaken(thrown)) {
    log.error({ err: thrown }, 'others changed the same at the same time');
    return fail('UNAVAILABLE', { details: [CHANGED_MEANWHILE], cause: thrown });
  }
  if (statusCode === 400 || code === 'ERR_INVALID_URL' || thrown instanceof URIError)
    return fail('INVALID_REQUEST', { values: ['The request cannot be read.'], cause: thrown });
  const reference = randomBytes(6).toString('hex');
  log.error({ err: thrown, reference }, 'unexpected error');
  return fail('INTERNAL', { values: [reference], cause: thrown });
}

/** HTTP status of an error: 200 for JSON clients save for overload, size and form faults; real ones for files. */
function httpStatus(error: PortalError, asFile: boolean): number {
  const { status } = error;
  if (status === 503 || error.code === 'INTERNAL' || status === 413 || status === 415) return status;
  if (!asFile) return 200;
  if (status === 429) return 429;
  if (
    error.code === 'ITEM_NOT_FOUND' ||
    error.code === 'GROUP_NOT_FOUND' ||
    error.code === 'USER_NOT_FOUND' ||
    error.code === 'RESOURCE_NOT_FOUND' ||
    status === 404
  )
    return 404;
  return status === 403 || status === 498 || status === 499 ? 403 : 400;
}

const OF_SERVICES = /^\/rest\/(admin\/)?services(?:[/?]|$)/i;

/** Whether an address is one of the services or of their administration. */
export function isOfService(address: string): boolean {
  return OF_SERVICES.test(address);
}

/** How the errors of an endpoint go out. Those of files have a status of their own unless JSON was asked for. */
export function mannerOf({ manner, path }: Pick<Endpoint, 'manner' | 'path'>, format: string, callback?: string): ErrorManner {
  return { isOfFile: manner === 'file' && format !== 'json' && format !== 'pjson', isOfService: isOfService(path), format, callback };
}

/** Seconds after which it is worth trying again. */
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '30', 503: '5' };

/** An error as JSON, or as the call of a function with it. */
export function errorReply(error: PortalError, manner: ErrorManner): RawReply {
  const retryAfter = RETRY_AFTER[error.status];
  const headers = { ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), 'cache-control': 'no-store' };
  const text = jsonText(envelope(error, manner.isOfService), manner.format === 'pjson');
  const status = httpStatus(error, manner.isOfFile);
  if (manner.callback === undefined) return new RawReply(JSON_TYPE, text, { status, headers });
  const { type, body } = asScript(manner.callback, text);
  return new RawReply(type, body, { status, headers: { ...headers, 'x-content-type-options': 'nosniff' } });
}

/** Writes an error as JSON. */
export async function sendError(reply: FastifyReply, error: PortalError, manner: ErrorManner): Promise<void> {
  const { status, headers, contentType, body } = errorReply(error, manner);
  reply.code(status).headers(headers).type(contentType);
  await reply.send(body);
}

/** Writes an error in the OAuth form. */
export async function sendOAuthError(reply: FastifyReply, error: PortalError): Promise<void> {
  const kind = error.details[0] ?? 'invalid_request';
  const retryAfter = RETRY_AFTER[error.status];
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  reply.code(httpStatus(error, false)).header('cache-control', 'no-store').type(JSON_TYPE);
  await reply.send(
    jsonText({ error: { code: error.status, error: kind, error_description: error.message, message: error.message, details: [] } }, false),
  );
}
