// What hosted layers and publishing refuse: each says what was wrong and what to do.
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { ABOUT_LAYERS } from '@graticule/geo/sentences-about-layers';
import { ERROR_KINDS, type FailOptions, fail, type PortalError } from '../errors.ts';
import { ABOUT_DEFINITIONS } from './about-definitions.ts';
import { ABOUT_EDITS } from './about-edits.ts';
import { ABOUT_PUBLISHING } from './about-publishing.ts';
import { ABOUT_QUERIES } from './about-queries.ts';
import { ABOUT_SERVICES } from './about-services.ts';
import type { Refusal } from './kind.ts';

const refusals = { ...ABOUT_DEFINITIONS, ...ABOUT_EDITS, ...ABOUT_PUBLISHING, ...ABOUT_QUERIES, ...ABOUT_SERVICES } as const;

export type RefusalCode = keyof typeof refusals;

/** The table of refusals, by code. */
export const REFUSALS: Readonly<Record<RefusalCode, Refusal>> = refusals;

type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<C extends RefusalCode> = C extends RefusalCode ? Names<(typeof refusals)[C]['fault'] | (typeof refusals)[C]['remedy']> : never;

/** What fills in a name; a sentence is said in the language of the rest. */
type Value = string | number | Sentence;

/** A value for each name in the text of a refusal. */
export type RefusalValues<C extends RefusalCode> = Readonly<Record<NamesOf<C>, Value>>;

type More = Pick<FailOptions, 'cause' | 'details' | 'reasons'>;
type Given<C extends RefusalCode> = [NamesOf<C>] extends [never]
  ? [values?: Readonly<Record<string, never>>, more?: More]
  : [values: RefusalValues<C>, more?: More];

/** Characters that a value from outside may fill in. */
const MAX_VALUE = 1_000;

function filled(text: string, values: Readonly<Record<string, Value>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return (typeof value === 'object' ? value.text : String(value)).slice(0, MAX_VALUE);
  });
}

/**
 * Ends an operation that cannot be done as it was asked for. Where the kind of error has words that clients know, these stay the message,
 * and what was wrong is the first detail; what to do is the last one.
 * @example throw refuse('upload-part-missing', { number: 3 })
 */
export function refuse<C extends RefusalCode>(
  code: C,
  ...[values = {}, { cause, details = [], reasons = saidOf(code, values) } = {}]: Given<C>
): PortalError {
  const { kind } = REFUSALS[code];
  const { fault, remedy } = adviceOf(code, values);
  const options = { reasons, ...(cause === undefined ? {} : { cause }) };
  return /\{\d\}/.test(ERROR_KINDS[kind].text)
    ? fail(kind, { ...options, message: fault, details: [...details, remedy] })
    : fail(kind, { ...options, details: [fault, ...details, remedy] });
}

function adviceOf(code: RefusalCode, values: Readonly<Record<string, Value>>): { fault: string; remedy: string } {
  const { fault, remedy } = REFUSALS[code];
  return { fault: filled(fault, values), remedy: filled(remedy, values) };
}

/** What people read in their language, where it was translated. */
function saidOf(code: RefusalCode, values: Readonly<Record<string, Value>>): Sentence[] {
  if (!Object.hasOwn(ABOUT_LAYERS, code)) return [];
  const cut = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, MAX_VALUE) : value]);
  return [sentence(code as keyof typeof ABOUT_LAYERS, Object.fromEntries(cut))];
}

declare const MADE: unique symbol;

/** A text with its advice, and the same for people, as errors of whole calls have it: only `told` and errors make it. */
export interface Told {
  readonly description: string;
  readonly reasons?: readonly Sentence[];
  readonly [MADE]: true;
}

function toldAs(description: string, reasons: readonly Sentence[]): Told {
  return { description, ...(reasons.length === 0 ? {} : { reasons }) } as Told;
}

/** What is said of one edit among others: what was wrong, then what to do. */
export function told<C extends RefusalCode>(code: C, ...[values = {}]: Given<C>): Told {
  const { fault, remedy } = adviceOf(code, values);
  return toldAs(`${fault}${/[.!?]$/.test(fault) ? '' : '.'} ${remedy}`, saidOf(code, values));
}

/** The same of an error. */
export function toldOf(error: PortalError): Told {
  return toldAs([error.message, ...error.details].join(' '), error.reasons);
}

/** What was wrong alone, where the advice stands elsewhere. */
export function faultIn<C extends RefusalCode>(code: C, ...[values = {}]: Given<C>): string {
  return adviceOf(code, values).fault;
}

/**
 * A value from outside as a refusal shows it: its beginning, as JSON where it is no text. It may be anything that JSON can be, so that nothing in it
 * is called: an object with a `toString` of its own is no text.
 */
export function shown(value: unknown, most = 100): string {
  return (typeof value === 'string' ? value : jsonOf(value)).slice(0, most);
}

function jsonOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Lists within lists can be read deeper than they can be written.
    return Array.isArray(value) ? '[…]' : '{…}';
  }
}

/** Names as advice lists them: the first of many. */
export function listed(names: readonly (string | number)[], most = 40): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown || 'none';
}
