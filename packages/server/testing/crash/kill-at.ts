// Ends a portal at a named moment of its work. Preloaded by tests into the portal's processes (`--import`), never part of the product:
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
  /** Whose statement it is: that of the process which loads large files, or the portal's own. */
  process?: 'loader';
  /** Ends the loading process alone; otherwise it is left to notice that the portal is gone, unless the portal ends itself. */
  victim?: 'loader';
}

const plan = process.env.KILL_PLAN;
const script = process.argv[1] ?? '';
const isLoader = /[/\\]load-process\.ts$/.test(script);
// All children inherit the preload; the database and others are not watched.
if (plan !== undefined && (isLoader || /[/\\]main\.ts$/.test(script))) watch(plan);

function watch(file: string): void {
  type Query = (...args: unknown[]) => unknown;
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  /** Connections whose transaction is the last one, with the plan that says so. */
  const doomed = new WeakMap<object, KillPlan>();
  let begun = '';
  prototype.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]);
    const asked = planned(file);
    const end = /^commit/i.test(text) ? doomed.get(this) : undefined;
    if (asked?.since !== undefined && new RegExp(asked.since, 'is').test(text)) begun = asked.since;
    const matches = asked !== undefined && (asked.since ?? begun) === begun && new RegExp(asked.pattern, 'is').test(text);
    if (matches && asked.moment === 'before') die(file, asked);
    if (matches && asked.moment === 'committed') doomed.set(this, asked);
    const last = end ?? (matches && asked.moment === 'answered' ? asked : undefined);
    if (last === undefined) return query.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === 'function') args[args.length - 1] = () => die(file, last);
    const reply = query.apply(this, args);
    if (typeof callback !== 'function') whenAnswered(reply, () => die(file, last));
    return reply;
  };
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : String((asked as { text?: unknown } | null)?.text ?? '');
}

function planned(file: string): KillPlan | undefined {
  try {
    const read: KillPlan = JSON.parse(readFileSync(file, 'utf8'));
    return (read.process === 'loader') === isLoader ? read : undefined;
  } catch {
    return undefined;
  }
}

function whenAnswered(reply: unknown, then: () => void): void {
  if (reply instanceof Promise) reply.then(then, then);
  else (reply as { handleReadyForQuery(): void }).handleReadyForQuery = then;
}

/** The embedded database goes with the portal. The file that is gone tells the test that the moment came. */
function die(file: string, { victim }: KillPlan): void {
  rmSync(file);
  const portal = isLoader ? process.ppid : process.pid;
  const ended = victim === 'loader' ? [process.pid] : [...childrenOf(portal).filter(goesWithPortal), portal];
  for (const pid of ended) process.kill(pid, 'SIGKILL');
  // The signal is on its way: nothing more is sent. A loading process that lives on hears that its portal is gone.
  while (!isLoader);
}

/** A loading process that ended the portal is left alone. */
function goesWithPortal(pid: number): boolean {
  return (isLoader ? /embedded-child/ : /embedded-child|load-process/).test(commandOf(pid));
}
