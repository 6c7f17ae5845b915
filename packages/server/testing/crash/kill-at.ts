// Ends a portal at a named moment of its work. Preloaded by tests into the portal's process (`--import`), never part of the product:
// while the file KILL_PLAN exists, the first statement that matches its pattern is the last thing that the process does.
import { readFileSync, rmSync } from 'node:fs';
import pg from 'pg';
import { childrenOf, commandOf } from '../started-portal.ts';

/** When to end. */
export interface KillPlan {
  /** What the text of the statement looks like. */
  pattern: string;
  /** A statement that has to have come before it. */
  since?: string;
  /** `before` it is sent, once it is `answered`, or once the transaction that it belongs to is `committed`. */
  moment: 'before' | 'answered' | 'committed';
}

const plan = process.env.KILL_PLAN;
// Children inherit the preload: only the portal itself is watched.
if (plan !== undefined && /[/\\]main\.ts$/.test(process.argv[1] ?? '')) watch(plan);

function watch(file: string): void {
  type Query = (...args: unknown[]) => unknown;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  const doomed = new WeakSet<object>();
  let begun = '';
  prototype.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]);
    const asked = planned(file);
    const ends = doomed.has(this) && /^commit/i.test(text);
    if (asked?.since !== undefined && new RegExp(asked.since, 'is').test(text)) begun = asked.since;
    const matches = asked !== undefined && (asked.since ?? begun) === begun && new RegExp(asked.pattern, 'is').test(text);
    if (matches && asked.moment === 'before') die(file);
    if (matches && asked.moment === 'committed') doomed.add(this);
    if (!ends && !(matches && asked.moment === 'answered')) return query.apply(this, args);
    const last = args.at(-1);
    if (typeof last === 'function') args[args.length - 1] = () => die(file);
    const reply = query.apply(this, args);
    if (typeof last !== 'function') whenAnswered(reply, () => die(file));
    return reply;
  };
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown } | null)?.text ?? '');
}

function planned(file: string): KillPlan | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function whenAnswered(reply: unknown, then: () => void): void {
  if (reply instanceof Promise) reply.then(then, then);
  else (reply as { handleReadyForQuery(): void }).handleReadyForQuery = then;
}

/** The embedded database goes with the portal. The file that is gone tells the test that the moment came. */
function die(file: string): never {
  rmSync(file);
  for (const child of childrenOf(process.pid)) if (/embedded-child|load-process/.test(commandOf(child))) process.kill(child, 'SIGKILL');
  process.kill(process.pid, 'SIGKILL');
  // The signal is on its way: nothing more is sent.
  for (;;);
}
