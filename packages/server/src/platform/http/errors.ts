// The one writer of errors, for each manner of answer.
import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@graticule/contract/endpoint';
import { fail, PortalError } from '@graticule/contract/errors';
import type { Sentence } from '@graticule/geo/sentence';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { isDatabaseAway, violatedForeignKey } from '../db/errors.ts';
import { isMissingFile } from '../files/file-store.ts';
import { noRoom } from '../no-room.ts';
import { jsonText } from './json.ts';
import { RawReply } from './reply.ts';

/** The error envelope of the sharing and service endpoints. */
export interface ErrorEnvelope {
  error: { code: number; messageCode?: string; message: string; details: string[]; reasons?: readonly Sentence[] };
}

/** The envelope of an error; `messageCode` only where the catalogue has one. */
export function envelope(error: PortalError): ErrorEnvelope {
  const { messageCode, reasons } = error;
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
  if (statusCode === 400 || code === 'ERR_INVALID_URL' || thrown instanceof URIError)
    return fail('INVALID_REQUEST', { values: ['The request cannot be read.'], cause: thrown });
  const reference = randomBytes(6).toString('hex');
  log.error({ err: thrown, reference }, 'unexpected error');
  return fail('INTERNAL', { values: [reference], cause: thrown });
}

/** HTTP status of an error: 200 for JSON clients save for overload, size and form faults; real ones for files. */
function httpStatus(error: PortalError, asFile: boolean): number {
  const { status } = error;
  if (status === 503 || error.code === 'INTERNAL' || status === 413 || status === 415 || status === 429) return status;
  if (!asFile) return 200;
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

/** Whether the errors of an endpoint have the status of files. */
export function asFile(endpoint: Pick<Endpoint, 'manner'>, format: string): boolean {
  return endpoint.manner === 'file' && format !== 'json' && format !== 'pjson';
}

/** An error as JSON. `isOfFile` is true when bytes were asked for. */
export function errorReply(error: PortalError, isOfFile: boolean, format: string): RawReply {
  const status = httpStatus(error, isOfFile);
  const headers = { ...(status === 503 ? { 'retry-after': '5' } : {}), 'cache-control': 'no-store' };
  return new RawReply('application/json; charset=utf-8', jsonText(envelope(error), format === 'pjson'), { status, headers });
}

/** Writes an error as JSON. `isOfFile` is true when bytes were asked for. */
export async function sendError(reply: FastifyReply, error: PortalError, isOfFile: boolean, format: string): Promise<void> {
  const { status, headers, contentType, body } = errorReply(error, isOfFile, format);
  reply.code(status).headers(headers).type(contentType);
  await reply.send(body);
}

/** Writes an error in the OAuth form. */
export async function sendOAuthError(reply: FastifyReply, error: PortalError): Promise<void> {
  const kind = error.details[0] ?? 'invalid_request';
  reply.code(httpStatus(error, false)).header('cache-control', 'no-store').type('application/json; charset=utf-8');
  await reply.send(
    jsonText({ error: { code: error.status, error: kind, error_description: error.message, message: error.message, details: [] } }, false),
  );
}
