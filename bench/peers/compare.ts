// Servers that are asked the same in turns, and what their figures say of each other.
import { notMeasured, processorMs, record } from '../measure.ts';
import { type Play, play, type Run } from './wrk.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** A server and what it is asked. */
export interface Server {
  name: string;
  url: string;
  list: readonly Play[];
  /** Processes that answer, the database's included: their processor time tells more on a machine that does other work too. */
  pids?: readonly number[];
}

/** A run with the processor time of each answer. */
export interface Measured extends Run {
  processorMs: number | undefined;
}

/** What every server has answered for a while before it is measured: servers run for days, and their programs are translated while they run. */
const WARM_SECONDS = 10;
const warmed = new Set<string>();

async function warm(what: string, servers: readonly Server[]): Promise<void> {
  if (warmed.has(what)) return;
  for (const server of servers) await requireAnswers(what, server);
  for (const { url, list } of servers) await play(url, list, { callers: 4, seconds: WARM_SECONDS });
  warmed.add(what);
}

/** So many requests of a list are looked at before it is played: the player itself looks at the status alone, and refusals come quickly and with 200. */
const LOOKED_AT = 5;
const REFUSALS = [/^\s*\{\s*"error"/, /"success"\s*:\s*false/, /ServiceException/];

/** @throws Error for a server that refuses what it is asked, or answers with nothing */
async function requireAnswers(what: string, { name, url, list }: Server): Promise<void> {
  for (const { path, body } of list.slice(0, LOOKED_AT)) {
    const form = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const reply = await fetch(`${url}${path}`, form);
    const text = await reply.text();
    if (reply.status === 200 && text !== '' && !REFUSALS.some((refusal) => refusal.test(text))) continue;
    throw new Error(`${what}: ${name} answers ${path} with ${reply.status}: ${text.slice(0, 200)}`);
  }
}

/** Compares servers in turns, so that whatever else the machine does hits all alike; gives the median of each. */
export async function compare(
  what: string,
  callers: number,
  servers: readonly Server[],
  { rounds = ROUNDS }: { rounds?: number } = {},
): Promise<Map<string, Measured>> {
  await warm(what, servers);
  const runs = new Map<string, Measured[]>(servers.map((server) => [server.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const before = processorMs(server.pids ?? []);
      const one = await play(server.url, server.list, { callers, seconds: SECONDS });
      const spent = processorMs(server.pids ?? []) - before;
      runs.get(server.name)?.push({ ...one, processorMs: server.pids === undefined ? undefined : spent / (one.perSecond * SECONDS) });
    }
  }
  const medians = new Map<string, Measured>();
  for (const [name, list] of runs) {
    const median = [...list].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(list.length / 2)] as Measured;
    medians.set(name, median);
    const text = `${what}, ${callers} at once, ${name}: p50 ${median.p50Ms.toFixed(1)} ms, p95 ${median.p95Ms.toFixed(1)} ms, ${(median.bytes / 1024).toFixed(1)} kB, processor ${median.processorMs?.toFixed(2) ?? '?'} ms`;
    record({ part: 'peers', name: text, value: median.perSecond, unit: 'a second' });
    const errors = list.reduce((sum, one) => sum + one.errors, 0);
    if (errors > 0) record({ part: 'peers', name: `${what}, ${callers} at once, ${name}: errors`, value: errors, unit: '', limit: 0 });
  }
  return medians;
}

/** Records how many answers `who` gave for each of the other's, by the clock and by processor time. */
export function ratio(name: string, runs: Map<string, Measured>, against: string, least?: number, who = 'ours'): void {
  const [ours, theirs] = [runs.get(who), runs.get(against)];
  if (!ours || !theirs) {
    if (least !== undefined) notMeasured(`${name}: ours to ${against}`);
    return;
  }
  const value = ours.perSecond / theirs.perSecond;
  record({ part: 'peers', name: `${name}: ours to ${against}`, value, unit: 'times', ...(least === undefined ? {} : { least }) });
  if (ours.processorMs === undefined || theirs.processorMs === undefined) return;
  const same = theirs.processorMs / ours.processorMs;
  record({ part: 'peers', name: `${name}: answers for the same processor time, ours to ${against}`, value: same, unit: 'times' });
}
