// Kinds of form parameter: how each is read from a form value and written to one.
import { notJson } from './not-json.ts';

/** A file that arrived in a multipart form and already lies on disk. */
export interface ReceivedFile {
  /** Name given by the sender, without any path. */
  fileName: string;
  contentType: string;
  /** Where the bytes lie; removed after the request unless the file store took them. */
  path: string;
  sizeBytes: number;
  /** Hexadecimal SHA-256 of the bytes, computed while they streamed in. */
  sha256: string;
}

/** Thrown by `read` when a form value is not of the kind; the message is fit for the caller. */
export class ParamError extends Error {}

/** One parameter of an endpoint. `T` is what the server gets, `C` what a client gives. */
export interface Param<T, C = T, Required extends boolean = boolean> {
  kind: 'text' | 'integer' | 'number' | 'flag' | 'csv' | 'json' | 'epochMs' | 'file';
  required: Required;
  /** True when the value is secret and must never be logged or echoed. */
  secret: boolean;
  /** Other spellings accepted for the name (older clients). */
  aliases: readonly string[];
  read(raw: string): T;
  write(value: C): string;
}

interface Options {
  aliases?: readonly string[];
  secret?: boolean;
}

function param<T, C = T>(
  kind: Param<T>['kind'],
  read: (raw: string) => T,
  write: (value: C) => string,
  options: Options = {},
): Param<T, C, false> {
  return { kind, required: false, secret: options.secret ?? false, aliases: options.aliases ?? [], read, write };
}

/** The same parameter, not to be left out. */
export function required<T, C>(inner: Param<T, C, boolean>): Param<T, C, true> {
  return { ...inner, required: true };
}

/** Text as sent. */
export function text<T extends string = string>(options?: Options): Param<T, T, false> {
  return param<T, T>(
    'text',
    (raw) => raw as T,
    (value) => value,
    options,
  );
}

/** A whole number within the safe range. */
export function integer(options?: Options): Param<number, number, false> {
  return param('integer', readInteger, String, options);
}

/** A finite number. */
export function number(options?: Options): Param<number, number, false> {
  return param(
    'number',
    (raw) => {
      const value = Number(raw);
      if (raw.trim() === '' || !Number.isFinite(value)) throw new ParamError(`'${clip(raw)}' is not a number`);
      return value;
    },
    String,
    options,
  );
}

/** `true` or `false`, any case. */
export function flag(options?: Options): Param<boolean, boolean, false> {
  return param(
    'flag',
    (raw) => {
      const word = raw.trim().toLowerCase();
      if (word === 'true' || word === '1') return true;
      if (word === 'false' || word === '0') return false;
      throw new ParamError(`'${clip(raw)}' is not true or false`);
    },
    String,
    options,
  );
}

/** A comma-separated list; blanks around elements and empty elements are dropped. */
export function csv(options?: Options): Param<string[], readonly string[], false> {
  return param<string[], readonly string[]>(
    'csv',
    (raw) =>
      raw
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    (value) => value.join(','),
    options,
  );
}

/** Any JSON value as text. The shape is checked by the operation that uses it. */
export function json<T = unknown>(options?: Options): Param<unknown, T, false> {
  return param<unknown, T>('json', readJson, (value) => (typeof value === 'string' ? value : JSON.stringify(value)), options);
}

/** A time as integer milliseconds since 1970-01-01 UTC. */
export function epochMs(options?: Options): Param<number, number, false> {
  return param('epochMs', readInteger, String, options);
}

/** A file part of a multipart form. */
export function file(options?: Options): Param<ReceivedFile, Blob, false> {
  const unreadable = (): never => {
    throw new ParamError('must be sent as a file part');
  };
  return param<ReceivedFile, Blob>('file', unreadable, unreadable, options);
}

function readInteger(raw: string): number {
  if (!/^\s*-?\d{1,19}\s*$/.test(raw)) throw new ParamError(`'${clip(raw)}' is not a whole number`);
  const value = Number(raw);
  if (!Number.isSafeInteger(value)) throw new ParamError(`'${clip(raw)}' is out of range`);
  return value;
}

function readJson(raw: string): unknown {
  if (mayNest(raw) && nesting(raw) > MOST_NESTED) throw new ParamError(`is nested too deeply (at most ${MOST_NESTED} levels)`);
  const text = raw.includes('\\') && SURROGATE.test(raw) ? withWholePairs(raw) : raw;
  try {
    return JSON.parse(text);
  } catch {
    return parsed(withEscapedControls(text), text);
  }
}

const SURROGATE = /\\u[dD][89a-fA-F]/;
/** A pair of surrogates, one alone, or any other escape. */
const ESCAPES = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(\\u[dD][89a-fA-F][\da-fA-F]{2})|\\./g;

/** Half a character is none: no database keeps it. It becomes the sign for what could not be read. */
function withWholePairs(raw: string): string {
  return raw.replace(ESCAPES, (written, alone?: string) => (alone === undefined ? written : '\\ufffd'));
}

/** @param sent what is read, as it was sent: a place in one of another length says nothing of it */
function parsed(raw: string, sent: string): unknown {
  try {
    return JSON.parse(raw);
  } catch (error) {
    throw new ParamError(notJson(raw, error, raw.length === sent.length));
  }
}

/** How each control character is written in JSON. */
const CONTROLS = Array.from({ length: 32 }, (_, code) => `\\u${code.toString(16).padStart(4, '0')}`);
/** Control characters of one text at most: each takes six times its room while it is read. */
const MOST_CONTROLS = 100_000;

/** QGIS sends line breaks and tabs of texts as they are, which JSON has no place for. */
function withEscapedControls(raw: string): string {
  const parts: string[] = [];
  let taken = 0;
  let quoted = false;
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if (c === 34) quoted = !quoted;
    else if (quoted && c === 92) i++;
    else if (quoted && c < 32) {
      if (parts.length >= 2 * MOST_CONTROLS)
        throw new ParamError('is not valid JSON: its texts have too many line breaks that are not escaped');
      parts.push(raw.slice(taken, i), CONTROLS[c] ?? '');
      taken = i + 1;
    }
  }
  return parts.join('') + raw.slice(taken);
}

/** Levels of brackets in brackets. */
const MOST_NESTED = 64;

/** Whether a text has so many opening brackets that they may be nested too deeply; that of a single edit has a handful. */
function mayNest(raw: string): boolean {
  return opensMore(raw, '{', MOST_NESTED / 2) || opensMore(raw, '[', MOST_NESTED / 2);
}

/** Whether the bracket is there more than so many times, in strings too. */
function opensMore(raw: string, bracket: string, most: number): boolean {
  let count = 0;
  for (let at = raw.indexOf(bracket); at >= 0; at = raw.indexOf(bracket, at + 1)) if (++count > most) return true;
  return false;
}

/** Deepest nesting of brackets outside strings; a cheap guard before parsing. */
function nesting(raw: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let i = 0; i < raw.length; i++) {
    const c = raw.charCodeAt(i);
    if (quoted) {
      if (c === 92) i++;
      else if (c === 34) quoted = false;
    } else if (c === 34) quoted = true;
    else if (c === 91 || c === 123) deepest = Math.max(deepest, ++depth);
    else if (c === 93 || c === 125) depth--;
  }
  return deepest;
}

function clip(raw: string): string {
  return raw.length > 40 ? `${raw.slice(0, 40)}…` : raw;
}
