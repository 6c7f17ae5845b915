// How the tables of this folder are written: who gets which answer, in columns that a person can read.
import type { Endpoint } from '@graticule/contract/endpoint';
import type { TestFile } from '../testing/agent.ts';

/**
 * The people of the matrix, in the order of the columns.
 * - `anon` is not signed in; `public` has an account without an organisation
 * - `viewer` to `admin` have the built-in roles; `oneRight` has a custom role with `portal:admin:viewItems` alone
 * - `outsider` (a publisher) and `outAdmin` belong to another organisation of the install
 * - `member`, `manager` and `updater` are users with the role `user`: in the readers' group, managing it, in the group whose members update items
 * - `owner` (a publisher) owns the items and groups
 */
export const PEOPLE = [
  'anon',
  'public',
  'viewer',
  'user',
  'publisher',
  'admin',
  'oneRight',
  'outsider',
  'outAdmin',
  'member',
  'manager',
  'updater',
  'owner',
] as const;

export type Person = (typeof PEOPLE)[number];

/**
 * An answer:
 * `+` done or shown, `-` not allowed (403), `?` sign in first (499), `0` no such thing (400, 404), `/` refused with a reason that is no secret (400, 409).
 */
export type Answer = '+' | '-' | '?' | '0' | '/';

/** Answers by access and person. */
export type Expected = Readonly<Record<string, Readonly<Record<Person, Answer>>>>;

/** What requests are about: ids and names, by the names that paths and parameters use. */
export type Target = Readonly<Record<string, string>>;

type Value = string | number | boolean | object;

/** One endpoint as the matrix calls it. */
export interface Call {
  endpoint: Endpoint;
  /** Parameters beyond the path. */
  send?: (target: Target) => Record<string, Value>;
  files?: Record<string, TestFile>;
  /** Host that the request is for, where it matters. */
  host?: string;
  /** Values of the path that differ from the target's. */
  path?: (target: Target) => Record<string, string>;
}

/** Calls that have the same answers. */
export interface Block {
  title: string;
  calls: readonly Call[];
  expected: Expected;
  /** Whether each call that succeeds uses the target up, so that the next person needs a new one. */
  consumes?: boolean;
  /** Done by the owner before each call. */
  before?: Call;
}

/** Reads a table: a heading of people is not needed, each line is an access followed by the answers in the order of `PEOPLE`. */
export function table(text: string): Expected {
  const lines = text.trim().split('\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const [access = '', ...answers] = line.trim().split(/\s+/);
      if (answers.length !== PEOPLE.length) throw new Error(`The line of ${access} has ${answers.length} answers, not ${PEOPLE.length}.`);
      return [access, Object.fromEntries(PEOPLE.map((person, index) => [person, answers[index]])) as Record<Person, Answer>];
    }),
  );
}

/** Writes a table, for looking at what was really answered. */
export function written(answers: Expected): string {
  const width = (person: string): number => person.length + 1;
  const heading = `${' '.repeat(12)}${PEOPLE.map((person) => person.padEnd(width(person))).join('')}`;
  const lines = Object.entries(answers).map(
    ([access, row]) => `${access.padEnd(12)}${PEOPLE.map((person) => row[person].padEnd(width(person))).join('')}`,
  );
  return [heading, ...lines].map((line) => line.trimEnd()).join('\n');
}
