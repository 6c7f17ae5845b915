// Reads the parameters of a request: query string, URL-encoded form, multipart form with files streamed to disk.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { fail } from '@graticule/contract/errors';
import type { ReceivedFile } from '@graticule/contract/param';
import type { FastifyRequest } from 'fastify';
import { Places } from '../places.ts';

/** The parameters of one request as text, and its files. */
export interface Form {
  /** Values by name as sent; several when a name was repeated. */
  values: Map<string, string[]>;
  files: Map<string, ReceivedFile>;
  queryNames: ReadonlySet<string>;
  /** Removes received files that nobody took. */
  discard(): Promise<void>;
}

export interface FormLimits {
  bodyBytes: number;
  fileBytes: number;
  /** Whether a file of that name is wanted; others are read past without being stored. */
  takesFile(name: string): boolean;
  receivingPath(): string;
  /** Whether whoever sends the form is known to the portal, by its head and the values that came before a file. */
  isKnown(values: Form['values']): Promise<boolean>;
  /** Where it comes from. */
  address: string;
}

/** Tokens may come behind the file, so that nobody is known before its last byte: of such senders, larger files are few at a time. */
const MOST_OF_UNKNOWN = 10 * 1024 * 1024;
const ofUnknown = new Places(10, 40);

/** Fields in one form; more is an attack or a mistake. */
const MAX_FIELDS = 2_000;
const MAX_FILES = 20;

/** Reads everything that the request carries. The body wins over the query string. */
export async function readForm(request: FastifyRequest, limits: FormLimits): Promise<Form> {
  const form = queryForm(queryOf(request));
  if (request.method === 'GET' || request.method === 'HEAD') return form;
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'multipart/form-data') return typeof request.body === 'string' ? withBody(form, request.body) : form;
  const fromBody = new Map<string, string[]>();
  try {
    await readMultipart(request, limits, { query: form.values, values: fromBody, files: form.files });
  } catch (error) {
    await discardAll(form.files);
    throw error;
  }
  for (const [name, list] of fromBody) form.values.set(name, list);
  return form;
}

/** A form to which a URL-encoded body adds its parameters; it wins over the query. @throws INVALID_REQUEST for too many of them */
export function withBody(form: Form, body: string): Form {
  const fromBody = form.values.size === 0 ? form.values : new Map<string, string[]>();
  new URLSearchParams(body).forEach((value, name) => {
    append(fromBody, name, value);
  });
  if (fromBody !== form.values) for (const [name, list] of fromBody) form.values.set(name, list);
  return form;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The form of a request that is nothing but its query. */
export function queryForm(query: string): Form {
  const values = new Map<string, string[]>();
  const files = new Map<string, ReceivedFile>();
  if (query !== '') for (const [name, value] of new URLSearchParams(query)) append(values, name, value);
  return { values, files, queryNames: query === '' ? NO_NAMES : new Set(values.keys()), discard: () => discardAll(files) };
}

function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at < 0 ? '' : request.url.slice(at + 1);
}

function append(values: Map<string, string[]>, name: string, value: string): void {
  const list = values.get(name);
  if (list === undefined) {
    if (values.size >= MAX_FIELDS) throw fail('INVALID_REQUEST', { values: ['The form has too many fields.'] });
    values.set(name, [value]);
  } else if (list.length < MAX_FIELDS) list.push(value);
}

async function discardAll(files: Map<string, ReceivedFile>): Promise<void> {
  // A file that the store took has been renamed away; removing its old path does nothing.
  await Promise.all([...files.values()].map((file) => rm(file.path, { force: true })));
}

