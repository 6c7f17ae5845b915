// Times, memory and the record of figures.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf, commandOf } from '../packages/server/testing/started-portal.ts';

const RESULTS = join(import.meta.dirname, 'results');

/** One figure; `limit` is what the product promises. */
export interface Figure {
  part: string;
  name: string;
  value: number;
  unit: 's' | 'ms' | 'MB' | 'kB' | 'frames/s' | 'a second' | 'times' | '';
  limit?: number;
  /** The same for figures that should be large. */
  least?: number;
  /** What the figure was taken on, such as the engine. */
  on?: string;
}

const figures: Figure[] = [];
const started = new Date().toISOString().replaceAll(':', '-').slice(0, 19);

/** Keeps a figure: a line for people now, a line of JSON for comparisons. */
export function record(figure: Figure): void {
  const rounded = { ...figure, value: Math.round(figure.value * 1000) / 1000 };
  figures.push(rounded);
  mkdirSync(RESULTS, { recursive: true });
  appendFileSync(join(RESULTS, `${started}.jsonl`), `${JSON.stringify({ time: new Date().toISOString(), ...rounded })}\n`);
  console.log(`  ${lineOf(rounded)}`);
}

function lineOf({ name, on, value, unit, limit, least }: Figure): string {
  const verdict =
    limit !== undefined
      ? `   ${value <= limit ? 'within' : 'OVER'} ${limit} ${unit}`
      : least !== undefined
        ? `   ${value >= least ? 'at least' : 'BELOW'} ${least} ${unit}`
        : '';
  return `${name}${on === undefined ? '' : ` (${on})`}: ${value} ${unit}${verdict}`;
}

/** The figures that miss what is promised. */
export function misses(): string[] {
  return figures.filter(({ value, limit = value, least = value }) => value > limit || value < least).map(lineOf);
}

const unmeasured: string[] = [];

/** Keeps that a promised figure was not taken, as of a peer that is not installed: nobody shall read its absence as its being reached. */
export function notMeasured(what: string): void {
  unmeasured.push(what);
}

/** The promised figures that were not taken. */
export const omissions = (): readonly string[] => unmeasured;

/** Seconds that something takes, and what it gives. */
export async function timed<T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { seconds: (performance.now() - began) / 1000, result };
}

/** The value below which the share `p` of the list lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? Number.NaN;
}

/** Largest resident memory of a portal's processes in MB, watched until `stop`. */
export function watchMemory(serverPid: number): { stop(): { server: number; database: number; loader: number } } {
  const peak = { server: 0, database: 0, loader: 0 };
  const look = (): void => {
    peak.server = Math.max(peak.server, residentMb(serverPid));
    for (const pid of childrenOf(serverPid)) {
      const role = commandOf(pid).includes('embedded-child') ? 'database' : 'loader';
      peak[role] = Math.max(peak[role], residentMb(pid));
    }
  };
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Milliseconds of processor time that processes and their children have taken so far, those that ended included. */
export function processorMs(pids: readonly number[]): number {
  let ticks = 0;
  const add = (pid: number): void => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      // User and system time, its own and that of children that have ended.
      for (const at of [11, 12, 13, 14]) ticks += Number(fields[at] ?? 0);
    } catch {
      return;
    }
    for (const child of childrenOf(pid)) add(child);
  };
  for (const pid of pids) add(pid);
  return ticks * TICK_MS;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
