// The searches of a large catalogue as a table whose columns stay the same from run to run.
import { percentile } from '../measure.ts';

/** What was measured of one kind of answer. */
export interface Measured {
  /** Milliseconds of each answer. */
  times: number[];
  seconds: number;
  /** Milliseconds of processor time. */
  databaseMs: number;
  serverMs: number;
}

/** Nothing measured yet. */
export const nothing = (): Measured => ({ times: [], seconds: 0, databaseMs: 0, serverMs: 0 });

/** Answers a second. */
export const perSecond = ({ times, seconds }: Measured): number => times.length / seconds;

/** Milliseconds of processor time for each answer, of database and server. */
export const processorEach = ({ times, databaseMs, serverMs }: Measured): number => (databaseMs + serverMs) / times.length;

/** One kind of search by so many callers; the plain statement and ours on the same questions where it was asked. */
export interface SearchRow {
  name: string;
  callers: number;
  ours: Measured;
  same: Measured;
  plain: Measured;
}

const COLUMNS = [
  'search', 'callers', 'median ms', 'p95 ms', 'a second', 'database ms', 'server ms', 'plain p95 ms', 'plain a second', 'plain ms', 'throughput', 'processor',
] as const; // biome-ignore format: one list

/** Prints the rows; columns of milliseconds without p95 and median are processor time for each answer, the last two say how many of ours for one plain. */
export function printSearches(on: string, rows: readonly SearchRow[]): void {
  const lines = rows.map(({ name, callers, ours, same, plain }) => {
    const { times } = ours;
    const own = [
      percentile(times, 0.5),
      percentile(times, 0.95),
      perSecond(ours),
      ours.databaseMs / times.length,
      ours.serverMs / times.length,
    ];
    const beside =
      plain.times.length === 0
        ? []
        : [
            percentile(plain.times, 0.95),
            perSecond(plain),
            processorEach(plain),
            perSecond(same) / perSecond(plain),
            processorEach(plain) / processorEach(same),
          ];
    return [name, String(callers), ...[...own, ...beside].map((value) => value.toFixed(1))];
  });
  console.log(`\n${on}\n| ${COLUMNS.join(' | ')} |\n|---|${'--:|'.repeat(COLUMNS.length - 1)}`);
  for (const line of lines) console.log(`| ${COLUMNS.map((_, at) => line[at] ?? '').join(' | ')} |`);
}