/** Streams a multipart body: fields into memory within the body limit, files to disk with their hash. */
async function readMultipart(
  request: FastifyRequest,
  limits: FormLimits,
  { query, values, files }: Pick<Form, 'values' | 'files'> & { query: Form['values'] },
): Promise<void> {
  const body = request.body as Readable;
  const contentType = request.headers['content-type'];
  if (contentType === undefined) throw fail('UNSUPPORTED_FORM');
  let parser: BusboyInstance;
  try {
    parser = new Busboy({
      headers: { ...request.headers, 'content-type': contentType },
      limits: { fieldSize: limits.bodyBytes, fields: MAX_FIELDS, files: MAX_FILES, fileSize: limits.fileBytes, headerPairs: 100 },
    });
  } catch (error) {
    throw fail('INVALID_REQUEST', { values: ['The multipart form cannot be read.'], cause: error });
  }
  const writing: Promise<void>[] = [];
  const streams: BusboyFileStream[] = [];
  let fieldBytes = 0;
  let problem: unknown;
  const { promise: parsed, resolve, reject } = Promise.withResolvers<void>();
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (name === undefined) return;
    fieldBytes += value.length;
    if (valueCut || fieldBytes > limits.bodyBytes) problem ??= fail('TOO_LARGE', { values: ['The form', sizeText(limits.bodyBytes)] });
    else if (problem === undefined) {
      try {
        append(values, name, value);
      } catch (error) {
        problem = error;
      }
    }
  });
  parser.on('file', (name, stream, fileName, _encoding, mimeType) => {
    // Of several files of one name the first counts. A form sends an empty, nameless part for a file input left empty.
    if (baseName(fileName ?? '') === '' || files.has(name) || !limits.takesFile(name)) {
      // The parser says so itself when the body ends too early; without a listener the stream would end the process.
      stream.on('error', () => undefined).resume();
      return;
    }
    const received: ReceivedFile = {
      fileName: baseName(fileName ?? ''),
      contentType: mimeType,
      path: limits.receivingPath(),
      sizeBytes: 0,
      sha256: '',
    };
    files.set(name, received);
    streams.push(stream);
    const written = (): void => {
      if (stream.truncated) problem ??= fail('TOO_LARGE', { values: ['The file', sizeText(limits.fileBytes)] });
    };
    // Such as a full disk: told at once, because nobody waits for the files before the form has been read.
    const unwritten = (error: unknown): void => {
      problem ??= error;
      reject(error);
    };
    // Nothing is read of the file meanwhile; what is wrong with it then is told when it is read.
    stream.on('error', () => undefined);
    const known = limits.isKnown(new Map([...query, ...values])).catch(() => false);
    writing.push(known.then((isKnown) => receive(stream, received, isKnown ? undefined : limits.address)).then(written, unwritten));
  });
  parser.once('finish', resolve);
  parser.once('error', reject);
  parser.once('filesLimit', () => reject(fail('INVALID_REQUEST', { values: ['The form has too many files.'] })));
  body.once('error', reject);
  body.once('aborted', () => reject(new Error('the client went away')));
  body.pipe(parser);
  try {
    await parsed;
  } catch (error) {
    problem ??=
      error instanceof Error && error.name === 'PortalError'
        ? error
        : fail('INVALID_REQUEST', { values: ['The multipart form ends too early or is malformed.'], cause: error });
    body.unpipe(parser);
    body.resume();
    parser.destroy();
    // The parser does not end the files of a sender who went away: they would be waited for, and kept, for ever.
    for (const stream of streams) stream.destroy(new Error('the form ended too early'));
  }
  await Promise.all(writing);
  if (problem !== undefined) throw problem;
}

/** Writes a file to the disk; `unknown` is the address of a sender who is not known yet. @throws TOO_MANY_REQUESTS */
async function receive(stream: BusboyFileStream, received: ReceivedFile, unknown: string | undefined): Promise<void> {
  const hash = createHash('sha256');
  let leave: (() => void) | undefined;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      received.sizeBytes += chunk.length;
      try {
        if (unknown !== undefined && received.sizeBytes > MOST_OF_UNKNOWN) leave ??= ofUnknown.take(unknown);
      } catch (error) {
        done(error as Error);
        return;
      }
      done(null, chunk);
    },
  });
  const file = createWriteStream(received.path, { flags: 'wx' });
  try {
    await pipeline(stream, meter, file);
  } catch (error) {
    // It may just be about to be made: whoever removes it has to come after that.
    if (!file.closed) await once(file, 'close');
    throw error;
  } finally {
    leave?.();
  }
  received.sha256 = hash.digest('hex');
}

/** The last part of a name as any system would write it, without control characters. */
function baseName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return last.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, 250);
}

/** A size for people, such as `500 MB`. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`;
}
